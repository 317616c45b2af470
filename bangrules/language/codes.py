"""The catalogue of diagnostics: for each code its cause, its cure and an example.

Codes never change their meaning. E00 is reading, E01 syntax, E02 names, E03 types, E04 clauses and actions,
E05 packs, E06 scenarios, E07 translations, E08 rules texts; codes that begin with W are warnings.
"""

from __future__ import annotations

from attrs import frozen

__all__ = ["CATALOGUE", "Entry"]


@frozen
class Entry:
    """What `bangrules explain` says about a code. `bad` and `good` are texts of card files, or None."""

    code: str
    title: str
    cause: str
    cure: str
    bad: str | None = None
    good: str | None = None


CATALOGUE: dict[str, Entry] = {}
"""All entries by code."""


def entry(
    code: str, title: str, *, cause: str, cure: str, bad: str | None = None, good: str | None = None
) -> None:
    """Add an entry."""
    assert code not in CATALOGUE, code
    CATALOGUE[code] = Entry(code, title, cause, cure, bad, good)


# ---- E00: reading

entry(
    "E0001",
    "a card file can't be read",
    cause="The file is missing, is a folder, or its permissions forbid reading it.",
    cure="Check the path and the permissions.",
)
entry(
    "E0002",
    "a card file is not in UTF-8",
    cause="The file was saved in another encoding, such as UTF-16 or Windows-1252.",
    cure="Save it as UTF-8, with or without a byte order mark.",
)
entry(
    "E0003",
    "not a text file",
    cause="The file holds bytes that no text has; it may be an image or an archive with a wrong name.",
    cure="Give the path of a card file.",
)
entry(
    "E0004",
    "a card file is too large",
    cause="Card files are read whole, and this one is larger than any real one.",
    cure="Split it: all files of a pack count as one.",
)
entry(
    "E0005",
    "an invisible character",
    cause="A control character or a mark of writing direction stands in the file. Text with it may look "
    "otherwise than it is read.",
    cure="Delete the character. Text copied from a web page or a PDF often brings some along.",
)
entry(
    "E0006",
    "indentation with spaces and with tabs",
    cause="Some lines are indented with tabs, some with spaces, so how deep they are depends on the editor.",
    cure="Indent the whole file with one of them, best with four spaces for each level.",
    bad="procedure greet:\n    pass\n\nprocedure part:\n\tpass\n",
    good="procedure greet:\n    pass\n\nprocedure part:\n    pass\n",
)

# ---- E01: syntax

