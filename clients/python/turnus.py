"""A client of Turnus in one file, for Python 3.9 and later, with nothing but the standard library.

    from turnus import Client

    client = Client("http://127.0.0.1:8080", token="tns_…")
    answer = client.submit(schedule)
    entry = client.wait(answer["solverProblemId"])
    solution = client.solution(answer["solverProblemId"])

Copy it into your project. Requests that get no answer, or are told to come again (429, 502, 503, 504), are sent again where that means the
same twice: submissions carry an Idempotency-Key. What the gateway refuses is raised as RequestRefused.
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Union

__all__ = ["Client", "NotGenuine", "RequestRefused", "verify_callback"]

ENDED = ("SOLVED", "FAILED", "CANCELLED")
PASSING = (429, 502, 503, 504)
LONGEST_PAUSE = 30.0
SILENCE = 45.0  # three heartbeats of an event stream
OUTAGE = 60.0  # a gateway that is started again is back by then
TOLERANCE = 300  # seconds that the clock of a callback may differ
JSON = "application/json"
PLANS = "/api/v1/plans"
PRIORITIES = "/api/v1/priorities"

Document = Dict[str, Any]


class RequestRefused(Exception):
    """The gateway refused: `status`, and the problem details as they came in `problem` (RFC 9457: code, title, detail, hint, errors)."""

    def __init__(self, status: int, problem: Document, retry_after: Optional[float] = None) -> None:
        said = [str(status)] + [str(problem[name]) for name in ("title", "detail") if name in problem]
        super().__init__(" · ".join(said))
        self.status = status
        self.problem = problem
        self.retry_after = retry_after


class NotGenuine(Exception):
    """A callback that is not signed with the secret, or is too old. Do not trust it."""


class Client:
    """One gateway, spoken to with one token.

    `tries`: how often a request is sent at most; 1 = never again. `first_pause`: seconds before the second try, doubled each time. `timeout`:
    seconds without a byte after which a request counts as not answered.
    """

    def __init__(self, base_url: str, token: str, *, tries: int = 5, first_pause: float = 0.5, timeout: float = 60.0) -> None:
        self._root = base_url.rstrip("/")
        self._token = token
        self._tries = tries
        self._first_pause = first_pause
        self._timeout = timeout
        # A token must not follow a redirect to another host.
        self._opener = urllib.request.build_opener(_NoRedirect)

    def submit(self, schedule: Union[Document, str, bytes], *, idempotency_key: Optional[str] = None, strict: bool = False) -> Document:
        """Submits a schedule: a dict, or its JSON, which is sent as it is. Stored once, however often it is sent."""
        headers = {"Prefer": "handling=strict"} if strict else {}
        return self._post_stored("/api/v1/gateway", schedule, idempotency_key, headers)

    def replan(self, solver_problem_id: str, request: Union[Document, str, bytes], *, idempotency_key: Optional[str] = None) -> Document:
        """Plans a solved request again after what happened, as a request of its own. Stored once, however often it is sent."""
        return self._post_stored(_path(solver_problem_id) + "/replan", request, idempotency_key, {})

    def lineage(self, solver_problem_id: str) -> Document:
        """What a request plans again (`basedOn`), and what plans it again (`replans`)."""
        return self._json("GET", _path(solver_problem_id) + "/lineage")

    def entry(self, solver_problem_id: str) -> Document:
        """How far a request is: status, score, bound, gap, stopReason."""
        return self._json("GET", _path(solver_problem_id))

    def wait(
        self,
        solver_problem_id: str,
        *,
        every: float = 0.5,
        timeout: Optional[float] = None,
        on_entry: Optional[Callable[[Document], None]] = None,
    ) -> Document:
        """Asks every `every` seconds until the request has ended, also through a minute without an answer, and answers its entry.

        Raises TimeoutError after `timeout` seconds. `on_entry` sees every answer.
        """
        started = answered = time.monotonic()
        while True:
            try:
                entry = json.loads(self._send("GET", _path(solver_problem_id), {}, None).read())
                answered = time.monotonic()
                if on_entry is not None:
                    on_entry(entry)
                if entry["status"] in ENDED:
                    return entry
            except Exception as error:
                if not _is_passing(error) or time.monotonic() - answered > OUTAGE:
                    raise
            if timeout is not None and time.monotonic() - started + every > timeout:
                raise TimeoutError("Request %s has not ended after %s s." % (solver_problem_id, timeout))
            time.sleep(every)

    def solution(self, solver_problem_id: str) -> Optional[Document]:
        """The best schedule so far; None until there is one."""
        return self._json("GET", _path(solver_problem_id) + "/solution")

    def events(self, solver_problem_id: str, *, last_event_id: Optional[str] = None) -> Iterator[Document]:
        """Follows a request until its end: dicts with `type` (status, better, end), `id` and what is told.

        Connects again by itself and repeats nothing. `last_event_id`: what is known already.
        """
        connected, pause = False, self._first_pause
        while True:
            try:
                headers = {"Accept": "text/event-stream"}
                if last_event_id is not None:
                    headers["Last-Event-ID"] = last_event_id
                with self._send("GET", _path(solver_problem_id) + "/events", headers, None, SILENCE) as answer:
                    connected = True
                    if answer.status == 204:
                        return
                    for event in _read_events(answer):
                        if event["id"] == last_event_id:
                            continue
                        last_event_id, pause = event["id"], self._first_pause
                        yield event
                        if event["type"] == "end":
                            return
            except Exception as error:
                if not connected or not _is_passing(error):
                    raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def withdraw(self, solver_problem_id: str) -> None:
        """Withdraws a request: no callback comes, and its contents are erased."""
        self._ask("DELETE", _path(solver_problem_id), done_before=404)

    def stop(self, solver_problem_id: str) -> Document:
        """Ends the search early; the best so far is delivered."""
        return self._json("POST", _path(solver_problem_id) + "/stop")

    def deliveries(self, solver_problem_id: str) -> List[Document]:
        """What became of the callback of a request, try by try."""
        return self._json("GET", _path(solver_problem_id) + "/deliveries")

    def redeliver(self, solver_problem_id: str, number: int) -> Document:
        """Has a callback sent again. Not repeated by itself: each time it arrives is one more call."""
        return json.loads(self._send("POST", "%s/deliveries/%d/redeliver" % (_path(solver_problem_id), number), {}, None).read())

    def entries(
        self,
        *,
        status: Optional[str] = None,
        reference: Optional[str] = None,
        labels: Mapping[str, str] = {},
        based_on: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[Document]:
        """The department's requests, newest first; the next page is read when it is come to. `labels`: only requests that have all of these; `based_on`: only those that plan this one again."""
        query = {"status": status, "reference": reference, "basedOn": based_on, "limit": page_size}
        asked = [(name, value) for name, value in query.items() if value is not None]
        asked += [("label", "%s:%s" % label) for label in labels.items()]
        return self._pages("/api/v1/gateway?" + urllib.parse.urlencode(asked))

    def priority_names(self) -> Document:
        """What the department calls the four priorities (`first` to `fourth`); None where it has no name of its own."""
        return self._json("GET", PRIORITIES)

    def replace_priority_names(self, names: Document) -> Document:
        """Calls the priorities something else, all four at once: what `names` leaves out has no name of its own any more."""
        return self._json("PUT", PRIORITIES, body=json.dumps(names))

    def plans(self, *, search: Optional[str] = None, archived: Optional[bool] = None, page_size: Optional[int] = None) -> Iterator[Document]:
        """The department's plans, newest first. `search`: only those with this text in their name; `archived`: only those that are archived."""
        query = {"search": search, "archived": None if archived is None else json.dumps(archived), "limit": page_size}
        asked = [(name, value) for name, value in query.items() if value is not None]
        return self._pages(PLANS + "?" + urllib.parse.urlencode(asked))

    def create_plan(self, plan: Document) -> Document:
        """Makes a plan of `name`, `schedule` and, if you like, `note` and `comment`. Sent this once. `tag` of the answer names the version."""
        return _tagged(self._send("POST", PLANS, {}, json.dumps(plan)))

    def plan(self, plan_id: str, version: Optional[int] = None) -> Document:
        """A plan with the schedule of its newest version, or of this one. `tag` names the version: a change begins with it."""
        return _tagged(self._ask("GET", _plan(plan_id, "" if version is None else "/versions/%d" % version)))

    def save_plan(self, plan_id: str, tag: str, version: Document) -> Document:
        """Saves the next version (`schedule`, `comment`) on top of the one that `tag` names.

        Raises RequestRefused with status 412, `plan-changed`, when somebody else saved one meanwhile, or an earlier try did whose answer got lost.
        """
        return _tagged(self._ask("PUT", _plan(plan_id), headers={"If-Match": tag}, body=json.dumps(version)))

    def change_plan(self, plan_id: str, change: Document) -> Document:
        """Changes `name` or `note` of a plan; `archived`: true puts it away, false takes it back."""
        return self._json("PATCH", _plan(plan_id), body=json.dumps(change))

    def delete_plan(self, plan_id: str) -> None:
        """Deletes a plan with everything that belongs to it."""
        self._ask("DELETE", _plan(plan_id), done_before=404)

    def plan_versions(self, plan_id: str) -> Iterator[Document]:
        """The versions of a plan, newest first."""
        return self._pages(_plan(plan_id, "/versions"))

    def compare_plan(self, plan_id: str, older: int, newer: int) -> Document:
        """What is different from one version to another."""
        return self._json("GET", _plan(plan_id, "/compare?from=%d&to=%d" % (older, newer)))

    def improve_plan(self, plan_id: str) -> Document:
        """Submits the newest version to be solved; the answer is that of a submission. Sent this once."""
        return json.loads(self._send("POST", _plan(plan_id, "/improve"), {}, None).read())

    def accept_roster(self, plan_id: str, tag: str, solver_problem_id: str, *, comment: str = "") -> Document:
        """Takes the roster of a request over, as the next version on top of the one that `tag` names."""
        body = json.dumps({"solverProblemId": solver_problem_id, "comment": comment})
        return _tagged(self._ask("POST", _plan(plan_id, "/accept"), headers={"If-Match": tag}, body=body))

    def publish_plan(self, plan_id: str, version: int) -> Document:
        """Says that everybody works by this version."""
        return self._json("POST", _plan(plan_id, "/publish"), body=json.dumps({"version": version}))

    def make_links(self, plan_id: str, employee_ids: List[Union[int, str]], *, expires_days: Optional[int] = None) -> List[Document]:
        """Makes a link for each of these employees, by which they read their own roster; links that they had end. Sent this once."""
        asked = {"employeeIds": employee_ids, **({} if expires_days is None else {"expiresDays": expires_days})}
        return json.loads(self._send("POST", _plan(plan_id, "/links"), {}, json.dumps(asked)).read())

    def links(self, plan_id: str) -> Iterator[Document]:
        """The links of a plan without their secrets, newest first."""
        return self._pages(_plan(plan_id, "/links"))

    def revoke_link(self, plan_id: str, link_id: str) -> None:
        """Ends a link at once."""
        self._ask("DELETE", _plan(plan_id, "/links/" + urllib.parse.quote(link_id, safe="")), done_before=404)

    def call(self, method: str, params: Optional[Document] = None) -> Any:
        """Asks POST /v1 in JSON-RPC 2.0, such as schedule.explain, and answers its result.

        schedule.generate answers shifts for demands, with their breaks. schedule.recommend takes one of shiftId, shiftIds,
        employeeId and demandId, the last with a date if one day alone is asked about.
        """
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        answer = self._json("POST", "/v1", body=json.dumps(body))
        if "error" not in answer:
            return answer["result"]
        problem = answer["error"].get("data") or {"title": answer["error"].get("message")}
        raise RequestRefused(problem.get("status", 0), problem)

    def _post_stored(self, path: str, document: Union[Document, str, bytes], key: Optional[str], headers: Mapping[str, str]) -> Document:
        body = document if isinstance(document, (str, bytes)) else json.dumps(document)
        return self._json("POST", path, headers={"Idempotency-Key": '"%s"' % (key or uuid.uuid4()), **headers}, body=body)

    def _pages(self, first: str) -> Iterator[Document]:
        path: Optional[str] = first
        while path is not None:
            with self._ask("GET", path) as answer:
                page, path = json.loads(answer.read()), _next_page(answer.headers.get("Link"))
            yield from page

    def _json(self, method: str, path: str, **request: Any) -> Any:
        with self._ask(method, path, **request) as answer:
            return None if answer.status == 204 else json.loads(answer.read())

    def _ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] = {},
        body: Union[str, bytes, None] = None,
        done_before: Optional[int] = None,
    ) -> Any:
        """Sends a request that means the same twice, until it is answered. `done_before`: a status that says that an earlier try did it."""
        pause = self._first_pause
        for number in range(1, self._tries + 1):
            try:
                return self._send(method, path, headers, body)
            except Exception as error:
                if number > 1 and isinstance(error, RequestRefused) and error.status == done_before:
                    return _Nothing()
                asked = getattr(error, "retry_after", None) or 0.0
                if number == self._tries or not _is_passing(error) or asked > LONGEST_PAUSE:
                    raise
            time.sleep(max(asked, min(LONGEST_PAUSE, pause * (1 + random.random() / 2))))
            pause *= 2
        raise ValueError("tries must be at least 1")

    def _send(self, method: str, path: str, headers: Mapping[str, str], body: Union[str, bytes, None], timeout: Optional[float] = None) -> Any:
        sent = {"Accept": JSON, "Authorization": "Bearer " + self._token, **headers}
        if body is not None:
            sent["Content-Type"] = JSON
        payload = body.encode("utf-8") if isinstance(body, str) else body
        if payload is None and method == "POST":
            payload = b""
        # urllib names a type of its own for a body that has none.
        request = urllib.request.Request(self._root + path, data=payload, method=method)
        for name, value in sent.items():
            request.add_unredirected_header(name, value)
        if payload == b"":
            request.data = None
            request.add_unredirected_header("Content-Length", "0")
        try:
            return self._opener.open(request, timeout=timeout or self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error) from None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _Nothing:
    status = 204

    def __enter__(self) -> "_Nothing":
        return self

    def __exit__(self, *_: Any) -> None:
        return None


