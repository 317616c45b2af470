"""The catalogue of diagnostics: what the checker finds about names, types and programs.

Examples stand upon the game in `tests/data/example.bang`, except those that say how a game starts. Where one
has several packs, each begins with its manifest.
"""

from __future__ import annotations

from bangrules.language.codes import entry

# ---- E02: names

entry(
    "E0201",
    "an unknown name",
    cause="Nothing by this name is declared: no stat, procedure, field, zone, card or whatever belongs here.",
    cure="Check its spelling; the message suggests a near name, or says what else the name stands for."
    " If another pack declares it, require that pack.",
    bad="modify naer(_, self): +1\n",
    good="modify near(_, _): +1\n",
)
entry(
    "E0202",
    "declared twice",
    cause="Two things have the same name where only one can: two stats, a stat and a field of the game,"
    " a card and a word of the language. Packs share their names, except for cards, characters "
    "and the like.",
    cure="Rename one of them. What another pack declares is not declared anew to change it: stats are "
    "changed with `modify`, procedures with `before`, `after` and `instead of`. The value of an option is "
    "chosen when a game begins, as with `--option`; a pack changes the stat that asks for it. To put a card "
    "in the place of another on purpose, use `replaces`.",
    bad="stat strength(p: player): 2\n",
    good="modify strength(_): 2\n",
)
entry(
    "E0203",
    "an unknown label",
    cause="The call has a label, such as `by` or `to`, that what is called doesn't have. Stats have no "
    "labels at all.",
    cure="Look up how it is declared; the message shows it.",
    bad="procedure rob(p: player): lose p from p\n",
    good="procedure rob(p: player): lose p by p\n",
)
entry(
    "E0204",
    "who sees it?",
    cause="Zones and fields are seen by `everyone`, by `nobody`, or, if they are `of player`, by their "
    "`owner`.",
    cure="Write one of these three words behind `seen by`.",
    bad="zone bank seen by owner\n",
    good="zone purse of player seen by owner\n",
)
entry(
    "E0205",
    "a name with several meanings",
    cause="Several packs that this one requires declare something by this name.",
    cure="Write the pack in front of it, as `one.bow`.",
    bad='pack one "One"\n    requires example\n\ncard bow "Bow" tool\n    copies 9♠\npack two "Two"\n'
    '    requires example\n\ncard bow "Bow" tool\n    copies 9♥\npack three "Three"\n'
    "    requires example, one, two\n\nmodify allowed(_, bow, _): no\n",
    good='pack one "One"\n    requires example\n\ncard bow "Bow" tool\n    copies 9♠\npack two "Two"\n'
    '    requires example\n\ncard bow "Bow" tool\n    copies 9♥\npack three "Three"\n'
    "    requires example, one, two\n\nmodify allowed(_, one.bow, _): no\n",
)
entry(
    "E0206",
    "something of the wrong kind",
    cause="A name is known, but stands for something of another kind than is needed: a role where a "
    "card belongs, a character that is like a card.",
    cure="Name something of the right kind.",
    bad='character archer "Archer" life 4 like stone\n',
    good='character archer "Archer" life 4 like scout\n',
)
entry(
    "E0207",
    "`_` outside of a pattern",
    cause="`_` matches anything, so it stands only where something is matched: in the brackets behind "
    "the name that a hook or a modifier is for.",
    cure="Write what is meant.",
    bad="stat far(p: player): near(p, _)\n",
    good="stat far(p: player): near(p, left_of(p, rich))\n",
)
entry(
    "E0208",
    "there is no such thing here",
    cause="`self`, `this`, `target` and `it` are there only in some places: rules of a pack belong to "
    "nobody, characters are no cards, and without `on` an action has no target.",
    cure="Take the player or card from a parameter, or put the line where there is one.",
    bad="after pause: gain 1 to self\n",
    good="after turn(p): gain 1 to p\n",
)
entry(
    "E0209",
    "too few or too many arguments",
    cause="What is called, matched or assigned needs more arguments than there are, or has fewer than "
    "are given.",
    cure="Look up how it is declared; the message shows it.",
    bad="stat far(p: player): near(p)\n",
    good="stat far(p: player): near(p, left_of(p, rich))\n",
)
entry(
    "E0210",
    "this can't be changed",
    cause="Only names of the program and fields can be given another value. Stats are asked, and cards "
    "are moved.",
    cure="Modify a stat, `move` cards to a zone, or keep the value in a field.",
    bad="procedure strip(p: player): p.fist = 3\n",
    good="procedure strip(p: player): move p.fist to heap\n",
)
entry(
    "E0211",
    "of whom?",
    cause="Zones are of the game or `of player`; fields are of the game, `of player` or `of card`. A "
    "field inside a definition belongs to its card or player anyway.",
    cure="Write `of player` or `of card`, or leave it out.",
    bad="field gold of heap: number = 0\n",
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
    cause="Names in braces stand for values: in the sentence of a procedure its parameters, in a prompt"
    " any name that is known there, in other texts what the message lists. In every text the id of a card,"
    " character, role or event stands for its name. In a phrase the brace says in which form too: a noun is"
    " counted by a number, a verb stands behind a player or a card.",
    cure="Write one of these names, in a form that its value has, and close what is opened.",
    bad='procedure cheer(p: player) "{q} cheers.": pass\n',
    good='procedure cheer(p: player) "{p} cheers.": pass\n',
)
entry(
    "E0214",
    "a name that has a meaning",
    cause="Words like `self`, `it` and `none` mean the same everywhere, so nothing else can be called "
    "by them.",
    cure="Choose another name.",
    bad="procedure spread(cards: cards):\n    for it in cards: drop it\n",
    good="procedure spread(cards: cards):\n    for c in cards: drop c\n",
)
entry(
    "E0215",
    "a board without its map",
    cause="A board is drawn in a map, a file of the same pack that ends with `.map`, and there is none of "
    "that name.",
    cure="Put the map beside the card files, or write its name as it is.",
)
entry(
    "E0216",
    "a mistake in a map",
    cause="A map has sections that say what its characters mean, in values that card files declare, and "
    "drawings made of these characters: one of squares and the edges between them, and perhaps one of rooms "
    "that is as large.",
    cure="The message points at the place; the page on boards shows a map.",
)

