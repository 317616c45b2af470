"""The catalogue of diagnostics: what the checker finds.

Examples stand upon the base game, except those that say how a game starts. Where one has several packs, each begins with its manifest.
"""

from __future__ import annotations

from bangrules.language.codes import entry

# ---- E02: names

entry(
    "E0201",
    "an unknown name",
    cause="Nothing by this name is declared: no stat, procedure, field, zone, card or whatever belongs here.",
    cure="Check its spelling; the message suggests a near name, or says what else the name stands for. If another "
    "pack declares it, require that pack.",
    bad="modify distence(_, self): +1\n",
    good="modify distance(_, _): +1\n",
)
entry(
    "E0202",
    "declared twice",
    cause="Two things have the same name where only one can: two stats, a stat and a field of the game, a card and "
    "a word of the language. Packs share their names, except for cards, characters and the like.",
    cure="Rename one of them. To put a card in the place of another on purpose, use `replaces`.",
    bad="stat sight(p: player): 2\n",
    good="modify sight(_): 2\n",
)
entry(
    "E0203",
    "an unknown label",
    cause="The call has a label, such as `by` or `to`, that what is called doesn't have. Stats have no labels at all.",
    cure="Look up how it is declared; the message shows it.",
    bad="procedure shoot(p: player): HIT p from p\n",
    good="procedure shoot(p: player): HIT p by p\n",
)
entry(
    "E0204",
    "who sees it?",
    cause="Zones and fields are seen by `everyone`, by `nobody`, or, if they are `of player`, by their `owner`.",
    cure="Write one of these three words behind `seen by`.",
    bad="zone bank seen by owner\n",
    good="zone purse of player seen by owner\n",
)
entry(
    "E0205",
    "a name with several meanings",
    cause="Several packs that this one requires declare something by this name.",
    cure="Write the pack in front, as `base.bang`.",
    bad='pack one "One"\n    requires base\n\ncard bow "Bow" brown\n'
    'pack two "Two"\n    requires base\n\ncard bow "Bow" blue\n'
    'pack three "Three"\n    requires one, two\n\nmodify allowed(_, bow, _): no\n',
    good='pack one "One"\n    requires base\n\ncard bow "Bow" brown\n'
    'pack two "Two"\n    requires base\n\ncard bow "Bow" blue\n'
    'pack three "Three"\n    requires base, one, two\n\nmodify allowed(_, one.bow, _): no\n',
)
entry(
    "E0206",
    "something of the wrong kind",
    cause="A name is known, but stands for something of another kind than is needed: a role where a card belongs, a "
    "character that is like a card.",
    cure="Name something of the right kind.",
    bad='character archer "Archer" life 4 like bang\n',
    good='character archer "Archer" life 4 like rose_doolan\n',
)
entry(
    "E0207",
    "`_` outside of a pattern",
    cause="`_` matches anything, so it stands only where something is matched: in the brackets behind the name that "
    "a hook or a modifier is for.",
    cure="Write what is meant.",
    bad="stat far(p: player): distance(p, _)\n",
    good="stat far(p: player): distance(p, left_of(p, players))\n",
)
entry(
    "E0208",
    "there is no such thing here",
    cause="`self`, `this`, `target` and `it` are there only in some places: rules of a pack belong to nobody, "
    "characters are no cards, and only actions that aim have a target.",
    cure="Take the player or card from a parameter, or put the line where there is one.",
    bad="after settle: DRAW 1 to self\n",
    good="after turn(p): DRAW 1 to p\n",
)
entry(
    "E0209",
    "too few or too many arguments",
    cause="What is called, matched or assigned needs more arguments than there are, or has fewer than are given.",
    cure="Look up how it is declared; the message shows it.",
    bad="stat far(p: player): distance(p)\n",
    good="stat far(p: player): distance(p, left_of(p, players))\n",
)
entry(
    "E0210",
    "this can't be changed",
    cause="Only names of the program and fields can be given another value. Stats are asked, and cards are moved.",
    cure="Modify a stat, `move` cards to a zone, or keep the value in a field.",
    bad="procedure near(p: player): p.hand = 3\n",
    good="procedure near(p: player): move p.hand to discards\n",
)
entry(
    "E0211",
    "of whom?",
    cause="Zones are of the game or `of player`; fields are of the game, `of player` or `of card`. A field inside a "
    "definition belongs to its card or player anyway.",
    cure="Write `of player` or `of card`, or leave it out.",
    bad="field gold of hand: number = 0\n",
    good="field gold of player: number = 0\n",
)
entry(
    "E0212",
    "too many zones",
    cause="The zones of all loaded packs are more than the engine has room for.",
    cure="Keep cards together and tell them apart by fields.",
)
entry(
    "E0213",
    "nothing fills a place in a text",
    cause="Names in braces stand for values: in the sentence of a procedure its parameters, in a prompt any name that "
    "is known there, in other texts what the message lists.",
    cure="Write one of these names.",
    bad='procedure cheer(p: player) "{q} cheers.": pass\n',
    good='procedure cheer(p: player) "{p} cheers.": pass\n',
)
entry(
    "E0214",
    "a name that has a meaning",
    cause="Words like `self`, `it` and `none` mean the same everywhere, so nothing else can be called by them.",
    cure="Choose another name.",
    bad="procedure spread(cards: cards):\n    for it in cards: discard it\n",
    good="procedure spread(cards: cards):\n    for c in cards: discard c\n",
)

