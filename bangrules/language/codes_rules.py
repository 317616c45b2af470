"""The catalogue of diagnostics: what the checker finds about definitions, actions and packs, and warnings.

Examples stand upon the game in `tests/data/example.bang`, except those that say how a game starts. Where one
has several packs, each begins with its manifest.
"""

from __future__ import annotations

from bangrules.language.codes import entry

# ---- E04: definitions, actions, clauses

entry(
    "E0401",
    "clauses that don't go together",
    cause="An action aims once, lies in one zone, and does something to what it aims at. `use ... as` "
    "takes only `if`, `limit` and `once`, since the card costs and aims as what it is used as.",
    cure="Leave out the clause that is one too many, or write what happens.",
    bad='card salute "Salute" plain\n    copies A♠\n    play on rivals\n',
    good='card salute "Salute" plain\n    copies A♠\n    play on rivals: gain 1 to target\n',
)
entry(
    "E0402",
    "not a price",
    cause="One pays with the card itself, `costs this`, with cards held, `costs 2 cards`, or with a "
    "number of the player's, such as gold.",
    cure="Declare a field `of player: number`, or pay with cards.",
    bad='character miner "Miner" life 4\n    use costs 2 gold: gain 1\n',
    good='field gold of player: number = 0\n\ncharacter miner "Miner" life 4\n    use costs 2 gold: gain 1\n',
)
entry(
    "E0403",
    "limit in what?",
    cause="`limit` and `once` count up to the end of the turn, and nothing says what a turn is.",
    cure="Declare it with `start rounds in turn`, or write `per` and the name of a procedure.",
    bad="start game\nprocedure game: offer main to item(everyone, 1)\nwindow main\n"
    'zone fist of player\nborder plain\n    each play from fist\ncard joker "Joker" plain\n    copies A♠\n'
    "    play limit 1: pass\n",
    good="start game\nprocedure game: offer main to item(everyone, 1)\nwindow main\n"
    'zone fist of player\nborder plain\n    each play from fist\ncard joker "Joker" plain\n    copies A♠\n'
    "    play limit 1 per game: pass\n",
)
entry(
    "E0404",
    "a role table that doesn't work out",
    cause="A role table gives each player of the game one role, for 1 to 8 players.",
    cure="Let the numbers behind the roles add up to the number of players.",
    bad="roles 5: guard, thief 2, hermit\n",
    good="roles 5: guard 2, thief 2, hermit\n",
)
entry(
    "E0405",
    "not a copy",
    cause="Each copy of a card has a rank and a suit; a suit alone is none.",
    cure="Write faces, `9♠`, or runs of faces, `2♠..9♠`.",
    bad='card bow "Bow" tool\n    copies ♠\n',
    good='card bow "Bow" tool\n    copies 9♠\n',
)
entry(
    "E0406",
    "like itself",
    cause="Something is like itself, or a border is itself, perhaps by way of others.",
    cure="Let one of them stand on its own.",
    bad='card bow "Bow" like arrow\ncard arrow "Arrow" like bow\n',
    good='card bow "Bow" tool\n    copies 9♠\ncard arrow "Arrow" like bow\n',
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
    cause="Actions belong to cards, characters and the like; `play` is for cards, `copies` for cards, "
    "`each` for borders.",
    cure="Put the line under the right heading. Characters, roles and events `use` what they can do.",
    bad='character archer "Archer" life 4\n    play: gain 1\n',
    good='character archer "Archer" life 4\n    use: gain 1\n',
)
entry(
    "E0409",
    "where does the card lie?",
    cause="A card's action is offered where the card lies, and nothing says where.",
    cure="Write `from` and the zone, or let the border say it for all its cards: `each use from row`.",
    bad='card bow "Bow" plain\n    copies 9♠\n    use: gain 1\n',
    good='card bow "Bow" plain\n    copies 9♠\n    use from fist: gain 1\n',
)
entry(
    "E0410",
    "a clause that would give a secret away",
    cause="What a player may do is shown to that player, so it must not depend on what the player can't"
    " see: cards that another holds or that lie in a hidden pile, another's secret role. Stats "
    "that a clause asks, and what modifies them, count too; so does what decides whether a player has the "
    "ability or the card in force that gives the action, and what is paid with.",
    cure="How many cards there are is no secret: `count(p.fist)`, `p.fist is empty`. `shown(p.team)` "
    "is the field as far as all know it. Who has a role that is declared `open` is shown to everyone, and "
    "so is what it modifies. Or decide it in the body, when the action has been taken.",
    bad='card badge "Badge" plain\n    copies A♠\n'
    "    play on one of rivals where it.team is thief: lose target\n",
    good='card badge "Badge" plain\n    copies A♠\n'
    "    play on one of rivals where shown(it.team) is none:\n"
    "        if target.team is thief: lose target by self\n",
)

