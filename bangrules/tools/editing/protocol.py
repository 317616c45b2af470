"""The protocol, with an answer for each request: pygls gives none where it can't read what is asked."""

from __future__ import annotations

from typing import Any

from cattrs import transform_error
from cattrs.errors import ClassValidationError
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

__all__ = ["Protocol", "Unreadable"]


class Unreadable(JsonRpcException):
    """A request that can't be read; the editor has been told so in answer to it."""


class Protocol(LanguageServerProtocol):
    """Tells the editor which request it can't read, and why."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message, or a part of one, from what stands in it.

        :raises Unreadable: it is a request, and not as the protocol has it.
        :raises JsonRpcException: it is something else that can't be read.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if not {"jsonrpc", "id", "method"} <= data.keys():
                raise  # nobody waits for an answer
            cause = error.__cause__
            why = transform_error(cause, "request") if isinstance(cause, ClassValidationError) else []
            told = Unreadable("; ".join([f"{error.message}: {data['method']}", *why]), error.code)
            self._send_response(data["id"], None, told.to_response_error())
            raise told from cause
