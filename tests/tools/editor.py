"""An editor for tests: it starts the real server as a process and talks to it over stdin and stdout."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.tools.running import COMMAND, ROOT

PATIENCE = 60.0


class Refusal(Exception):
    """The server answered with an error; `code` is its code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Editor:
    """An editor with one folder open. Positions are those of the protocol: lines from 0, UTF-16 units."""

    def __init__(self, folder: Path | None, encodings: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "lsp", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.said: list[bytes] = []
        self.findings: dict[str, list[dict[str, Any]]] = {}
        self.asked: list[dict[str, Any]] = []
        self.messages = 0
        self.version = 0
        self.last = 0
        self.threads = [threading.Thread(target=f, daemon=True) for f in (self._listen, self._overhear)]
        for thread in self.threads:
            thread.start()
        capabilities: dict[str, Any] = {
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
            "textDocument": {"rename": {"prepareSupport": True}},
        }
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        folders = [{"uri": folder.as_uri(), "name": folder.name}] if folder is not None else None
        self.server = self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=folder.as_uri() if folder is not None else None,
            capabilities=capabilities,
            workspaceFolders=folders,
        )
        self.tell("initialized")

    def __enter__(self) -> Editor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            if error is None:
                assert self.leave() == 0, b"".join(self.said).decode()
            self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()

    # ---- messages

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            length = 0
            while line := out.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(out.read(length)))

    def _overhear(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a request."""
        self.last += 1
        number = self.last
        self.send({"id": number, "method": method, "params": params or None})
        while True:
            message = self.take()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Refusal(message["error"]["code"], message["error"]["message"])
                return message.get("result")

    def take(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message of the server; what it says without being asked is kept."""
        message = self.inbox.get(timeout=patience)
        assert message is not None, f"the server is gone: {b''.join(self.said).decode()}"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.messages += 1
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.version = message["params"].get("version") or 0
        elif "method" in message:
            self.asked.append(message)
            if "id" in message:
                self.send({"id": message["id"], "result": None})
        return message

    def leave(self) -> int:
        """Say goodbye; the exit code."""
        self.ask("shutdown")
        self.send({"method": "exit"})
        return self.process.wait(timeout=PATIENCE)

    # ---- files

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, as it is on disk or with another text; its URI."""
        uri = path.as_uri()
        text = path.read_text(encoding="utf-8") if text is None else text
        self.tell(
            "textDocument/didOpen",
            textDocument={"uri": uri, "languageId": "bang", "version": 1, "text": text},
        )
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        """Type: the whole text is sent."""
        self.tell(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version},
            contentChanges=[{"text": text}],
        )

    def found(self, uri: str, version: int = 1) -> list[dict[str, Any]]:
        """What the server says of a version of an open file; waits for it."""
        while True:
            message = self.take()
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                if params["uri"] == uri and (params.get("version") or 0) >= version:
                    found: list[dict[str, Any]] = params["diagnostics"]
                    return found

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """The answer to a request about a position."""
        where = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=where, **more)


@contextmanager
def editing(folder: Path | None, **options: Any) -> Iterator[Editor]:
    """An editor with a folder open, which says goodbye at the end."""
    with Editor(folder, **options) as editor:
        yield editor
