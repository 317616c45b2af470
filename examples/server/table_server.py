"""A table for several browsers: everyone sees what their seat may know, and plays from there.

`python examples/server/table_server.py [--players 4] [--people 2] [--port 8000]`

Open the address that it writes in one browser window for each person. The other seats are played at random.

The server is a few dozen lines around three promises of the library. `Game.observe` tells a seat what it may
know and nothing else, so views are made from it alone. `Game.why_not` and `Game.push` check every action, so
whatever a browser sends is refused with a reason or is a legal move. With `forced="ask"` decisions with a
single action are asked too, so that nobody learns from a pause, or its absence, what a hand holds.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

import bangrules as bang

PAGE = Path(__file__).with_name("page.html")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
LARGEST = 10_000  # bytes that a request may have
REMEMBERED = 200  # sentences of the log that are kept for a seat
PATIENCE = 30.0  # seconds that a browser may take to send or to read on
BEAT = 10.0  # seconds after which a stream says that it is still there


class Refused(Exception):
    """A request that is refused: the status of HTTP, a code for programs and a reason for people."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.answer = {"code": code, "reason": reason}


class Table:
    """One game, and who sits at it. `version` counts the actions: a view of an older one is stale."""

    def __init__(self, rules: bang.Rules, players: int, people: int, seed: int) -> None:
        self.game = rules.new_game(players=NAMES[:players], seed=seed, forced="ask", history=False)
        self.people = people
        self.printed = {card.id: str(card) for card in rules.cards}
        self.rng = random.Random(seed)
        self.version = 0
        self.seats: dict[str, int] = {}  # by token
        self.logs: list[list[str]] = [[] for _ in range(players)]
        self.changed = threading.Condition()
        self.closed = False
        with self.changed:
            self.remember()
            self.play_for_others()

    # ---- sitting down

    def join(self, token: object) -> dict[str, Any]:
        """Give the next free seat, or the one that a token already has."""
        with self.changed:
            if not isinstance(token, str) or token not in self.seats:
                if len(self.seats) == self.people:
                    raise Refused(409, "full", "all seats are taken")
                token = secrets.token_urlsafe(16)
                self.seats[token] = len(self.seats)
            seat = self.seats[token]
            return {"token": token, "seat": seat, "name": self.game.players[seat]}

    def seat_of(self, token: object) -> int:
        """The seat of whoever asks."""
        if not isinstance(token, str) or token not in self.seats:
            raise Refused(403, "stranger", "you do not sit at this table")
        return self.seats[token]

    # ---- looking

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, ready for JSON; made from its observation alone."""
        with self.changed:
            return self.told(seat, self.game.observe(seat))

    def told(self, seat: int, seen: bang.Observation) -> dict[str, Any]:
        """An observation for a browser."""
        decision = seen.decision
        return {
            "version": self.version,
            "seat": seat,
            "players": [
                {
                    "name": side.name,
                    "fields": {name: self.word(value) for name, value in side.fields.items()},
                    "zones": {
                        name: [self.word(card) for card in cards] for name, cards in side.zones.items()
                    },
                }
                for side in seen.seats
            ],
            "piles": {name: [self.word(card) for card in cards] for name, cards in seen.piles.items()},
            "asked": decision and {"seat": decision.player, "text": decision.text, "why": decision.why},
            "actions": [{"action": str(a), "label": self.game.label(a)} for a in seen.actions],
            "log": list(self.logs[seat]),
            "outcome": seen.outcome and str(seen.outcome),
        }

    def word(self, value: Any) -> Any:
        """A value of an observation for people."""
        if isinstance(value, tuple):
            return [self.word(x) for x in value]
        if not isinstance(value, str):
            return value
        named = self.game.rules.definitions.get(value)
        return self.printed.get(value) or (named.name if named else value)

    def wait(self, version: int, seconds: float) -> None:
        """Wait until there is something newer than a version."""
        with self.changed:
            self.changed.wait_for(lambda: self.version != version or self.closed, seconds)

    def close(self) -> None:
        """Let nobody wait any longer."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    # ---- playing

    def act(self, seat: int, version: object, text: object) -> dict[str, Any]:
        """Do what a browser asks for, or refuse it with a reason."""
        if not isinstance(text, str) or not isinstance(version, int):
            raise Refused(400, "malformed", "expected an `action` and the `version` that it was chosen at")
        with self.changed:
            if version != self.version:
                raise Refused(409, "stale", "the game has gone on since; look again")
            try:
                action = self.game.parse(text)
                if action.player != seat:
                    raise Refused(403, "foreign_seat", "that is for another player to do")
                self.game.push(action)
            except bang.IllegalActionError as error:
                raise Refused(422, error.reason.code, error.reason.text) from None
            except bang.RuleError as error:
                raise Refused(422, "rules", f"the rules went wrong: {error}") from None
            self.went_on()
            self.play_for_others()
            return {"version": self.version}

    def play_for_others(self) -> None:
        """Play at random for the seats without a person."""
        while (decision := self.game.decision) is not None and decision.player >= self.people:
            self.game.push(self.rng.choice(self.game.legal_actions()))
            self.went_on()

    def went_on(self) -> None:
        """Tell those who wait that there is something new."""
        self.version += 1
        self.remember()
        self.changed.notify_all()

    def remember(self) -> None:
        """Add what each seat has seen to its log."""
        for seat, log in enumerate(self.logs):
            log += self.game.observe(seat).events.log
            del log[:-REMEMBERED]


