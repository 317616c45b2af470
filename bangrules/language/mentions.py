"""Where names are written, and what they mean there: what the checker notes for editors."""

from __future__ import annotations

from attrs import field, frozen

from bangrules.language.syntax import Span

__all__ = ["Mention"]


@frozen
class Mention:
    """A name in a card file.

    `what` says of which sort the thing is: `stat`, `zone`, `card`, `local`, `word` and so on; `id` which one
    of that sort: its name, for definitions `pack.id`, for a local the place where it is bound. `name` is what
    is written, `at` a stretch in which it stands, as close as the checker knows it. `declares`: here it is
    declared. `type` is that of a local, in words.
    """

    what: str
    id: str
    name: str
    at: Span
    declares: bool = False
    type: str = field(default="", eq=False)

    @property
    def thing(self) -> tuple[str, str]:
        """What all mentions of one thing have in common."""
        return self.what, self.id
