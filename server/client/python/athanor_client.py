"""Client of the Athanor service, which converts files and verifies every result.

One file, no dependencies, Python 3.9 or later. Every method raises `AthanorError` when the service refuses, and `OSError` when it
cannot be reached.

    from athanor_client import Client

    client = Client("http://localhost:8080", api_key="...")
    done = client.convert("report.pdf", to="docx")
    client.download(done, "report.docx")
"""

from __future__ import annotations

import base64
import http.client
import io
import json
import mimetypes
import os
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["AthanorError", "Client", "FileInput", "Running", "Uploaded", "Url"]

Json = Dict[str, Any]


@dataclass(frozen=True)
class Url:
    """The address of a file: the service fetches it, where the operator allows that."""

    href: str


@dataclass(frozen=True)
class Uploaded:
    """A file that `Client.upload` has sent."""

    id: str


FileInput = Union[str, "os.PathLike[str]", Tuple[str, bytes], BinaryIO, Url, Uploaded]
"""A path, a name with bytes, a binary file that can be rewound, an address, or what was uploaded before."""

_CHUNK_BYTES = 64 * 1024
_UPLOAD_BYTES = 16 * 1024 * 1024
_TUS = {"Tus-Resumable": "1.0.0"}
# Too slow, too many, or not at the moment. Whatever else is retryable is left to the caller.
_REPEATED = (408, 429, 502, 503, 504)
_LONGEST_WAIT_S = 30.0
_API = "/api/v1"