entry(
    "E0101",
    "something else was expected",
    cause="The line can't go on as it does. The message lists what can stand at the caret.",
    cure="Compare the line with one that works, or with the reference of the language.",
    bad="stat tries(p player): 1\n",
    good="stat tries(p: player): 1\n",
)
entry(
    "E0102",
    "a text is not closed",
    cause='A text begins with `"` and must end with `"` on the same line.',
    cure='Put the second `"`. Inside a text use typographic quotes, “ and ”.',
    bad='window main "What will you play?\n',
    good='window main "What will you play?"\n',
)
entry(
    "E0103",
    "brackets that don't match",
    cause="A bracket is opened and never closed, or closed and never opened.",
    cure="Add or delete one. Inside brackets a line may go on in the next one.",
    bad="stat total: count(players\n",
    good="stat total: count(players)\n",
)
entry(
    "E0104",
    "no such face",
    cause="A face is a rank and a suit: ranks are 2 3 4 5 6 7 8 9 10 J Q K A, suits ♠ ♥ ♦ ♣ or S H D C.",
    cure="Write the ace as `A♠`, ten as `10♠`, and letters as capitals.",
    bad="card shoes\n    copies 1♠ 11♥\n",
    good="card shoes\n    copies A♠ J♥\n",
)
entry(
    "E0105",
    "a character without a meaning",
    cause="The language doesn't use this character outside texts and comments.",
    cure="Delete it. Texts stand in straight quotes, comments begin with `#`.",
    bad="window main “Play”\n",
    good='window main "Play"\n',
)
entry(
    "E0106",
    "wrong indentation",
    cause="A line is indented where no block was begun, or returns to a depth that no line above has.",
    cure="Lines of one block begin in the same column; a block follows a heading or a `:`.",
    bad="procedure greet:\n        pass\n    pass\n",
    good="procedure greet:\n    pass\n    pass\n",
)
entry(
    "E0107",
    "a colon is missing",
    cause="What begins a block ends with `:`.",
    cure="Put `:` at the end of the line.",
    bad="procedure greet\n    pass\n",
    good="procedure greet:\n    pass\n",
)
entry(
    "E0108",
    "not a word of the language",
    cause="A word stands where only certain words of the language can, and is none of these.",
    cure="Check its spelling; the message suggests a near word.",
    bad="modfy tries(self): 2\n",
    good="modify tries(self): 2\n",
)
entry(
    "E0109",
    "a word of the language as a name",
    cause="A few words, such as `not`, `in`, `if`, `from` and `to`, stand where names can stand too. "
    "Nothing may be called by one of them.",
    cure="Choose another name.",
    bad="stat end(p: player): 1\n",
    good="stat last(p: player): 1\n",
)
entry(
    "E0110",
    "an operator of another language",
    cause="Card files compare with `is` and `is not` and join conditions with `and`, `or` and `not`.",
    cure="Write the word.",
    bad="stat alone: count(players) == 1\n",
    good="stat alone: count(players) is 1\n",
)
entry(
    "E0111",
    "not a number",
    cause="Numbers are whole, have at most nine digits, and touch no letter.",
    cure="Write the number in digits, with a space behind it.",
    bad="stat most_cards(p: player): 10000000000\n",
    good="stat most_cards(p: player): 10\n",
)
entry(
    "E0112",
    "nested too deeply",
    cause="Brackets, operators or blocks stand in each other deeper than anybody could read.",
    cure="Give a part a name: with `let`, a stat or a procedure.",
)
entry(
    "E0113",
    "not a run of faces",
    cause="A run such as `2♠..9♠` keeps to one suit and goes upward; the ace is the highest.",
    cure="Turn its ends around, or write one run for each suit.",
    bad="card shoes\n    copies 9♠..2♠\n",
    good="card shoes\n    copies 2♠..9♠\n",
)
entry(
    "E0114",
    "an empty block",
    cause="A line ends with `:`, but nothing belongs to it.",
    cure="Put a statement behind the colon, or indent the lines below. `pass` does nothing.",
    bad="procedure greet:\n\nprocedure part: pass\n",
    good="procedure greet: pass\n\nprocedure part: pass\n",
)
entry(
    "E0116",
    "said twice",
    cause="What can be said once is said twice: a line of a manifest, a rules text, the target of an action.",
    cure="Delete one of them.",
    bad='pack my_pack "My pack"\n    version "1.0"\n    version "1.1"\n',
    good='pack my_pack "My pack"\n    version "1.1"\n',
)
entry(
    "E0118",
    "not a line of a scenario",
    cause="The line sets up a table, takes an action or expects something, but in a way that can't be read.",
    cure="Write a seat as words, then fields and zones with what they hold; an action as one line.",
    bad='scenario "shoes"\n    seat A 7♠\n',
    good='scenario "shoes"\n    seat A hand 7♠\n',
)
entry(
    "E0120",
    "too many mistakes",
    cause="The file has so many mistakes that it is hardly a card file.",
    cure="Mend the first ones, or give the path of a card file.",
)

# ---- E06: scenarios

entry(
    "E0601",
    "a scenario does not hold",
    cause="The table cannot be, a step is not legal there, or the game is not as the scenario expects it.",
    cure="The report shows the table, what happened and what was legal: change the rules, or the scenario.",
)

# These add what the checker finds.
from bangrules.language import codes_check, codes_rules  # noqa: E402, F401
