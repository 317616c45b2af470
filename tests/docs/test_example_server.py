"""The server of the examples, as several browsers use it."""

from __future__ import annotations

import http.client
import json
import random
import runpy
import socket
import struct
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import bangrules as bang
from tests.docs.pages import CHECKOUT

EXAMPLE = runpy.run_path(str(CHECKOUT / "examples" / "server" / "table_server.py"))
PEOPLE = 3


@pytest.fixture
def server() -> Iterator[Any]:
    """A server with a table for three people and one who plays at random."""
    table = EXAMPLE["Table"](bang.load("base"), 4, PEOPLE, 7)
    made = EXAMPLE["Server"](table, 0)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    table.close()
    made.shutdown()
    thread.join()
    made.server_close()


class Browser:
    """A browser at a table."""

    def __init__(self, server: Any, token: str | None = None) -> None:
        self.port = server.server_port
        status, joined = self.post("/join", {"token": token})
        assert status == 200, joined
        self.token, self.seat = joined["token"], joined["seat"]

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def post(self, path: str, data: Any) -> tuple[int, Any]:
        return self.request("POST", path, json.dumps(data).encode())

    def view(self) -> dict[str, Any]:
        status, view = self.request("GET", f"/view?token={self.token}")
        assert status == 200
        return view  # type: ignore[no-any-return]

    def act(self, action: object, version: object, token: object = None) -> tuple[int, Any]:
        return self.post("/act", {"token": token or self.token, "version": version, "action": action})


@pytest.fixture
def browsers(server: Any) -> list[Browser]:
    return [Browser(server) for _ in range(PEOPLE)]


def who_is_asked(browsers: list[Browser]) -> tuple[Browser, list[Browser], dict[str, Any]]:
    """The browser whose person decides, the others, and what it sees."""
    seat = browsers[0].view()["asked"]["seat"]
    return browsers[seat], [other for other in browsers if other.seat != seat], browsers[seat].view()


def test_a_whole_game_in_several_browsers(server: Any, browsers: list[Browser]) -> None:
    rng = random.Random(3)
    game = server.table.game
    asked_alone = 0
    while True:
        views = [browser.view() for browser in browsers]
        for view in views:
            for seat, player in enumerate(view["players"]):
                assert len(player["zones"]["hand"]) == len(game.observe(seat).me.zones["hand"])
                if seat != view["seat"]:
                    assert not view["actions"] or view["asked"]["seat"] == view["seat"]
                    seen = game.observe(view["seat"]).seats[seat].zones["hand"]
                    hidden = [card for card in player["zones"]["hand"] if card == "??"]
                    assert len(hidden) == seen.count("??")
        if views[0]["outcome"]:
            break
        (view,) = [view for view in views if view["actions"]]
        asked_alone += len(view["actions"]) == 1
        action = rng.choice(view["actions"])["action"]
        status, answer = browsers[view["seat"]].act(action, view["version"])
        assert status == 200, answer
        assert answer["version"] > view["version"]
    assert {view["outcome"] for view in views} == {str(game.outcome())}
    assert asked_alone > 0  # forced="ask"


def test_hands_and_roles_of_others_are_not_sent(server: Any, browsers: list[Browser]) -> None:
    for browser in browsers:
        view = browser.view()
        for seat, player in enumerate(view["players"]):
            mine = seat == browser.seat
            assert ("??" in player["zones"]["hand"]) is not mine
            assert (player["fields"]["role"] == "??") is not (mine or player["fields"]["role"] == "Sheriff")
        assert set(view["piles"]["deck"]) == {"??"}
    logs = [tuple(browser.view()["log"]) for browser in browsers]
    assert len(set(logs)) == PEOPLE


def test_what_another_seat_may_do_is_refused(browsers: list[Browser]) -> None:
    asked, others, view = who_is_asked(browsers)
    action = view["actions"][-1]["action"]
    for other in others:
        status, answer = other.act(action, view["version"])
        assert (status, answer["code"]) == (403, "foreign_seat")
        assert other.view()["actions"] == []
    assert asked.view()["version"] == view["version"]


def test_a_stale_action_is_refused(browsers: list[Browser]) -> None:
    asked, _, view = who_is_asked(browsers)
    action = view["actions"][-1]["action"]
    assert asked.act(action, view["version"])[0] == 200
    status, answer = asked.act(action, view["version"])
    assert (status, answer["code"]) == (409, "stale")
    assert answer["reason"] == "the game has gone on since; look again"


def test_what_the_rules_forbid_is_refused_with_the_reason(server: Any, browsers: list[Browser]) -> None:
    asked, _, view = who_is_asked(browsers)
    letter = "ABCD"[asked.seat]
    held = server.table.game.observe(asked.seat).me.zones["hand"]
    beer = next(id for id in ("beer@6♥", "beer@7♥", "beer@8♥") if id not in held)
    status, answer = asked.act(f"{letter} plays {beer}", view["version"])
    assert (status, answer["code"]) == (422, "absent")
    assert answer["reason"] == str(server.table.game.why_not(f"{letter} plays {beer}"))
    status, answer = asked.act("do what you like", view["version"])
    assert (status, answer["code"]) == (422, "malformed")
    assert asked.view() == view