class AthanorError(Exception):
    """A refusal or a failure of the service. Switch on `code`; the message is for people."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        retryable: bool = False,
        field: Optional[str] = None,
        details: Optional[Json] = None,
        request_id: Optional[str] = None,
        conversion_id: Optional[str] = None,
        retry_after_s: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.retryable = retryable
        self.field = field
        self.details = details or {}
        self.request_id = request_id
        self.conversion_id = conversion_id
        self.retry_after_s = retry_after_s


@dataclass
class Running:
    """A conversion that runs at the service."""

    client: "Client" = field(repr=False)
    id: str
    source_format: str
    target_format: str

    def status(self) -> Json:
        """How far it is, with its result or its error."""
        return self.client.conversion(self.id)

    def events(self) -> Iterator[Tuple[str, Json]]:
        """What happens to it, as it happens: `queued`, `progress` (0 to 1 in `progress`), and `done` with its status."""
        return self.client._events(self.id)

    def wait(self, timeout_s: Optional[float] = None) -> Json:
        """Waits for its end and returns it. Raises `AthanorError` if it has failed, `TimeoutError` if it takes too long."""
        ends_at = None if timeout_s is None else time.monotonic() + timeout_s
        pause_s = 0.1
        while True:
            found = self.status()
            if found["status"] != "running":
                return _finished(found)
            if ends_at is not None and time.monotonic() + pause_s > ends_at:
                raise TimeoutError(f"The conversion {self.id} has not ended within {timeout_s} s.")
            time.sleep(pause_s)
            pause_s = min(2.0, pause_s * 1.5)

    def cancel(self) -> None:
        """Cancels it. It does not count against the quota then."""
        self.client.erase(self.id)


class Client:
    """Calls the service. `retries` says how often a call is repeated that may succeed later; it is counted only once."""

    def __init__(self, url: str, api_key: str, *, timeout_s: float = 900.0, retries: int = 2) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError("Expected an http or https address of the service.")
        self._parts = parts
        self._headers = {"X-API-Key": api_key, "Accept": "application/json", "User-Agent": "athanor-python"}
        self._timeout_s = timeout_s
        self._retries = retries

    # Conversions

    def convert(self, file: FileInput, *, to: Optional[str] = None, **options: Any) -> Json:
        """Converts a file and waits for the result. What is to be done is `to`, `steps` or `preset`.

        Options: `steps` (list), `preset` (name), `source_format`, `options` (dict), `allow_loss` (list or "any"), `verify`,
        `on_difference`, `callback_url`, `export_url`, `idempotency_key`.
        """
        return self._form(f"{_API}/convert", [file], {"to": to, **options})

    def start(self, file: FileInput, *, to: Optional[str] = None, **options: Any) -> Running:
        """Starts a conversion, with the arguments of `convert`, and returns at once."""
        data = self._form(f"{_API}/convert", [file], {"to": to, **options}, {"Prefer": "respond-async"})
        return Running(self, data["conversionId"], data["sourceFormat"], data["targetFormat"])

    def merge(self, files: Sequence[FileInput], *, to: Optional[str] = None, **options: Any) -> Json:
        """Merges several files into one, or runs a chain on all of them."""
        return self._form(f"{_API}/merge", files, {"to": to, **options}, several=True)

    def merge_targets(self, formats: Sequence[str]) -> List[Json]:
        """What files of these formats can be merged into, with what would be lost."""
        return self._call("GET", f"{_API}/merge?{urlencode({'from': ','.join(formats)})}")

    def batch(self, files: Sequence[FileInput], *, to: Optional[str] = None, **options: Any) -> List[Json]:
        """Converts several files separately. An item has `success`, and `data` or `error`."""
        # A repeated batch would convert again what was converted before.
        return self._form(f"{_API}/batch", files, {"to": to, **options}, several=True, repeatable=False)["items"]

    def upload(self, file: FileInput, *, chunk_bytes: int = _UPLOAD_BYTES) -> Uploaded:
        """Sends a file in several requests of `chunk_bytes`, and goes on after a failure.

        For files of more than 50 MB, where the plan allows them. The result stands for the file in other calls, for a day.
        """
        content = _File(file)
        name = base64.b64encode(content.name.encode()).decode()
        announced = {"Upload-Length": str(len(content)), "Upload-Metadata": f"filename {name}", "Content-Length": "0"}
        created = self._call("POST", f"{_API}/uploads", None, {**_TUS, **announced}, repeatable=False)
        path = f"{_API}/uploads/{created['id']}"
        offset = failures = 0
        while offset < len(content):
            piece = content.read(offset, chunk_bytes)
            placed = {"Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
            try:
                self._call("PATCH", path, piece, {**_TUS, **placed})
                offset, failures = offset + len(piece), 0
            except AthanorError as error:
                # A request that broke off has brought a part of its bytes.
                if error.code != "upload_conflict" or failures >= self._retries:
                    raise
                failures += 1
                offset = self._call("GET", path, None, _TUS)["offset"]
        return Uploaded(created["id"])

    def delete_upload(self, uploaded: Uploaded) -> None:
        """Deletes what `upload` has sent, before its day is over."""
        self._call("DELETE", f"{_API}/uploads/{quote(uploaded.id, safe='')}", None, _TUS)

    def detect(self, file: FileInput) -> Json:
        """Says what format a file has."""
        return self._form(f"{_API}/detect", [file], {})

    def plan(self, source: str, to: Optional[str] = None, **options: Any) -> Json:
        """How a file of one format would be converted to another, or go through `steps`: `bytes`, `options`, `allow_loss`."""
        allow_loss = _loss_text(options.pop("allow_loss", None))
        body = {"from": source, "to": to, "allowLoss": allow_loss, **options}
        return self._json("POST", f"{_API}/plan", {name: value for name, value in body.items() if value is not None})

    def plan_file(self, file: FileInput, *, to: Optional[str] = None, **options: Any) -> Json:
        """How a file would be converted, with the arguments of `convert`: what its content tells counts too."""
        return self._form(f"{_API}/plan", [file], {"to": to, **options})

    def formats(self) -> List[Json]:
        """The formats that can be read or written."""
        return self._call("GET", f"{_API}/formats")

    def format(self, name: str) -> Json:
        """One format with its targets and sources."""
        return self._call("GET", f"{_API}/formats/{quote(name, safe='')}")

    def conversions(
        self, *, limit: int = 20, before: Optional[str] = None, search: Optional[str] = None
    ) -> List[Json]:
        """The account's conversions, newest first: all, or those with a text in their name, a format or a status."""
        optional = {"before": before, "search": search}
        query = {"limit": limit, **{name: value for name, value in optional.items() if value is not None}}
        return self._call("GET", f"{_API}/conversions?{urlencode(query)}")

    def conversion(self, conversion_id: str) -> Json:
        return self._call("GET", f"{_API}/conversions/{quote(conversion_id, safe='')}")

    def erase(self, conversion_id: str) -> None:
        """Cancels a running conversion, or erases the result of one that has ended."""
        self._call("DELETE", f"{_API}/conversions/{quote(conversion_id, safe='')}")

    def usage(self, *, by_day: bool = False) -> Json:
        """Usage and quota of this month; with `by_day` also each of its days."""
        return self._call("GET", f"{_API}/usage{'?by=day' if by_day else ''}")

    def download(self, conversion: Mapping[str, Any], target: Union[None, str, "os.PathLike[str]"] = None) -> bytes:
        """The result of a conversion. With `target` it is written to that file instead, and nothing is returned."""
        parts = urlsplit(conversion["downloadUrl"])
        connection = self._connect(parts.scheme, parts.netloc)
        try:
            connection.request("GET", f"{parts.path}?{parts.query}")
            response = connection.getresponse()
            if response.status != 200:
                raise _error_of(response)
            if target is None:
                return response.read()
            with open(target, "wb") as out:
                for chunk in iter(lambda: response.read(_CHUNK_BYTES), b""):
                    out.write(chunk)
            return b""
        finally:
            connection.close()

    # Webhooks

    def webhooks(self) -> List[Json]:
        """What was sent to the addresses of `callback_url`, newest first."""
        return self._call("GET", f"{_API}/webhooks")

    def replay_webhook(self, conversion_id: str) -> Json:
        """Sends the notification about a conversion again."""
        return self._call("POST", f"{_API}/webhooks/{quote(conversion_id, safe='')}/replay")

    def webhook_secret(self) -> str:
        """What the signatures of webhooks are checked with."""
        return self._call("GET", f"{_API}/webhooks/secret")["secret"]

    # Presets

    def presets(self) -> List[Json]:
        """The presets of the account, by name."""
        return self._call("GET", f"{_API}/presets")["presets"]

    def preset(self, name: str) -> Json:
        return self._call("GET", f"{_API}/presets/{quote(name, safe='')}")

    def create_preset(self, name: str, settings: Mapping[str, Any]) -> Json:
        """Saves a preset. Raises `preset_exists` where there is one of this name."""
        return self._json("POST", f"{_API}/presets", {"name": name, **settings}, repeatable=False)

    def save_preset(self, name: str, settings: Mapping[str, Any]) -> Json:
        """Saves `targetFormat` with its options, or `steps`, over the preset of this name."""
        return self._json("PUT", f"{_API}/presets/{quote(name, safe='')}", settings)

    def delete_preset(self, name: str) -> None:
        self._call("DELETE", f"{_API}/presets/{quote(name, safe='')}")

    # Requests

    def _form(
        self,
        path: str,
        files: Sequence[FileInput],
        options: Mapping[str, Any],
        headers: Optional[Mapping[str, str]] = None,
        *,
        several: bool = False,
        repeatable: bool = True,
    ) -> Any:
        form = _Form(_texts_of(options), files, several)
        sent = {**(headers or {}), **form.headers}
        if repeatable and not path.endswith(("/detect", "/plan")):
            # The same call is converted, and counted, once however often it is sent.
            sent["Idempotency-Key"] = options.get("idempotency_key") or str(uuid.uuid4())
        return self._call("POST", path, form, sent, repeatable=repeatable)

    def _json(self, method: str, path: str, value: Mapping[str, Any], *, repeatable: bool = True) -> Any:
        body = json.dumps(value).encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        return self._call(method, path, body, headers, repeatable=repeatable)

    def _events(self, conversion_id: str) -> Iterator[Tuple[str, Json]]:
        connection = self._connect(self._parts.scheme, self._parts.netloc)
        try:
            path = f"{self._parts.path.rstrip('/')}{_API}/conversions/{quote(conversion_id, safe='')}/events"
            connection.request("GET", path, None, {**self._headers, "Accept": "text/event-stream"})
            response = connection.getresponse()
            if response.status != 200:
                raise _error_of(response)
            event: Dict[str, str] = {}
            for line in iter(response.readline, b""):
                name, _, value = line.decode().rstrip("\r\n").partition(":")
                if name:
                    event[name] = value.removeprefix(" ")
                elif "data" in event:
                    yield event.get("event", "message"), json.loads(event["data"])
                    event = {}
        finally:
            connection.close()

    def _call(
        self,
        method: str,
        path: str,
        body: Union[None, bytes, "_Form"] = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        repeatable: bool = True,
    ) -> Any:
        """`data` of the answer."""
        attempt = 0
        while True:
            try:
                return self._once(method, path, body, headers or {})
            except AthanorError as error:
                wait_s = error.retry_after_s if error.retry_after_s is not None else 2.0**attempt
                may_help = repeatable and error.retryable and error.status in _REPEATED and wait_s <= _LONGEST_WAIT_S
                if not may_help or attempt >= self._retries:
                    raise
            except OSError:
                wait_s = 2.0**attempt
                if not repeatable or attempt >= self._retries:
                    raise
            attempt += 1
            time.sleep(wait_s)

    def _once(self, method: str, path: str, body: Union[None, bytes, "_Form"], headers: Mapping[str, str]) -> Any:
        connection = self._connect(self._parts.scheme, self._parts.netloc)
        try:
            sent = {**self._headers, **headers}
            try:
                chunks = body.chunks() if isinstance(body, _Form) else body
                connection.request(method, self._parts.path.rstrip("/") + path, chunks, sent)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before everything was sent: the answer says why
            response = connection.getresponse()
            if response.status >= 300:
                raise _error_of(response)
            answer = response.read()
            return json.loads(answer)["data"] if answer else None
        finally:
            connection.close()

    def _connect(self, scheme: str, netloc: str) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
        return kind(netloc.rsplit("@", 1)[-1], timeout=self._timeout_s)


