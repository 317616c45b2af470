"""The language server: what an editor asks, and what it is told without asking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from bangrules import __version__
from bangrules.language.diagnostics import Diagnostic
from bangrules.language.sources import Source
from bangrules.tools.editing import completion, findings, formatting, hover, navigation, renaming, symbols
from bangrules.tools.editing.positions import Positions, path_of, uri_of
from bangrules.tools.editing.protocol import Protocol, Unreadable
from bangrules.tools.editing.workspace import Study, Workspace

__all__ = ["CardServer", "serve"]

DELAY = 0.2
"""How long nobody must have typed, in seconds, before files are checked."""

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class CardServer(LanguageServer):
    """A server for card files. Checking happens between messages, so texts never change while it runs."""

    def __init__(self) -> None:
        super().__init__(
            "bangrules",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
            protocol_cls=Protocol,
        )
        self.cards = Workspace()
        self.uris: dict[Path, str] = {}
        self.told: dict[str, list[lsp.Diagnostic]] = {}
        self.asked_to_stop = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def positions(self) -> Positions:
        """Positions in the units agreed on with the editor."""
        return Positions(PositionCodec(self.workspace.position_encoding))

    def uri(self, path: Path) -> str:
        """How the editor names a file."""
        there = path.resolve()
        return self.uris.get(there) or uri_of(there)

    # ---- texts

    def take(self, uri: str, text: str) -> None:
        """A file is open or has changed."""
        path, on_disk = path_of(uri)
        self.uris[path] = uri
        self.cards.put(path, text, on_disk)
        self.check_soon()

    def drop(self, uri: str) -> None:
        """A file is closed."""
        path, _ = path_of(uri)
        self.cards.close(path)
        self.uris.pop(path, None)
        self.check_soon()

    def place(self, uri: str, position: lsp.Position) -> tuple[Path, Source, int]:
        """The file, its text and the offset that a request is about."""
        path, _ = path_of(uri)
        source = self.cards.source(path)
        return path, source, self.positions.offset(source, position)

    # ---- findings

    def check_soon(self) -> None:
        """Check the open files as soon as nobody types; the newest texts count."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(DELAY, self.check)

    def check(self) -> None:
        """Check the open files and tell what is found; a mistake of the checker ends nothing."""
        self._timer = None
        try:
            self.tell(self.findings())
        except Exception:
            log.exception("checking failed")

    def findings(self) -> dict[str, list[lsp.Diagnostic]]:
        """All that is wrong with the packs of the open files, by file."""
        found: dict[str, dict[tuple[Any, ...], lsp.Diagnostic]] = {}
        for path in self.uris:
            found.setdefault(self.uri(path), {})
        for unit in self.cards.open_units():
            study = self.cards.study_of(unit)
            for one in study.diagnostics:
                uri = self.uri(Path(one.at.path))
                found.setdefault(uri, {}).setdefault(key_of(one), self.shown(one, study))
        return {uri: list(rows.values()) for uri, rows in found.items()}

    def shown(self, found: Diagnostic, study: Study) -> lsp.Diagnostic:
        """A finding for the editor."""
        return findings.shown(found, study, self.positions, self.uri)

    def tell(self, found: dict[str, list[lsp.Diagnostic]]) -> None:
        """Send what is new, and take back what is no longer so."""
        versions = {uri: doc.version for uri, doc in self.workspace.text_documents.items()}
        for uri in [*found, *(uri for uri in self.told if uri not in found)]:
            rows = found.get(uri, [])
            if uri in versions or rows != self.told.get(uri):
                self.text_document_publish_diagnostics(
                    lsp.PublishDiagnosticsParams(uri, rows, version=versions.get(uri))
                )
        self.told = {uri: rows for uri, rows in found.items() if rows}

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Show an error in the editor that is no answer to a request."""
        if not isinstance(error, Unreadable):
            super().report_server_error(error, source)

    def safely(self, answer: Callable[[], Answer], otherwise: Answer) -> Answer:
        """What `answer` gives; a mistake of ours is logged, and the editor gets nothing instead."""
        try:
            return answer()
        except JsonRpcException:
            raise
        except Exception:
            log.exception("a request failed")
            return otherwise


def key_of(found: Diagnostic) -> tuple[Any, ...]:
    """By what two findings of different packs are one."""
    return found.code, found.message, found.at.start, found.at.end


def make() -> CardServer:
    """A server with all that it can do."""
    server = CardServer()

    # ---- life

    @server.feature(lsp.INITIALIZED)
    def ready(params: lsp.InitializedParams) -> None:
        folders = [path_of(folder.uri) for folder in server.workspace.folders.values()]
        if not folders and server.workspace.root_uri:
            folders = [path_of(server.workspace.root_uri)]
        server.cards.folders = [path for path, on_disk in folders if on_disk]
        can = server.client_capabilities.workspace
        watched = can.did_change_watched_files if can is not None else None
        if watched is not None and watched.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions(
                [lsp.FileSystemWatcher("**/*.bang"), lsp.FileSystemWatcher("**/*.map")]
            )
            server.client_register_capability(
                lsp.RegistrationParams(
                    [lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)]
                )
            )

    @server.feature(lsp.SHUTDOWN)
    def stop(params: None) -> None:
        server.asked_to_stop = True

    # ---- files

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.take(uri, server.workspace.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.drop(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.check_soon()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def elsewhere(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.check_soon()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        folders = [path_of(folder.uri) for folder in server.workspace.folders.values()]
        server.cards.folders = [path for path, on_disk in folders if on_disk]

    # ---- questions

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path, _ = path_of(params.text_document.uri)
        return server.safely(
            lambda: list(
                findings.cures(server.cards.study(path), path, params.range, server.positions, server.uri)
            ),
            [],
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "@", "{"], resolve_provider=True),
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        path, source, offset = server.place(params.text_document.uri, params.position)
        items: list[lsp.CompletionItem] = server.safely(
            lambda: completion.items(server.cards, path, source, offset, server.positions), []
        )
        return lsp.CompletionList(False, items)

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolve(params: lsp.CompletionItem) -> lsp.CompletionItem:
        return server.safely(lambda: completion.resolved(server.cards, params), params)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        path, source, offset = server.place(params.text_document.uri, params.position)
        return server.safely(
            lambda: hover.at(server.cards.study(path), path, source, offset, server.positions), None
        )

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        path, source, offset = server.place(params.text_document.uri, params.position)
        return server.safely(
            lambda: navigation.definitions(server.cards, path, source, offset, server.positions, server.uri),
            [],
        )

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(params: lsp.ReferenceParams) -> list[lsp.Location]:
        path, source, offset = server.place(params.text_document.uri, params.position)
        declared = params.context.include_declaration
        return server.safely(
            lambda: navigation.references(
                server.cards, path, source, offset, declared, server.positions, server.uri
            ),
            [],
        )

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamable(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        path, source, offset = server.place(params.text_document.uri, params.position)
        return refusing(lambda: renaming.prepared(server.cards, path, source, offset, server.positions))

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        path, source, offset = server.place(params.text_document.uri, params.position)
        return refusing(
            lambda: renaming.edit(
                server.cards, path, source, offset, params.new_name, server.positions, server.uri
            )
        )

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path, _ = path_of(params.text_document.uri)
        return server.safely(lambda: symbols.of_file(server.cards.source(path), server.positions), [])

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def everywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return server.safely(
            lambda: symbols.everywhere(server.cards, params.query, server.positions, server.uri), []
        )

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format_file(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path, _ = path_of(params.text_document.uri)
        return server.safely(lambda: formatting.edits(server.cards.source(path), server.positions), [])

    return server


def quiet(record: logging.LogRecord) -> bool:
    """Whether something goes to the log: a refusal is no mistake."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))


def refusing(answer: Callable[[], Answer]) -> Answer:
    """What `answer` gives; a refusal goes to the editor with its reason."""
    try:
        return answer()
    except renaming.Refused as refused:
        raise JsonRpcException(str(refused), code=lsp.LSPErrorCodes.RequestFailed) from None


def serve() -> int:
    """Serve an editor over stdin and stdout until it says goodbye; the exit code."""
    server = make()
    logging.getLogger("pygls.protocol.json_rpc").addFilter(quiet)
    server.start_io()
    return 0 if server.asked_to_stop else 1