class Handler(BaseHTTPRequestHandler):
    """Answers one browser."""

    server: Server
    timeout = PATIENCE

    def do_GET(self) -> None:
        """The page, a view, or the stream of views."""
        try:
            where = self.where()
            token = parse_qs(where.query).get("token", [None])[0]
            if where.path == "/":
                self.answer(200, PAGE.read_bytes(), "text/html; charset=utf-8")
            elif where.path == "/view":
                self.answer_json(200, self.server.table.view(self.server.table.seat_of(token)))
            elif where.path == "/views":
                self.stream(self.server.table.seat_of(token))
            else:
                raise Refused(404, "nowhere", f"there is nothing at {where.path}")
        except Refused as refusal:
            self.answer_json(refusal.status, refusal.answer)

    def do_POST(self) -> None:
        """Somebody sits down, or acts."""
        table = self.server.table
        try:
            sent = self.sent()
            if self.path == "/join":
                self.answer_json(200, table.join(sent.get("token")))
            elif self.path == "/act":
                seat = table.seat_of(sent.get("token"))
                self.answer_json(200, table.act(seat, sent.get("version"), sent.get("action")))
            else:
                raise Refused(404, "nowhere", f"there is nothing at {self.path}")
        except Refused as refusal:
            self.answer_json(refusal.status, refusal.answer)

    def where(self) -> SplitResult:
        """The address that a browser asks for."""
        try:
            return urlsplit(self.path)
        except ValueError:
            raise Refused(400, "malformed", "this is no address") from None

    def sent(self) -> dict[str, Any]:
        """The JSON that a browser has sent."""
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            raise Refused(411, "malformed", "expected a Content-Length") from None
        if not 0 <= length <= LARGEST:
            self.close_connection = True
            raise Refused(413, "too_large", f"a request has {LARGEST} bytes at most")
        try:
            found = json.loads(self.rfile.read(length))
        except TimeoutError:
            self.close_connection = True
            raise Refused(408, "slow", "the request was shorter than its Content-Length") from None
        except (ValueError, RecursionError):
            raise Refused(400, "malformed", "this is not JSON") from None
        if not isinstance(found, dict):
            raise Refused(400, "malformed", "expected an object")
        return found

    def stream(self, seat: int) -> None:
        """Send a view now, and another whenever something has happened."""
        table = self.server.table
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            while not table.closed:
                view = table.view(seat)
                self.wfile.write(f"data: {json.dumps(view)}\n\n".encode())
                self.wfile.flush()
                table.wait(view["version"], BEAT)
        except OSError:
            pass  # the browser has gone

    def answer(self, status: int, body: bytes, kind: str) -> None:
        """Send an answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def answer_json(self, status: int, data: object) -> None:
        """Send data."""
        self.answer(status, json.dumps(data).encode(), "application/json")

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet about each request."""


class Server(ThreadingHTTPServer):
    """Serves one table, a thread for each browser."""

    daemon_threads = True

    def __init__(self, table: Table, port: int) -> None:
        self.table = table
        super().__init__(("127.0.0.1", port), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet about browsers that have gone; anything else is a mistake in this file."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A table for several browsers.")
    parser.add_argument("--players", type=int, default=4, help="how many play")
    parser.add_argument("--people", type=int, default=2, help="how many of them are people, the first seats")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=random.getrandbits(31))
    given = parser.parse_args(arguments)
    if not 1 <= given.people <= given.players <= len(NAMES):
        parser.error(f"1 to {len(NAMES)} players, at least one of them a person")
    try:
        table = Table(bang.load("base"), given.players, given.people, given.seed)
    except bang.TableError as error:
        parser.error(str(error))
    try:
        server = Server(table, given.port)
    except (OSError, OverflowError) as error:
        parser.error(f"port {given.port} can't be used: {error}")
    print(f"open http://127.0.0.1:{server.server_port}/ in a browser window for each person", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        table.close()
        server.server_close()


if __name__ == "__main__":
    main()
