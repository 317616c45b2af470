"""Why an action may not be taken: the first clause that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.errors import Reason
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.play.log import Speaker
from bangrules.play.trouble import rule_error

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["foreign", "reason_against"]

State = list[Any]


def foreign(action: object) -> Reason:
    """That something is no action of the rules played."""
    what = f"the action `{action}` of other rules" if isinstance(action, Action) else type(action).__name__
    return Reason("foreign", f"expected an action of these rules, found {what}")


def reason_against(rules: Rules, S: State, names: tuple[str, ...], action: Action) -> Reason:
    """Why an action of these rules that is not among the legal ones is not."""
    return Against(rules, S, names, action).reason()


class Against:
    """The search for what forbids one action."""

    def __init__(self, rules: Rules, S: State, names: tuple[str, ...], action: Action) -> None:
        self.rules = rules
        self.S = S[:]
        self.say = rules.say
        self.speaker = Speaker(rules, names)
        self.action = action

    def reason(self) -> Reason:
        S, action = self.S, self.action
        if S[k.OUTCOME] is not None:
            return Reason("over", self.say("the game is over"))
        waits = S[k.DECISION]
        if action.player >= len(S[k.SEATS]):
            return Reason("not_asked", self.say("there is no such player; {asked}", asked=self.asked(waits)))
        if waits[1] != action.player:
            return Reason("not_asked", self.asked(waits))
        if waits[0] == k.OFFER:
            return self.at_window(waits[2])
        return self.at_choice(waits)

    def asked(self, waits: Any) -> str:
        """Who is asked for what."""
        p = self.speaker.names[waits[1]]
        if waits[0] == k.OFFER:
            asking = self.rules.tables["windows"][waits[2]][1]
            return self.say("{player} is asked: {question}", player=p, question=asking)
        from bangrules.play.deciding import question

        if waits[6] == -1:
            return self.say("{player} is asked for a card to pay with", player=p)
        text, values = question(self.rules, self.speaker, waits[6], lambda c: False)
        return self.say("{player} is asked: {question}", player=p, question=self.speaker.fill(text, values))

    # ---- choices

    def at_choice(self, waits: Any) -> Reason:
        action = self.action
        *_, optional, site = waits
        card, where = None, None
        if site != -1:
            row = self.rules.tables["sites"][site[0] if isinstance(site, tuple) else site]
            where = f"{row[1][0]}:{row[1][1]}"
        if action.kind == "pass":
            if action.verb == "end" or optional:
                return Reason("not_asked", self.asked(waits))
            return Reason(
                "may_pass",
                self.say("something must be chosen: {asked}", asked=self.asked(waits)),
                card,
                where,
            )
        if action.kind not in ("choose", "random"):
            return Reason("not_asked", self.asked(waits))
        what = action.text.split(" chooses ", 1)[-1]
        return Reason("choice", self.say("{thing} is not among the options", thing=what), card, where)

    # ---- windows

    def at_window(self, window: int) -> Reason:
        rules, action, p = self.rules, self.action, self.action.player
        if action.kind == "pass":
            if action is not rules.passes[window][p]:
                return Reason("not_asked", self.asked(self.S[k.DECISION]))
            return self.forbidden(
                "may_pass", (p, window), self.say("{player} may not pass now", player=self.player)
            )
        if action.n < 0:
            return Reason("not_asked", self.asked(self.S[k.DECISION]))
        row = rules.tables["actions"][action.n]
        if window not in row["windows"]:
            return Reason("not_asked", self.asked(self.S[k.DECISION]))
        try:
            return self.of_ability(row, window) if action.card is None else self.of_card(row, window)
        except Exception as error:
            # a clause that can't be asked of such a card or player is no reason to break off
            found = rule_error(rules, error)
            return Reason("if", found.message, found.card, found.where)

    def of_ability(self, row: dict[str, Any], window: int) -> Reason:
        rules, S, action = self.rules, self.S, self.action
        owner = rules.by_index[row["owner"]]
        held = rules.ns["s_abilities"](S, action.player) if "abilities" in rules.tables["has"] else ()
        if owner.index not in held:
            return Reason(
                "absent",
                self.say("{player} does not have {thing}", player=self.player, thing=owner.name),
                owner.name,
            )
        if not self.at_work(window, None):
            return Reason("force", self.say("{thing} does not count just now", thing=owner.name), owner.name)
        return self.clauses(row, None, None)

    def of_card(self, row: dict[str, Any], window: int) -> Reason:
        rules, S, action = self.rules, self.S, self.action
        p, form = action.player, action.form
        card = action.card
        assert card is not None
        copies = (card,) if action.value is not None else rules.copies_of.get(card, (card,))
        mine = [c for c in copies if self.lies_with(c, p)]
        name = self.speaker.word("card", card)
        if not mine:
            return Reason(
                "absent", self.say("{player} does not have {thing}", player=self.player, thing=name), name
            )
        base = row["from"]
        right = [c for c in mine if base is not None and c in S[base + p]]
        if row["anywhere"]:
            right = mine
        card = (right or mine)[0]
        if form is not None:
            against = self.of_form(card, form, name)
            if against is not None:
                return against
        loose = right and base in rules.ns["COST_ZONES"]
        if right and not loose and not self.at_work(window, card):
            return Reason("force", self.say("{thing} does not count just now", thing=name), name)
        if loose and rules.ns["ALLOWED"] and not rules.ns["s_allowed"](S, p, card, window):
            return self.forbidden(
                "allowed", (p, card, window), self.say("{thing} is not allowed just now", thing=name), name
            )
        return self.clauses(row, card, None if right else base)

    def lies_with(self, c: int, p: int) -> bool:
        """Whether a card is in a zone of a player, or in force for all."""
        slot = self.rules.ns["place_of"](self.S, c)
        if slot in self.rules.ns["FORCE_PILES"]:
            return True
        rows = self.rules.tables["zones"]
        return any(of_player and slot == base + p for _, base, of_player, *_ in rows)

    def of_form(self, card: int, form: int, name: str) -> Reason | None:
        """Why a card can't be used as another, if it can't."""
        rules, S, p = self.rules, self.S, self.action.player
        ns = rules.ns
        index = S[k.INDEX] or ns["reindex"](S)
        uses = [u for u in (index[ns["FORM_SLOT"]] or {}).get(p, ()) if ns["USE_FORM"][u] == form]
        as_form = rules.by_index[form].name
        if form in ns["LINE_OF"][ns["DEF_OF"][card]]:
            return Reason("absent", self.say("{thing} is one already: use it as it is", thing=name), name)
        for use in uses:
            if ns["USE_MATCH"][use](S, p, card):
                S[k.FORMS] = ((card, form), *S[k.FORMS])
                return None
        limits = [(slot, 16 * (len(ns["ACTS"]) + use) + p) for use in uses for slot in ns["USE_LIMITS"][use]]
        if any(self.used_up(slot, key) for slot, key in limits):
            return Reason("limit", self.say("nothing more may be used as {form}", form=as_form), name)
        return Reason(
            "absent",
            self.say("{player} cannot use {thing} as {form}", player=self.player, thing=name, form=as_form),
            name,
        )

    def used_up(self, slot: int, key: int) -> bool:
        S = self.S
        counted = S[slot + 1] if S[slot] is not None else S[k.EFFECT_COUNT]
        return key in counted

    def at_work(self, window: int, card: int | None) -> bool:
        """Whether an ability, or a card in force, offers this action now."""
        S, ns, p = self.S, self.rules.ns, self.action.player
        index = S[k.INDEX] or ns["reindex"](S)
        here = index[ns["WINDOW_SLOT"][window]]
        en = ns["ACTS"][self.action.n]["list"]
        return here is not None and any(fn is en and c == card for fn, c in here.get(p, ()))

    def forbidden(self, stat: str, args: tuple[Any, ...], otherwise: str, thing: str | None = None) -> Reason:
        """What makes a stat answer no: the first modifier that says so, in its own words if it has some."""
        rules, S, ns = self.rules, self.S, self.rules.ns
        index = S[k.INDEX] or ns["reindex"](S)
        slot = rules.tables["index"].get(f"stat {stat}")
        chain = index[slot] if slot is not None else None
        for n, text, (path, line) in rules.tables["forbidding"][stat]:
            code, owner = ns[f"m{n}"], rules.tables["modifiers"][n][4]
            if owner == -1:
                working = [(None, None)]
            else:
                working = [(me, this) for fn, me, this in parts_of(chain) if fn is code]
            if any(code(S, True, me, this, *args) is False for me, this in working):
                source = thing if owner == -1 else rules.by_index[owner].name
                return Reason(stat, text or otherwise, source, f"{path}:{line}")
        return Reason(stat, otherwise, thing)

    # ---- clauses

    def clauses(self, row: dict[str, Any], card: int | None, wrong_zone: int | None) -> Reason:
        """The first clause that fails, in written order."""
        rules, action = self.rules, self.action
        failed = rules.ns[f"why{action.n}"](self.S, action.player, card, action.form, action.target)
        failing = [failed] if failed >= 0 else []
        if wrong_zone is not None or (card is not None and row["from"] is None):
            failing += [i for i, check in enumerate(row["checks"]) if check[0] == "from"][:1]
        if not failing:
            rather = [
                f"`{a}`" for a in self.S[k.ACTIONS] or ()
                if (a.n, a.form, a.target) == (action.n, action.form, action.target)
                and card is not None and a.card in rules.copies_of.get(card, ())
            ]  # fmt: skip
            if rather:
                told = self.say("among equal copies this is {actions}", actions=", ".join(rather))
                return Reason("copy", told, self.speaker.word("card", card))
            return Reason("unlisted", self.say("`{action}` is not offered", action=action))
        kind, text, (path, line), words, named = row["checks"][min(failing)]
        owner = rules.by_index[row["owner"]] if card is None else rules.by_index[rules.definition_of(card)]
        thing = owner.name if action.form is None else rules.by_index[action.form].name
        return Reason(named or kind, text or self.neutral(kind, words, thing), thing, f"{path}:{line}")

    def neutral(self, kind: str, words: str, thing: str) -> str:
        """A reason for a clause without a text of its own."""
        if kind == "from":
            return self.say("{thing} must come from the {zone}", thing=thing, zone=words)
        if kind == "limit":
            return self.say("{thing} has been used as often as it may be", thing=thing)
        if kind == "costs":
            return self.say("{player} cannot pay what {thing} costs", player=self.player, thing=thing)
        if kind == "target":
            target = self.action.target
            if target is None:
                return self.say("there is nothing that {thing} could be aimed at", thing=thing)
            return self.say(
                "{target} is not a target of {thing}", target=self.speaker.word("thing", target), thing=thing
            )
        return self.say("{thing} is not possible just now", thing=thing)

    @property
    def player(self) -> str:
        return self.speaker.names[self.action.player]


def parts_of(chain: Any) -> list[tuple[Any, Any, Any]]:
    """The modifiers of a chain, whether it is one for all or one for each seat."""
    found: list[tuple[Any, Any, Any]] = []
    for part in chain or ():
        found += [part] if part and callable(part[0]) else part or ()
    return found