# ---- E03: types and programs

entry(
    "E0301",
    "a value of the wrong type",
    cause="Something else is needed here than what stands here: a player and not a number, a list and not one.",
    cure="The message says what is expected and what was found.",
    bad="modify sight(_): yes\n",
    good="modify sight(_): 2\n",
)
entry(
    "E0302",
    "this may be `none`",
    cause="A value that may be missing is used as if it were there: a type with `?`, what was chosen from a list that "
    "may be empty, the top of a pile.",
    cure="Test it first: `if c is not none: ...`, or `x is not none and ...`.",
    bad="procedure burn: lay top(deck) to first_player\n",
    good="procedure burn:\n    let c = top(deck)\n    if c is not none: lay c to first_player\n",
)
entry(
    "E0303",
    "what is it?",
    cause="A value may be one of several things, a player or a card, a player or a zone, and something is asked of it "
    "that only one of them has.",
    cure="Test what it is first: `if target is player: ...`, `x is card and ...`.",
    bad="before affect(target) if target.life < 2: end affect\n",
    good="before affect(target) if target is player and target.life < 2: end affect\n",
)
entry(
    "E0304",
    "a test without use",
    cause="The two sides can never be the same, or what is tested can never be missing or empty.",
    cure="Compare things of one sort. `is` also asks for the kind: `c is bang`, `c is red`, `x is card`.",
    bad="stat odd(p: player): p.life is red\n",
    good="stat odd(c: card): c is red\n",
)
entry(
    "E0305",
    "not written out",
    cause="The value of an option, or the one that a field begins with, must be there before the game begins.",
    cure="Write a number, `yes` or `no`, a text in quotes, or a declared value.",
    bad='option most = count(players) "how many may sit here"\n',
    good='option most = 7 "how many may sit here"\n',
)
entry(
    "E0306",
    "only asking is allowed here",
    cause="Stats, conditions inside expressions, clauses and patterns may be asked at any time and as often as one "
    "likes, so they must not change anything: no drawing, no dice, no decisions.",
    cure="Do it in a statement, and give the answer a name: `let c = flip(p)`.",
    bad="stat lucky(p: player): flip(p) is red\n",
    good="procedure lucky(p: player) gives yesno:\n    let c = flip(p)\n    return c is red\n",
)
entry(
    "E0307",
    "it doesn't answer that",
    cause="A value, or a block that depends on an answer, is behind something that answers nothing or something else "
    "than yes or no.",
    cure="Declare with `gives` what the procedure answers, or don't ask it.",
    bad="procedure test(p: player):\n    let x = settle\n    if x: HIT p\n",
    good="procedure test(p: player):\n    let c = flip(p)\n    if c is black: HIT p\n",
)
entry(
    "E0308",
    "asked or done?",
    cause="Stats are asked and modified, procedures are done and hooked, and here it is the other way around.",
    cure="Hook a procedure with `before`, `after` or `instead of`; change a stat with `modify`.",
    bad="after sight(p): DRAW 1 to p\n",
    good="modify sight(_): +1\n",
)
entry(
    "E0309",
    "answering and leaving",
    cause="`return`, `end`, `proceed` or `fail` stands where it makes no sense, or a way through a procedure ends "
    "without the answer that it `gives`.",
    cure="End each way through a procedure that `gives` something with `return`; a hook `instead of` one with `return` "
    "or `proceed`.",
    bad="procedure best(p: player) gives number:\n    if p.life > 2: return 1\n",
    good="procedure best(p: player) gives number:\n    if p.life > 2: return 1\n    return 2\n",
)
entry(
    "E0310",
    "never reached",
    cause="The statement above always leaves the program, so this one never has its turn.",
    cure="Delete it, or mend what stands above.",
    bad="procedure best(p: player) gives number:\n    return p.life\n    DRAW 1 to p\n",
    good="procedure best(p: player) gives number:\n    DRAW 1 to p\n    return p.life\n",
)
entry(
    "E0311",
    "stats ask each other in a circle",
    cause="To answer, a stat would have to be asked itself: directly, through other stats, or through what modifies "
    "them. Testing a card's suit or rank asks the stats `suit` and `rank`.",
    cure="Let one of them ask for something else, such as a field or what is printed.",
    bad="modify sight(p) if distance(p, left_of(p, players)) > 1: +1\nmodify distance(a, _) if sight(a) > 2: -1\n",
    good="modify sight(p) if p.life is 1: +1\nmodify distance(a, _) if sight(a) > 2: -1\n",
)
entry(
    "E0312",
    "the engine expects something else",
    cause="The engine itself asks a few stats and runs a few procedures by name, such as `in_force` or what stands "
    "behind `start`. Their parameters and answers are fixed.",
    cure="Declare them as the message says, or choose another name.",
    bad="start game\nprocedure game(ps: players): win ps\n",
    good="start game\nprocedure game: win everyone\n",
)
entry(
    "E0313",
    "a field without a value to begin with",
    cause="Numbers, texts, yes or no, and values of your own are there from the beginning, so something must say which.",
    cure="Write it behind the type: `: number = 0`.",
    bad="field gold of player: number\n",
    good="field gold of player: number = 0\n",
)
entry(
    "E0314",
    "force decided by what is not yet in force",
    cause="Whether things are in force is decided in order: events, then roles and characters, then cards. What is "
    "decided later can't have a say, and who has which abilities comes before everything.",
    cure="Put it into the rules of a pack, or into an event.",
    bad='card cloak "Cloak" blue\n    modify in_force(x) if x is character: no\n',
    good='character mute "Mute" life 4\n    modify in_force(x) if x is card and x.holder is not none: no\n',
)
entry(
    "E0315",
    "the engine's own procedure",
    cause="`act` and `affect` are run by the engine, for an action and for each of its targets. Rules can hook them.",
    cure="Call what the action does instead.",
    bad="after turn(p): affect(p, p, p.hand)\n",
    good="before affect(target) if target is player and target.life < 2: end affect\n",
)
entry(
    "E0316",
    "an empty list of what?",
    cause="A name stands for an empty list, and it is read before anything tells what the list holds.",
    cure="Fill it first, or begin with a list of the right sort: `let cs = p.hand where no`.",
    bad="procedure gather(p: player):\n    let cs = empty\n    repeat 2:\n        discard cs\n        cs += p.hand\n",
    good="procedure gather(p: player):\n    let cs = empty\n    repeat 2: cs += top(deck, 1)\n    discard cs\n",
)