entry(
    "E0411",
    "rules for some tables, by what may change",
    cause="A pack's rules under an `if` are chosen when a game begins: they are at work in all of it, or not"
    " at all. So the condition may ask how many play and the table's options, and nothing that changes.",
    cure="Ask `count(everyone)` or an option, or write the `if` in each rule.",
    bad="if count(rich) is 3:\n    modify strength(_): + 1\n",
    good="if count(everyone) is 3:\n    modify strength(_): + 1\n",
)
entry(
    "E0412",
    "a reason that nobody is told",
    cause="A text behind a modifier is the reason that players are told when it forbids what they want. Only "
    "`allowed` and `may_pass` forbid something.",
    cure="Delete the text, or modify one of these.",
    bad='modify strength(p) if p.coins is 1: +1 "with one coin"\n',
    good='modify allowed(p, _, _) if p.coins is 1: no "not with one coin"\n',
)

# ---- E05: packs

entry(
    "E0501",
    "a pack that is not required",
    cause="A name is declared in another pack, which this one doesn't require: without it the file "
    "would not load.",
    cure="Add `requires` and the pack to the manifest.",
    bad='pack silver "Silver"\n\nfield silver of player: number = 0\npack mine "Mine"\n'
    "    requires example\n\nafter turn(p): p.silver += 1\n",
    good='pack silver "Silver"\n\nfield silver of player: number = 0\npack mine "Mine"\n'
    "    requires example, silver\n\nafter turn(p): p.silver += 1\n",
)
entry(
    "E0502",
    "a name of an optional pack",
    cause="An optional pack may be absent. Then its cards, characters, roles, borders and events match "
    "nothing, and all else that it declares is not there at all.",
    cure="Write `pack.id`, and only where something is matched or listed. For more, require the pack.",
    bad='pack arrows "Arrows"\n    requires example\n\ncard bow "Bow" tool\n    copies 9♠\npack mine "Mine"\n'
    "    requires example\n    optional arrows\n\nmodify allowed(_, bow, _): no\n",
    good='pack arrows "Arrows"\n    requires example\n\ncard bow "Bow" tool\n    copies 9♠\n'
    'pack mine "Mine"\n'
    "    requires example\n    optional arrows\n\nmodify allowed(_, arrows.bow, _): no\n",
)
entry(
    "E0503",
    "replaced twice",
    cause="Two packs put something in the place of the same thing.",
    cure="Load one of them, or let one replace what the other has put there.",
    bad='pack one "One"\n    requires example\n\n'
    'card cake "Cake" replaces example.bread like example.bread\npack two "Two"\n'
    '    requires example\n\ncard pie "Pie" replaces example.bread like example.bread\n',
    good='pack one "One"\n    requires example\n\n'
    'card cake "Cake" replaces example.bread like example.bread\npack two "Two"\n'
    '    requires example, one\n\ncard pie "Pie" replaces one.cake like one.cake\n',
)
entry(
    "E0504",
    "a manifest against itself",
    cause="A pack requires, conflicts with or does without the same other pack, or names itself.",
    cure="Say one thing of each other pack.",
    bad='pack mine "Mine"\n    requires example\n    optional example\n',
    good='pack mine "Mine"\n    requires example\n',
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
    bad='pack one "One"\n    requires example\n\npack two "Two"\n    requires example\n    conflicts one\n',
    good='pack one "One"\n    requires example\n\npack two "Two"\n    requires example\n',
)

# ---- warnings

# ---- E07: translations