class _Form:
    """A multipart form whose files are read while they are sent."""

    def __init__(self, texts: Mapping[str, str], files: Sequence[FileInput], several: bool) -> None:
        boundary = uuid.uuid4().hex
        self._pieces: List[Union[bytes, _File]] = []
        for name, text in texts.items():
            self._pieces.append(_part(boundary, f'name="{name}"') + text.encode() + b"\r\n")
        for file in files:
            if isinstance(file, Url):
                name = "urls" if several else "url"
                self._pieces.append(_part(boundary, f'name="{name}"') + file.href.encode() + b"\r\n")
                continue
            if isinstance(file, Uploaded):
                self._pieces.append(_part(boundary, 'name="upload"') + file.id.encode() + b"\r\n")
                continue
            content = _File(file)
            mime_type = mimetypes.guess_type(content.name)[0] or "application/octet-stream"
            disposition = f'name="file"; filename="{_escaped(content.name)}"'
            self._pieces += [_part(boundary, disposition, mime_type), content, b"\r\n"]
        self._pieces.append(f"--{boundary}--\r\n".encode())
        length = sum(len(piece) for piece in self._pieces)
        self.headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(length),
        }

    def chunks(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if isinstance(piece, bytes):
                yield piece
            else:
                yield from piece.chunks()


class _File:
    """A file of a form, with its length known before it is read."""

    def __init__(self, file: FileInput) -> None:
        self._path: Union[None, str, "os.PathLike[str]"] = None
        self._stream: Optional[BinaryIO] = None
        self._start = 0
        if isinstance(file, tuple):
            self.name, content = file
            self._stream, self._length = io.BytesIO(content), len(content)
        elif isinstance(file, (str, os.PathLike)):
            self._path, self.name, self._length = file, os.path.basename(os.fspath(file)), os.path.getsize(file)
        else:
            name = getattr(file, "name", None)
            self.name = os.path.basename(name) if isinstance(name, str) else "file"
            self._stream = file
            self._start = file.tell()
            self._length = file.seek(0, os.SEEK_END) - self._start

    def __len__(self) -> int:
        return self._length

    def read(self, offset: int, size: int) -> bytes:
        """At most `size` bytes from `offset` on."""
        left = min(size, self._length - offset)
        if self._path is not None:
            with open(self._path, "rb") as stream:
                stream.seek(offset)
                return b"".join(_read(stream, left))
        assert self._stream is not None
        self._stream.seek(self._start + offset)
        return b"".join(_read(self._stream, left))

    def chunks(self) -> Iterator[bytes]:
        if self._path is not None:
            with open(self._path, "rb") as stream:
                yield from _read(stream, self._length)
        elif self._stream is not None:
            self._stream.seek(self._start)
            yield from _read(self._stream, self._length)


def _read(stream: BinaryIO, length: int) -> Iterator[bytes]:
    left = length
    while left > 0:
        chunk = stream.read(min(_CHUNK_BYTES, left))
        if not chunk:
            raise OSError("The file has become shorter while it was sent.")
        left -= len(chunk)
        yield chunk


def _part(boundary: str, disposition: str, mime_type: Optional[str] = None) -> bytes:
    kind = "" if mime_type is None else f"Content-Type: {mime_type}\r\n"
    return f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{kind}\r\n".encode()


def _escaped(name: str) -> str:
    """https://html.spec.whatwg.org/#multipart-form-data"""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


_TEXTS: Mapping[str, str] = {
    "to": "targetFormat",
    "preset": "preset",
    "source_format": "sourceFormat",
    "verify": "verify",
    "on_difference": "onDifference",
    "callback_url": "callbackUrl",
    "export_url": "exportUrl",
}


def _texts_of(options: Mapping[str, Any]) -> Dict[str, str]:
    known = {*_TEXTS, "steps", "options", "allow_loss", "idempotency_key"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise TypeError(f"There is no argument {unknown[0]}. The arguments are {', '.join(sorted(known))}.")
    texts = {_TEXTS[name]: str(value) for name, value in options.items() if name in _TEXTS and value is not None}
    for name in ("steps", "options"):
        if options.get(name) is not None:
            texts[name] = json.dumps(options[name])
    allow_loss = _loss_text(options.get("allow_loss"))
    if allow_loss is not None:
        texts["allowLoss"] = allow_loss
    return texts


def _loss_text(allow_loss: Union[None, str, Iterable[str]]) -> Optional[str]:
    return allow_loss if allow_loss is None or isinstance(allow_loss, str) else ",".join(allow_loss)


def _error_of(response: http.client.HTTPResponse) -> AthanorError:
    status = response.status
    after = response.getheader("Retry-After")
    retry_after_s = float(after) if after is not None and after.isdigit() else None
    try:
        body = json.loads(response.read())
        error = body["error"]
        return AthanorError(
            error["code"],
            body["message"],
            status=status,
            retryable=error["retryable"],
            field=error.get("field"),
            details=error.get("details"),
            request_id=body.get("requestId"),
            conversion_id=body.get("conversionId"),
            retry_after_s=retry_after_s,
        )
    except (ValueError, KeyError, TypeError):
        message = f"The service answered with status {status} and no explanation. Check the URL, or try again later."
        return AthanorError("unexpected_answer", message, status=status, retryable=status >= 500)


def _finished(view: Json) -> Json:
    if "downloadUrl" in view:
        return view
    error = view.get("error") or {"code": "download_expired", "message": f"The conversion is {view['status']}."}
    raise AthanorError(
        error["code"],
        error["message"],
        retryable=error.get("retryable", False),
        details=error.get("details"),
        conversion_id=view["conversionId"],
    )