# ---- E04: definitions, actions, clauses

entry(
    "E0401",
    "clauses that don't go together",
    cause="An action aims once, lies in one zone, and does something to what it aims at. `use ... as` takes only `if`, "
    "`limit` and `once`, since the card costs and aims as what it is used as.",
    cure="Leave out the clause that is one too many, or write what happens.",
    bad='card salute "Salute" brown\n    copies A♠\n    play on others\n',
    good='card salute "Salute" brown\n    copies A♠\n    play on others: LIFE target\n',
)
entry(
    "E0402",
    "not a price",
    cause="One pays with the card itself, `costs this`, with cards of the hand, `costs 2 cards`, or with a number of "
    "the player's, such as gold.",
    cure="Declare a field `of player: number`, or pay with cards.",
    bad='character miner "Miner" life 4\n    use costs 2 gold: DRAW 1\n',
    good='field gold of player: number = 0\n\ncharacter miner "Miner" life 4\n    use costs 2 gold: DRAW 1\n',
)
entry(
    "E0403",
    "limit in what?",
    cause="`limit` and `once` count up to the end of the turn, and nothing says what a turn is.",
    cure="Declare it with `start rounds in turn`, or write `per` and the name of a procedure.",
    bad="start game\nprocedure game: offer main to item(everyone, 1)\nwindow main\nzone hand of player\n"
    'border plain\n    each play from hand\ncard joker "Joker" plain\n    play limit 1: pass\n',
    good="start game\nprocedure game: offer main to item(everyone, 1)\nwindow main\nzone hand of player\n"
    'border plain\n    each play from hand\ncard joker "Joker" plain\n    play limit 1 per game: pass\n',
)
entry(
    "E0404",
    "a role table that doesn't work out",
    cause="A role table gives each player of the game one role, for 1 to 8 players.",
    cure="Let the numbers behind the roles add up to the number of players.",
    bad="roles 8: sheriff, outlaw 3, renegade\n",
    good="roles 8: sheriff, deputy 2, outlaw 3, renegade 2\n",
)
entry(
    "E0405",
    "not a copy",
    cause="Each copy of a card has a rank and a suit; a suit alone is none.",
    cure="Write faces, `9♠`, or runs of faces, `2♠..9♠`.",
    bad='card bow "Bow" brown\n    copies ♠\n',
    good='card bow "Bow" brown\n    copies 9♠\n',
)
entry(
    "E0406",
    "like itself",
    cause="Something is like itself, or a border is itself, perhaps by way of others.",
    cure="Let one of them stand on its own.",
    bad='card bow "Bow" like arrow\ncard arrow "Arrow" like bow\n',
    good='card bow "Bow" brown\ncard arrow "Arrow" like bow\n',
)
entry(
    "E0407",
    "something is missing",
    cause="A character needs life points, a card needs a border, unless it is like another.",
    cure="Write `life 4` or the border behind the name.",
    bad='character archer "Archer"\n',
    good='character archer "Archer" life 4\n',
)
entry(
    "E0408",
    "it doesn't belong here",
    cause="Actions belong to cards, characters and the like; `play` is for cards, `copies` for cards, `each` for "
    "borders.",
    cure="Put the line under the right heading. Characters, roles and events `use` what they can do.",
    bad='character archer "Archer" life 4\n    play: DRAW 1\n',
    good='character archer "Archer" life 4\n    use: DRAW 1\n',
)
entry(
    "E0409",
    "where does the card lie?",
    cause="A card's action is offered where the card lies, in the hand or on the table, and nothing says where.",
    cure="Write `from hand`, or let the border say it for all its cards: `each use from table`.",
    bad='card bow "Bow" brown\n    use: DRAW 1\n',
    good='card bow "Bow" brown\n    use from hand: DRAW 1\n',
)
entry(
    "E0410",
    "a clause that would give a secret away",
    cause="What a player may do is shown to that player, so it must not depend on what the player can't see: the cards "
    "in another's hand or in a hidden pile, another's secret role. Stats that a clause asks, and what modifies "
    "them, count too.",
    cure="How many cards there are is no secret: `count(p.hand)`, `p.hand is empty`. `shown(p.role)` is the role as far "
    "as all know it. Or decide it in the body, when the action has been taken.",
    bad='card badge "Badge" brown\n    copies A♠\n    play on one of others where it.role is outlaw: HIT target\n',
    good='card badge "Badge" brown\n    copies A♠\n    play on one of others where shown(it.role) is not sheriff:\n'
    "        if target.role is outlaw: HIT target by self\n",
)

