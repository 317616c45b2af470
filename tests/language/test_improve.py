"""What is known beforehand is not asked, and cards are not looked for where they are known to lie."""

from __future__ import annotations

from bangrules.kernel.lists import Kept, without
from bangrules.language import model as m
from bangrules.language.flow import always, never
from bangrules.language.improve import Places, folded, pruned
from bangrules.language.types import ANY, CARD, CARDS, PLAYER, YESNO, ZONE, list_of

DECK = m.Zone("deck", False, "nobody", False, "deck")
PILE = m.Zone("pile", False, "everyone", False, "pile")
HAND = m.Zone("hand", True, "owner", False, "hand")
FLAGS = m.Const((False, False), type=ANY)
NOBODY = m.Const(None, type=PLAYER.maybe)


def zone(of: m.Zone, owner: str | None = None) -> m.ZoneRef:
    return m.ZoneRef(of, None if owner is None else m.Local(owner, type=PLAYER), type=ZONE)


def move(card: str, to: m.ZoneRef) -> m.Command:
    cards = m.ListEx((m.Local(card, type=CARD),), type=CARDS)
    return m.Command("move", (cards, to, FLAGS, NOBODY), None)


def choose(into: str, of: m.ZoneRef) -> m.ChooseSt:
    return m.ChooseSt(m.Local("p", type=PLAYER), m.ReadZone(of, type=CARDS), into, CARD, None)


def words(body: tuple[m.St, ...]) -> list[object]:
    return [st.word for st in body if isinstance(st, m.Command)]


def places() -> Places:
    return Places(set(), ("deck", "pile", "hand"))


def test_conditions_about_what_is_fixed_are_answered() -> None:
    same = m.Op("==", zone(DECK), zone(DECK), type=YESNO)
    other = m.IsSort(zone(DECK), "zone", PILE, type=YESNO)
    open_ = m.Op("==", m.Local("a", type=PLAYER), m.Local("b", type=PLAYER), type=YESNO)
    assert always(folded(same))
    assert never(folded(other))
    assert folded(m.Op("and", same, open_, type=YESNO)) is open_
    assert always(folded(m.NotEx(other, type=YESNO)))


def test_what_is_never_reached_is_left_out() -> None:
    yes = m.Op("==", zone(DECK), zone(DECK), type=YESNO)
    gone, kept, last = move("a", zone(PILE)), move("b", zone(PILE)), m.ReturnSt(None)
    made = pruned((m.IfSt(yes, (kept, last), (gone,)), gone))
    assert len(made) == 2
    assert isinstance(made[0], m.Command)
    assert isinstance(made[1], m.ReturnSt)


def test_a_chosen_card_is_taken_from_where_it_was_chosen() -> None:
    made = places().body((choose("c", zone(HAND, "p")), move("c", zone(PILE))), {})
    assert words(made) == ["put"]


def test_a_card_is_looked_for_after_anything_may_have_moved_it() -> None:
    run = m.Procedure("run", (), list_of(CARD))
    again = (choose("c", zone(HAND, "p")), m.Invoke(run, ()), move("c", zone(PILE)))
    assert words(places().body(again, {})) == ["move"]
    taken = (choose("c", zone(HAND, "p")), move("d", zone(PILE)), move("c", zone(PILE)))
    assert words(places().body(taken, {})) == ["move", "move"]
    loop = m.WhileSt((), m.Const(True, type=YESNO), (move("c", zone(PILE)),))
    inside = places().body((choose("c", zone(HAND, "p")), loop), {})[1]
    assert isinstance(inside, m.WhileSt)
    assert words(inside.body) == ["move"]


def test_a_change_of_the_owner_makes_its_zone_unknown() -> None:
    changed = m.SetLocal("p", m.Local("q", type=PLAYER))
    made = places().body((choose("c", zone(HAND, "p")), changed, move("c", zone(PILE))), {})
    assert words(made) == ["move"]


def test_what_a_function_answers_is_kept() -> None:
    asked: list[int] = []

    def double(n: int) -> int:
        asked.append(n)
        return 2 * n

    kept = Kept(double)
    assert [kept[2], kept[3], kept[2]] == [4, 6, 4]
    assert asked == [2, 3]


def test_one_member_is_taken_out_wherever_and_however_often_it_is() -> None:
    assert without((1, 2, 3), (2,)) == (1, 3)
    assert without((1, 2, 3), (4,)) == (1, 2, 3)
    assert without((2, 1, 2), (2,)) == (1,)
    assert without((), (1,)) == ()