entry(
    "E0217",
    "a look that can't be drawn",
    cause="A `look` gives something a shape of the library, or a drawing of your own as path data of "
    "SVG, and a color as `#rrggbb`. One of these is not what it should be, or nothing is given.",
    cure="Write the name of a shape, or path data that begins with `M` and keeps to a box of 24 by 24; the "
    "message lists the shapes.",
    bad="look stone hart\n",
    good='look stone heart color "#8a5a2b"\n',
)
entry(
    "E0218",
    "a map on which a game does not work",
    cause="The rules say with `fault` which squares of a board are wrong, and this is one: a treasure that "
    "nobody can reach, an exit without a door.",
    cure="Draw the map otherwise; the message is that of the rules.",
)

# ---- E03: types and programs

entry(
    "E0301",
    "a value of the wrong type",
    cause="Something else is needed here than what stands here: a player and not a number, a list and "
    "not one.",
    cure="The message says what is expected and what was found.",
    bad="modify strength(_): yes\n",
    good="modify strength(_): 2\n",
)
entry(
    "E0302",
    "this may be `none`",
    cause="A value that may be missing is used as if it were there: a type with `?`, what was chosen "
    "from a list that may be empty, the top of a pile.",
    cure="Test it first: `if c is not none: ...`, or `x is not none and ...`.",
    bad="procedure burn(p: player): put top(stock) to p\n",
    good="procedure burn(p: player):\n    let c = top(stock)\n    if c is not none: put c to p\n",
)
entry(
    "E0303",
    "what is it?",
    cause="A value may be one of several things, a player or a card, a player or a zone, and something "
    "is asked of it that only one of them has.",
    cure="Test what it is first: `if target is player: ...`, `x is card and ...`.",
    bad="before affect(target) if target.coins < 2: end affect\n",
    good="before affect(target) if target is player and target.coins < 2: end affect\n",
)
entry(
    "E0304",
    "a test without use",
    cause="The two sides can never be the same, or what is tested can never be missing or empty.",
    cure="Compare things of one sort. `is` also asks for the kind: `c is stone`, `c is red`, `x is card`.",
    bad="stat odd(p: player): p.coins is red\n",
    good="stat odd(c: card): c is red\n",
)
entry(
    "E0305",
    "not written out",
    cause="The value of an option, or the one that a field begins with, must be there before the game "
    "begins.",
    cure="Write a number, `yes` or `no`, a text in quotes, or a declared value.",
    bad='option most = count(rich) "how many cards one may grab"\nmodify grabs(_): at most most\n',
    good='option most = 7 "how many cards one may grab"\nmodify grabs(_): at most most\n',
)
entry(
    "E0306",
    "only asking is allowed here",
    cause="Stats, conditions inside expressions, clauses and patterns may be asked at any time and as "
    "often as one likes, so they must not change anything: no drawing, no dice, no decisions.",
    cure="Do it in a statement, and give the answer a name: `let c = turn_up(p)`.",
    bad="stat lucky(p: player): turn_up(p) is red\n",
    good="procedure lucky(p: player) gives yesno:\n    let c = turn_up(p)\n    return c is red\n",
)
entry(
    "E0307",
    "it doesn't answer that",
    cause="A value, or a block that depends on an answer, is behind something that answers nothing or "
    "something else than yes or no.",
    cure="Declare with `gives` what the procedure answers, or don't ask it.",
    bad="procedure test(p: player):\n    let x = pause\n    if x: lose p\n",
    good="procedure test(p: player):\n    let c = turn_up(p)\n    if c is black: lose p\n",
)
entry(
    "E0308",
    "asked or done?",
    cause="Stats are asked and modified, procedures are done and hooked, and here it is the other way "
    "around.",
    cure="Hook a procedure with `before`, `after` or `instead of`; change a stat with `modify`.",
    bad="after strength(p): gain 1 to p\n",
    good="modify strength(_): +1\n",
)
entry(
    "E0309",
    "answering and leaving",
    cause="`return`, `end`, `proceed` or `fail` stands where it makes no sense, or a way through a "
    "procedure ends without the answer that it `gives`.",
    cure="End each way through a procedure that `gives` something with `return`; a hook `instead of` "
    "one with `return` or `proceed`.",
    bad="procedure best(p: player) gives number:\n    if p.coins > 2: return 1\n",
    good="procedure best(p: player) gives number:\n    if p.coins > 2: return 1\n    return 2\n",
)
entry(
    "E0310",
    "never reached",
    cause="The statement above always leaves the program, so this one never has its turn.",
    cure="Delete it, or mend what stands above.",
    bad="procedure best(p: player) gives number:\n    return p.coins\n    gain 1 to p\n",
    good="procedure best(p: player) gives number:\n    gain 1 to p\n    return p.coins\n",
)
entry(
    "E0311",
    "stats ask each other in a circle",
    cause="To answer, a stat would have to be asked itself: directly, through other stats, or through "
    "what modifies them. Testing a card's suit or rank asks the stats `suit` and `rank`.",
    cure="Let one of them ask for something else, such as a field or what is printed.",
    bad="modify strength(p) if near(p, left_of(p, rich)) > 1: +1\nmodify near(a, _) if strength(a) > 2: -1\n",
    good="modify strength(p) if p.coins is 1: +1\nmodify near(a, _) if strength(a) > 2: -1\n",
)
entry(
    "E0312",
    "the engine expects something else",
    cause="The engine itself asks a few stats and runs a few procedures by name, such as `in_force` or "
    "what stands behind `start`. Their parameters and answers are fixed.",
    cure="Declare them as the message says, or choose another name.",
    bad="start game\nprocedure game(ps: players): win ps\n",
    good="start game\nprocedure game: win everyone\n",
)
entry(
    "E0313",
    "a field without a value to begin with",
    cause="Numbers, texts, yes or no, and values of your own are there from the beginning, so something"
    " must say which.",
    cure="Write it behind the type: `: number = 0`.",
    bad="field gold of player: number\n",
    good="field gold of player: number = 0\n",
)
entry(
    "E0314",
    "force decided by what is not yet in force",
    cause="What is in force, and who has which abilities, is decided in order: events, then roles and "
    "characters, then cards. What is decided later can't have a say. Roles and characters can add to "
    "`abilities`, but take none away, since they are abilities themselves; and they can put cards out of "
    "force, but neither events nor each other. It is decided anew when a field or a zone changes for which "
    "it asks by name, and not by what runs just now, what has been shown, or zones that it doesn't name.",
    cure="Put it into the rules of a pack, or into an event. What changes otherwise can be kept in a field.",
    bad='card cloak "Cloak" tool\n    modify in_force(x) if x is character: no\n',
    good='character mute "Mute" life 4\n    modify in_force(x) if x is card and x.holder is not none: no\n',
)
entry(
    "E0315",
    "the engine's own procedure",
    cause="`act` and `affect` are run by the engine, for an action and for each of its targets. Rules "
    "can hook them.",
    cure="Call what the action does instead.",
    bad="after turn(p): affect(p, p, p.fist)\n",
    good="before affect(target) if target is player and target.coins < 2: end affect\n",
)
entry(
    "E0316",
    "an empty list of what?",
    cause="A name stands for an empty list, and it is read before anything tells what the list holds.",
    cure="Fill it first, or begin with a list of the right sort: `let cs = p.hand where no`.",
    bad="procedure gather(p: player):\n    let cs = empty\n    repeat 2:\n        drop cs\n"
    "        cs += p.fist\n",
    good="procedure gather(p: player):\n    let cs = empty\n    repeat 2: cs += p.fist\n    drop cs\n",
)
entry(
    "E0317",
    "bounds that do not fit",
    cause="The usual value of an option is out of its bounds, one bound stands twice, or no number is within "
    "both.",
    cure="Write `at least` once, `at most` once, or one of them, so that the usual value is within.",
    bad='option most = 7, at most 5 "how many cards one may grab"\nmodify grabs(_): at most most\n',
    good='option most = 5, at most 7 "how many cards one may grab"\nmodify grabs(_): at most most\n',
)