# ---- E05: packs

entry(
    "E0501",
    "a pack that is not required",
    cause="A name is declared in another pack, which this one doesn't require: without it the file would not load.",
    cure="Add `requires` and the pack to the manifest.",
    bad='pack gold "Gold"\n\nfield gold of player: number = 0\n'
    'pack mine "Mine"\n    requires base\n\nafter turn(p): p.gold += 1\n',
    good='pack gold "Gold"\n\nfield gold of player: number = 0\n'
    'pack mine "Mine"\n    requires base, gold\n\nafter turn(p): p.gold += 1\n',
)
entry(
    "E0502",
    "a name of an optional pack",
    cause="An optional pack may be absent. Then its cards, characters, roles, borders and events match nothing, and "
    "all else that it declares is not there at all.",
    cure="Write `pack.id`, and only where something is matched or listed. For more, require the pack.",
    bad='pack arrows "Arrows"\n    requires base\n\ncard bow "Bow" brown\n'
    'pack mine "Mine"\n    requires base\n    optional arrows\n\nmodify allowed(_, bow, _): no\n',
    good='pack arrows "Arrows"\n    requires base\n\ncard bow "Bow" brown\n'
    'pack mine "Mine"\n    requires base\n    optional arrows\n\nmodify allowed(_, arrows.bow, _): no\n',
)
entry(
    "E0503",
    "replaced twice",
    cause="Two packs put something in the place of the same thing.",
    cure="Load one of them, or let one replace what the other has put there.",
    bad='pack one "One"\n    requires base\n\ncard ale "Ale" replaces base.beer like base.beer\n'
    'pack two "Two"\n    requires base\n\ncard milk "Milk" replaces base.beer like base.beer\n',
    good='pack one "One"\n    requires base\n\ncard ale "Ale" replaces base.beer like base.beer\n'
    'pack two "Two"\n    requires base, one\n\ncard milk "Milk" replaces one.ale like one.ale\n',
)
entry(
    "E0504",
    "a manifest against itself",
    cause="A pack requires, conflicts with or does without the same other pack, or names itself.",
    cure="Say one thing of each other pack.",
    bad='pack mine "Mine"\n    requires base\n    optional base\n',
    good='pack mine "Mine"\n    requires base\n',
)
entry(
    "E0505",
    "two manifests",
    cause="The files in one folder are one pack, and two of them begin a pack.",
    cure="Delete one manifest, or give its files a folder of their own.",
)
entry(
    "E0506",
    "packs that conflict",
    cause="The manifest of a pack says that it can't be played together with another one that is loaded.",
    cure="Load one of them.",
    bad='pack one "One"\n    requires base\n\npack two "Two"\n    requires base\n    conflicts one\n',
    good='pack one "One"\n    requires base\n\npack two "Two"\n    requires base\n',
)