def verify_callback(body: bytes, headers: Mapping[str, str], secret: str, *, now: Optional[float] = None) -> Document:
    """What a callback says, once it is certain that Turnus sent it, not longer than five minutes ago.

    `body` is what arrived, byte for byte; `headers` what came with it, in any case; `secret` the department's, `whsec_…`. Raises NotGenuine.
    """
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    message_id, timestamp, signatures = (given.get(name, "") for name in names)
    if not (timestamp.isascii() and timestamp.isdigit()) or abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        raise NotGenuine("The callback is too old, or carries no time.")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:  # everybody has an empty one; a variable that is not set comes to it
        raise NotGenuine("There is no secret to check the callback with.")
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split()):
        raise NotGenuine("The callback is not signed with this secret.")
    return json.loads(body)


def _path(solver_problem_id: str) -> str:
    return "/api/v1/gateway/" + urllib.parse.quote(solver_problem_id, safe="")


def _plan(plan_id: str, more: str = "") -> str:
    return PLANS + "/" + urllib.parse.quote(plan_id, safe="") + more


def _tagged(answered: Any) -> Document:
    with answered as answer:
        tag = answer.headers.get("ETag", "")
        return {**json.loads(answer.read()), "tag": tag[2:] if tag.startswith("W/") else tag}