@pytest.mark.parametrize(
    ("action", "version"),
    [(None, 0), (3, 0), ("A ends", None), ("A ends", "0"), (["A ends"], 0), ("A ends", 1.5)],
)
def test_actions_of_the_wrong_kind(browsers: list[Browser], action: object, version: object) -> None:
    status, answer = browsers[0].act(action, version)
    assert (status, answer["code"]) == (400, "malformed")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"\xff\xfe", b"[" * 5000])
def test_requests_that_are_no_json_object(browsers: list[Browser], body: bytes) -> None:
    status, answer = browsers[0].request("POST", "/act", body)
    assert (status, answer["code"]) == (400, "malformed")


def test_strangers_other_places_and_long_requests(server: Any, browsers: list[Browser]) -> None:
    one = browsers[0]
    assert one.request("GET", "/view?token=guess")[0] == 403
    assert one.request("GET", "/view")[0] == 403
    assert one.request("GET", "/views?token=guess")[0] == 403
    assert one.act("A ends", 0, token="guess")[1]["code"] == "stranger"
    assert one.act("A ends", 0, token={"a": 1})[1]["code"] == "stranger"
    assert one.request("GET", "/nothing")[0] == 404
    assert one.request("POST", "/nothing", b"{}")[0] == 404
    assert one.request("POST", "/act", b"{}", **{"Content-Length": "99999999"})[0] == 413
    assert one.request("POST", "/act", b"{}", **{"Content-Length": "many"})[0] == 411
    assert one.post("/join", {})[1] == {"code": "full", "reason": "all seats are taken"}


def test_a_browser_that_comes_back_has_its_seat(server: Any, browsers: list[Browser]) -> None:
    for browser in browsers:
        again = Browser(server, browser.token)
        assert (again.seat, again.token) == (browser.seat, browser.token)
        assert again.view() == browser.view()


def test_views_are_streamed_as_the_game_goes_on(browsers: list[Browser]) -> None:
    streams = []
    for browser in browsers:
        connection = http.client.HTTPConnection("127.0.0.1", browser.port, timeout=30)
        connection.request("GET", f"/views?token={browser.token}")
        answer = connection.getresponse()
        assert answer.getheader("Content-Type") == "text/event-stream"
        streams.append((browser, connection, answer))

    def next_view(answer: http.client.HTTPResponse) -> Any:
        line = answer.readline()
        assert line.startswith(b"data: ")
        assert answer.readline() == b"\n"
        return json.loads(line.removeprefix(b"data: "))

    for browser, _, answer in streams:
        assert next_view(answer) == browser.view()
    asked, _, view = who_is_asked(browsers)
    status, told = asked.act(view["actions"][-1]["action"], view["version"])
    assert status == 200
    for browser, connection, answer in streams:
        seen = next_view(answer)
        while seen["version"] < told["version"]:
            seen = next_view(answer)
        assert seen == browser.view()
        connection.close()


def test_the_page_is_served(browsers: list[Browser]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", browsers[0].port, timeout=30)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    assert b"EventSource" in answer.read()
    connection.close()


@pytest.mark.parametrize("args", [["--people", "5"], ["--players", "3"], ["--people", "0"]])
def test_tables_that_cannot_be(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        EXAMPLE["main"](args)
    assert leaving.value.code == 2
    assert "error: " in capsys.readouterr().err


def raw(server: Any, sent: bytes) -> bytes:
    """What the server answers to bytes, when it has ended the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as browser:
        browser.sendall(sent)
        return b"".join(iter(lambda: browser.recv(65536), b""))


def test_an_address_that_is_none(server: Any, capfd: pytest.CaptureFixture[str]) -> None:
    assert raw(server, b"GET http://[x HTTP/1.1\r\n\r\n").split()[1] == b"400"
    assert capfd.readouterr().err == ""


def test_a_body_that_does_not_come_holds_nothing_up(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EXAMPLE["Handler"], "timeout", 0.2)
    assert raw(server, b"POST /join HTTP/1.1\r\nContent-Length: 100\r\n\r\n{").split()[1] == b"408"


def test_nothing_is_said_of_browsers_that_break_off(server: Any, capfd: pytest.CaptureFixture[str]) -> None:
    handled = threading.Event()
    shuts = server.shutdown_request

    def shut(request: Any) -> None:
        shuts(request)
        handled.set()

    server.shutdown_request = shut
    browser = socket.create_connection(("127.0.0.1", server.server_port), timeout=30)
    browser.sendall(b"POST /join HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
    browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets
    browser.close()
    assert handled.wait(30)
    assert capfd.readouterr().err == ""


def test_ports_that_cannot_be_used(server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for port in (99999, -1, server.server_port):
        with pytest.raises(SystemExit) as leaving:
            EXAMPLE["main"](["--port", str(port)])
        assert leaving.value.code == 2
        assert f"error: port {port} can't be used" in capsys.readouterr().err
