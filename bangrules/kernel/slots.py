"""The state of a game: a list of numbers, tuples and such, one slot for each thing remembered.

The first slots are the kernel's; zones, fields and scopes of the loaded rules follow. Everything in a slot is
immutable, so a copy of the list is a copy of the game. `INDEX` and `ACTIONS` are derived from the rest.
"""

MAX_SEATS = 8
FIRST_CARD = 16  # seats and cards share one numbering, so that a target may be either
VALUE = 1 << 18  # a declared value as a target: VALUE + VALUES * the number of its set + its own
VALUES = 1 << 12  # how many values a set may have
ABILITY = 1 << 20  # an ability of a player: ABILITY + 16 * definition + seat

STACK = 0  # (frame, rest) or None; a frame is (segment, values of its locals...)
DECISION = 1  # (OFFER, player, window) or (CHOOSE, player, member type, options, hidden, optional, site)
ACTIONS = 2  # the legal actions of the decision
INDEX = 3  # what abilities are at work: hooks, modifiers, actions; None when out of date
EVENTS = 4  # the list of events since the last push; a new list for every push, never changed later
STEPS = 5  # what is left of the step budget
RNG = 6
RNG_STREAM = 7
OUTCOME = 8  # None, or the winners
ENDING = 9  # the procedure that is being ended
FORMS = 10  # ((card, definition), ...): cards used as something else just now
SEATS = 11  # (0, 1, ...): the seats of this table
OPTIONS = 12
FORCED = 13  # whether decisions with one action are passed over
SKIP = 14  # the phase a given table begins with, until it is reached
EFFECT = 15  # the outermost running effect: what is put off until its end; None when there is none
EFFECT_COUNT = 16  # what has been used in it
LIMBO = 17  # the cards that are in no zone of the rules
KNOWN = 18  # for each seat the hidden cards it knows the places of, as bits; None when nobody knows any
WAITING = 19  # a list: the frames of calls that come back to wait, the innermost first; None between actions
DICE = 20  # what the next dice show, where a table says so
OUTDATED = 21  # an index and whose things alone it may be wrong about, see `index.outdate`
FIRST_FREE = 22

OFFER = 0
CHOOSE = 1

STEP_BUDGET = 20_000