def _refusal(error: urllib.error.HTTPError) -> RequestRefused:
    try:
        problem = json.loads(error.read())
    except ValueError:
        problem = {}
    if isinstance(problem, dict) and "jsonrpc" in problem:  # A call; its error carries the problem details.
        problem = (problem.get("error") or {}).get("data")
    asked = error.headers.get("Retry-After", "")
    return RequestRefused(error.code, problem if isinstance(problem, dict) else {}, float(asked) if asked.isdigit() else None)


def _is_passing(error: Exception) -> bool:
    """True when the same request may be answered in a moment."""
    if isinstance(error, RequestRefused):
        return error.status in PASSING or error.problem.get("code") == "idempotency-in-progress"
    return isinstance(error, (OSError, http.client.HTTPException))


def _next_page(link: Optional[str]) -> Optional[str]:
    for part in (link or "").split(","):
        target, _, parameters = part.partition(";")
        if 'rel="next"' in parameters:
            return target.strip()[1:-1]
    return None


def _read_events(stream: Any) -> Iterator[Document]:
    """The events of one connection; kinds that are not known are left out, since later versions may add some."""
    fields: Dict[str, str] = {}
    for line in stream:
        name, _, value = line.decode("utf-8").rstrip("\r\n").partition(":")
        if name:
            fields[name] = value[1:] if value.startswith(" ") else value
        elif line.strip() == b"":
            if fields.get("event") in ("status", "better", "end") and "id" in fields:
                yield {**json.loads(fields.get("data", "{}")), "type": fields["event"], "id": fields["id"]}
            fields = {}