# ---- warnings

entry(
    "W0201",
    "never used",
    cause="A name is given to something, and nothing reads it. Perhaps another name was meant further down.",
    cure="Use it or delete it. In a pattern `_` stands for what doesn't matter; a `for` of which only the number of "
    "turns matters is a `repeat`.",
    bad="after HIT(target, n): DRAW 1 to target\n",
    good="after HIT(target): DRAW 1 to target\n",
)
entry(
    "W0202",
    "a name that hides another",
    cause="A new name is the same as one that is there already. It ends with its block, and the other one is there "
    "again, unchanged.",
    cure="To change the other one, assign to it: `c = ...`. Else choose another name.",
    bad="procedure pay_up(p: player):\n    let n = 1\n    if p.life < 2:\n        let n = 2\n        DRAW n to p\n"
    "    DRAW n to p\n",
    good="procedure pay_up(p: player):\n    let n = 1\n    if p.life < 2: n = 2\n    DRAW n to p\n",
)
entry(
    "W0301",
    "never so",
    cause="A condition is never met, or something is allowed zero times, so what depends on it never happens.",
    cure="Mend the condition, or delete what depends on it.",
    bad='character archer "Archer" life 4\n    use limit 0: DRAW 1\n',
    good='character archer "Archer" life 4\n    use limit 2: DRAW 1\n',
)
entry(
    "W0401",
    "a window that is never offered",
    cause="An action is offered in a window, and no procedure ever offers that window to anybody.",
    cure="Offer it: `offer window to player`, or use a window that the rules offer.",
    bad='window NIGHT\n\ncharacter owl "Owl" life 4\n    answer NIGHT: DRAW 1\n',
    good='window NIGHT\nafter turn(p): offer NIGHT to p\n\ncharacter owl "Owl" life 4\n    answer NIGHT: DRAW 1\n',
)
entry(
    "W0405",
    "a face in two runs",
    cause="Two runs of faces overlap, or a face stands beside a run that has it already: perhaps a slip of the pen.",
    cure="Mend the run. If there really are two such copies, write the face twice and leave it out of the run.",
    bad='card bow "Bow" brown\n    copies 2♠..9♠ 5♠\n',
    good='card bow "Bow" brown\n    copies 2♠..4♠ 5♠ 5♠ 6♠..9♠\n',
)