entry(
    "E0701",
    "not another language",
    cause="A translation begins with the code of a language, two or three small letters, which is not that "
    "of the files themselves.",
    cure="Write `translation hu`, or `translation pt_br`.",
    bad='translation Hungarian\n    stone "kő"\n',
    good='translation hu "magyar"\n    stone "kő"\n',
)
entry(
    "E0702",
    "nothing says this",
    cause="A line of a translation begins with a text that no file of its pack, or of the packs it requires, "
    "has; perhaps it was changed there.",
    cure="Write the text as the files have it, with the names in braces. For the name of a card or the like "
    "write its id.",
    bad='translation hu\n    "what will you do" "mit teszel?"\n',
    good='translation hu\n    "what will you do?" "mit teszel?"\n',
)
entry(
    "W0201",
    "never used",
    cause="A name is given to something, and nothing reads it. Perhaps another name was meant further down.",
    cure="Use it or delete it. In a pattern `_` stands for what doesn't matter; a `for` of which only "
    "the number of turns matters is a `repeat`.",
    bad="after lose(p, n): gain 1 to p\n",
    good="after lose(p): gain 1 to p\n",
)
entry(
    "W0202",
    "a name that hides another",
    cause="A new name is the same as one that is there already. It ends with its block, and the other "
    "one is there again, unchanged.",
    cure="To change the other one, assign to it: `c = ...`. Else choose another name.",
    bad="procedure pay_up(p: player):\n    let n = 1\n    if p.coins < 2:\n        let n = 2\n"
    "        gain n to p\n    gain n to p\n",
    good="procedure pay_up(p: player):\n    let n = 1\n    if p.coins < 2: n = 2\n    gain n to p\n",
)
entry(
    "W0301",
    "never so",
    cause="A condition is never met, or something is allowed zero times, so what depends on it never "
    "happens.",
    cure="Mend the condition, or delete what depends on it.",
    bad='character archer "Archer" life 4\n    use limit 0: gain 1\n',
    good='character archer "Archer" life 4\n    use limit 2: gain 1\n',
)
entry(
    "W0401",
    "a window that is never offered",
    cause="An action is offered in a window, and no procedure ever offers that window to anybody.",
    cure="Offer it: `offer window to player`, or use a window that the rules offer.",
    bad='window NIGHT\n\ncharacter owl "Owl" life 4\n    answer NIGHT: gain 1\n',
    good='window NIGHT\nafter turn(p): offer NIGHT to p\n\ncharacter owl "Owl" life 4\n'
    "    answer NIGHT: gain 1\n",
)
entry(
    "W0402",
    "in no deck",
    cause="A card lies in the decks of games in as many copies as its file says, and this one says none. No "
    "other card is like it, and none is used as it. An event lies in the deck that rules make of all events, "
    "and the packs that this one requires have no such rule.",
    cure="Write its ranks and suits behind `copies`, or a number alone for cards that have none. For events, "
    "require a pack that has a deck of them.",
    bad='card bow "Bow" plain\n    play: gain 2\n',
    good='card bow "Bow" plain\n    copies 9♠\n    play: gain 2\n',
)
entry(
    "W0403",
    "a card that nobody can use",
    cause="The border of the card says from where its cards are played or used, and the card never is: "
    "it has no `play`, no `use` and no `answer`. No rule puts it where cards are in force, and none asks "
    "for it by name.",
    cure="Write what it does when it is played, or in which window it answers.",
    bad='card bow "Bow" plain\n    copies 9♠\n',
    good='card bow "Bow" plain\n    copies 9♠\n    play: gain 2\n',
)
entry(
    "W0404",
    "never in force",
    cause="The hooks and modifiers of a card, and what it can do from there, count only while it lies in a "
    "zone that is `in force`. No rule ever puts this card into one: it is discarded when it is played, or is "
    "held in hand.",
    cure="Give it a border whose cards are put there, or let `play` do it. What happens when a card is "
    "played stands behind its `play`.",
    bad='card bow "Bow" plain\n    copies 9♠\n    modify strength(self): + 1\n',
    good='card bow "Bow" tool\n    copies 9♠\n    modify strength(self): + 1\n',
)
entry(
    "W0405",
    "a face in two runs",
    cause="Two runs of faces overlap, or a face stands beside a run that has it already: perhaps a slip"
    " of the pen.",
    cure="Mend the run. If there really are two such copies, write the face twice and leave it out of "
    "the run.",
    bad='card bow "Bow" tool\n    copies 2♠..9♠ 5♠\n',
    good='card bow "Bow" tool\n    copies 2♠..4♠ 5♠ 5♠ 6♠..9♠\n',
)
entry(
    "W0406",
    "a change that is lost",
    cause="A hook has its own copies of what the procedure was given. Another value for one changes nothing "
    "for the procedure, nor for other hooks, and this hook doesn't use it either.",
    cure="Undo afterwards what is too much, or do something else with `instead of`.",
    bad="before gain(n, _) if n > 1: n = n - 1\n",
    good="after gain(n, p) if n > 1: lose p\n",
)
entry(
    "W0407",
    "a card without its number",
    cause="The border of the card asks for the number that is printed on it, `this.number`, and none is.",
    cure="Write it behind the border.",
    bad="border bulky is tool\n    modify strength(self): this.number\n"
    'card sack "Sack" bulky\n    copies 9♠\n',
    good="border bulky is tool\n    modify strength(self): this.number\n"
    'card sack "Sack" bulky 2\n    copies 9♠\n',
)
entry(
    "W0501",
    "a pack that is there already",
    cause="One of the packs that come with the library has this name. Where packs are named to be played, "
    "this one is refused.",
    cure="Give it another name.",
)
entry(
    "W0701",
    "a translation leaves something out",
    cause="The text of the files tells something in braces, and the translation does not.",
    cure="Tell it too.",
    bad='procedure cheer(p: player) "{p} cheers.": pass\ntranslation hu\n    "{p} cheers." "Éljen!"\n',
    good='procedure cheer(p: player) "{p} cheers.": pass\ntranslation hu\n    "{p} cheers." "{p} éljenez."\n',
)
entry(
    "W0801",
    "a rules text and its program differ",
    cause="The text that is written for a card names other numbers above one, suits, colors or cards than "
    "its program does, or says nothing of one of the symbols in capitals that it uses. Or a phrase names a "
    "number that the procedure it speaks of has not. One has been changed, and the other forgotten.",
    cure="Mend the text or the program. A text that says no more than the program does can be deleted: then "
    "it is made from the program, and `bangrules show` tells it.",
    bad='phrase gain "{p} gains {n coin}"\nphrase turn "{p\'s} turn"\ncharacter miser "Miser" life 4\n'
    '    text "After his turn he gains two coins."\n    after turn(self): gain 3 to self\n',
    good='phrase gain "{p} gains {n coin}"\nphrase turn "{p\'s} turn"\ncharacter miser "Miser" life 4\n'
    '    text "After his turn he gains three coins."\n    after turn(self): gain 3 to self\n',
)
