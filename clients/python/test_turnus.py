"""Tests of turnus.py. TURNUS_URL and TURNUS_TOKEN name a gateway, TURNUS_FAKE_URL a fake one, TURNUS_CALLBACK_URL where callbacks go."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import sys
import time
import unittest
import unittest.mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from turnus import Client, NotGenuine, RequestRefused, verify_callback  # noqa: E402

RECORDED = pathlib.Path(__file__).parents[2] / "examples" / "callbacks"
RECORDED_SECRET = "whsec_cmVjb3JkZWQgZm9yIHRoZSBleGFtcGxlcyBvZiB0dXJudXM="
CALLBACK_URL = os.environ["TURNUS_CALLBACK_URL"]


def schedule(words=None):
    return {
        "callbackUrl": CALLBACK_URL if words is None else CALLBACK_URL + "&fake=" + words,
        "timeZone": "Europe/Copenhagen",
        "employees": [{"id": 1, "name": "Zoë"}],
        "spots": [{"id": 1}],
        "shifts": [{"id": 1, "spot": 1, "start": "2026-03-02T07:00:00+01:00", "end": "2026-03-02T15:00:00+01:00"}],
        "termination": {"maxSeconds": 2},
    }


def gateway(**options):
    return Client(os.environ["TURNUS_URL"], os.environ["TURNUS_TOKEN"], **options)


def fake(**options):
    return Client(os.environ["TURNUS_FAKE_URL"] + "/", "tns_fake", **{"first_pause": 0.01, **options})


class AgainstTheGateway(unittest.TestCase):
    def test_submits_waits_and_reads(self):
        client, seen = gateway(), []
        answer = client.submit(schedule())
        entry = client.wait(answer["solverProblemId"], every=0.05, timeout=600, on_entry=seen.append)
        self.assertEqual((entry["status"], entry["score"]), ("SOLVED", [0, 0, 0, 0]))
        self.assertEqual(seen[-1], entry)
        self.assertEqual(client.solution(answer["solverProblemId"])["shifts"][0]["employee"], 1)
        self.assertEqual(client.entry(answer["solverProblemId"])["solverProblemId"], answer["solverProblemId"])

    def test_streams_to_the_end_and_from_where_it_was(self):
        client = gateway()
        number = client.submit(json.dumps(schedule()))["solverProblemId"]
        events = list(client.events(number))
        self.assertEqual((events[0]["type"], events[-1]["type"], events[-1]["status"]), ("status", "end", "SOLVED"))
        self.assertEqual(list(client.events(number, last_event_id=events[-1]["id"])), [])

    def test_repeats_a_submission_without_storing_it_twice(self):
        client = gateway()
        first, second = (client.submit(schedule(), idempotency_key="python") for _ in range(2))
        self.assertEqual(first, second)
        with self.assertRaises(RequestRefused) as refused:
            client.submit({**schedule(), "timeZone": "UTC"}, idempotency_key="python")
        self.assertEqual((refused.exception.status, refused.exception.problem["code"]), (422, "idempotency-key-reused"))

    def test_says_all_that_is_wrong_and_is_strict_when_told(self):
        with self.assertRaises(RequestRefused) as refused:
            gateway().submit({**schedule(), "spots": []})
        self.assertEqual([error["pointer"] for error in refused.exception.problem["errors"]], ["/shifts/0/spot"])
        self.assertEqual(gateway().submit({**schedule(), "emploees": []})["warnings"][0]["code"], "field-unknown")
        with self.assertRaises(RequestRefused):
            gateway().submit({**schedule(), "emploees": []}, strict=True)

    def test_reads_every_page(self):
        client = gateway()
        for _ in range(3):
            client.submit(schedule())
        numbers = [int(entry["solverProblemId"]) for entry in client.entries(page_size=1)]
        self.assertEqual(numbers, sorted(set(numbers), reverse=True))
        self.assertGreaterEqual(len(numbers), 3)

    def test_finds_requests_by_what_they_are_called(self):
        client = gateway()
        marks = {"name": "March", "reference": "python&1", "labels": {"ward": "3", "url": "https://x"}}
        number = client.submit({**schedule(), **marks})["solverProblemId"]
        client.submit({**schedule(), **marks, "reference": "python&2"})
        self.assertEqual([entry["solverProblemId"] for entry in client.entries(reference="python&1", labels=marks["labels"])], [number])
        self.assertEqual(list(client.entries(reference="python&1", labels={"ward": "4"})), [])

    def test_plans_again_and_tells_the_lineage(self):
        client = gateway()
        number = client.submit(schedule())["solverProblemId"]
        client.wait(number, every=0.05, timeout=600)
        request = {"events": [{"absent": {"employeeId": 1, "start": "2026-03-02", "end": "2026-03-02"}}], "alternatives": 3}
        first, second = (client.replan(number, request, idempotency_key="again %s" % number) for _ in range(2))
        self.assertEqual(first, second)
        again = first["solverProblemId"]
        self.assertEqual(client.wait(again, every=0.05, timeout=600)["basedOn"], number)
        solution = client.solution(again)
        self.assertIsNone(solution["shifts"][0]["employee"])
        self.assertEqual([(change["before"], change["after"]) for change in solution["changes"]], [(1, None)])
        self.assertEqual(solution["leastChanges"]["count"], len(solution["changes"]))
        # Nobody else is there, so that the solution is the only roster to choose from.
        self.assertEqual([(one["shifts"], one["changes"]) for one in solution["alternatives"]], [([], solution["changes"])])
        self.assertEqual([one["solverProblemId"] for one in client.lineage(again)["basedOn"]], [number])
        self.assertEqual([entry["solverProblemId"] for entry in client.entries(based_on=number)], [again])
        with self.assertRaises(RequestRefused) as refused:
            client.replan(number, {"events": [{"cancelShift": {"shiftId": 2}}]})
        self.assertEqual(refused.exception.problem["errors"][0]["pointer"], "/events/0/cancelShift/shiftId")

    def test_keeps_a_plan_from_the_first_save_to_the_links(self):
        client = gateway()
        wanted = {name: value for name, value in schedule().items() if name != "callbackUrl"}
        made = client.create_plan({"name": "Python, March", "schedule": {**wanted, "shifts": []}})
        number, errors = made["planId"], [error["code"] for error in made["errors"]]
        self.assertEqual((made["version"], errors), (1, ["no-shift-to-plan"]))
        saved = client.save_plan(number, made["tag"], {"schedule": wanted, "comment": "With a shift"})
        with self.assertRaises(RequestRefused) as refused:
            client.save_plan(number, made["tag"], {"schedule": wanted})
        self.assertEqual((refused.exception.status, refused.exception.problem["conflict"]["version"]["version"]), (412, 2))
        request = client.improve_plan(number)["solverProblemId"]
        client.wait(request, every=0.05, timeout=600)
        accepted = client.accept_roster(number, saved["tag"], request, comment="Found")
        self.assertEqual((accepted["version"], accepted["content"]["source"], accepted["content"]["comment"]), (3, "ACCEPTED", "Found"))
        self.assertEqual(client.plan(number)["schedule"]["shifts"][0]["employee"], 1)
        self.assertEqual(client.plan(number, 1)["schedule"]["shifts"], [])
        self.assertEqual([version["version"] for version in client.plan_versions(number)], [3, 2, 1])
        self.assertEqual(client.compare_plan(number, 2, 3)["roster"]["changes"][0]["after"], 1)
        self.assertEqual(client.publish_plan(number, 3)["publishedVersion"], 3)
        (link,) = client.make_links(number, [1], expires_days=7)
        client.revoke_link(number, link["linkId"])
        self.assertIsNotNone(next(client.links(number))["revokedAt"])
        self.assertEqual(client.change_plan(number, {"name": "Python, April", "archived": True})["name"], "Python, April")
        self.assertEqual([plan["planId"] for plan in client.plans(search="Python, A", archived=True)], [number])
        self.assertEqual(list(client.plans(search="Python, A")), [])
        client.delete_plan(number)
        with self.assertRaises(RequestRefused) as refused:
            client.plan(number)
        self.assertEqual(refused.exception.problem["code"], "plan-not-found")

    def test_names_the_priorities(self):
        client, none = gateway(), {"first": None, "second": None, "third": None, "fourth": None}
        try:
            self.assertEqual(client.replace_priority_names({"first": "Law"}), {**none, "first": "Law"})
            self.assertEqual(client.priority_names(), {**none, "first": "Law"})
            with self.assertRaises(RequestRefused) as refused:
                client.replace_priority_names({"first": "x" * 61})
            self.assertEqual(refused.exception.status, 422)
        finally:
            self.assertEqual(client.replace_priority_names({}), none)

    def test_asks_questions(self):
        self.assertTrue(gateway().call("schedule.validate", {"schedule": schedule()})["valid"])
        with self.assertRaises(RequestRefused) as refused:
            gateway().call("schedule.explain", {"solverProblemId": "no such"})
        self.assertEqual(refused.exception.status, 404)

    def test_asks_for_shifts_with_breaks_and_for_people(self):
        asked = {
            "timeZone": "UTC",
            "employees": [{"id": 1}],
            "spots": [{"id": 1, "breakRules": ["lunch"]}],
            "breakRules": [
                {"id": "lunch", "overMinutes": 360, "minutes": 60, "paid": False, "earliestAfter": 180, "latestBefore": 120, "stepMinutes": 60}
            ],
            "shifts": [],
            "demands": [
                {"id": "mon", "spot": 1, "start": "2026-03-02T08:00", "end": "2026-03-02T16:00", "min": 1},
                {"id": "all", "spot": 1, "start": "2026-03-02", "end": "2026-03-03", "repeats": {"from": "08:00", "to": "16:00"}, "min": 1},
            ],
            "shiftTemplates": [
                {"id": "day", "spots": [1], "startsFrom": "08:00", "startsTo": "08:00", "stepMinutes": 60, "minMinutes": 480, "maxMinutes": 480}
            ],
        }
        made = gateway().call("schedule.generate", {"schedule": asked})
        self.assertTrue(made["shifts"])
        self.assertEqual({lunch["ruleId"] for shift in made["shifts"] for lunch in shift["breaks"]}, {"lunch"})
        both = gateway().call("schedule.recommend", {"schedule": asked, "demandId": "all"})
        self.assertEqual({time["start"][:10] for time in both["shortTimes"]}, {"2026-03-02", "2026-03-03"})
        one = gateway().call("schedule.recommend", {"schedule": asked, "demandId": "all", "date": "2026-03-03"})
        self.assertEqual({time["start"][:10] for time in one["shortTimes"]}, {"2026-03-03"})
        self.assertEqual([duty["employeeId"] for duty in one["duties"]], [1])

    def test_brings_rotas_ways_and_shares_there_and_back(self):
        client = gateway()
        early = {"start": "2026-03-02T07:00", "end": "2026-03-02T15:00", "tags": ["early"]}
        five = {"kind": "count", "of": "shifts", "per": "week", "max": 5, "cap": 1, "name": "Five shifts"}
        asked = {
            **schedule(),
            "rotations": [{"id": "rota", "weeks": [["early"] + ["off"] * 6], "anchor": "2026-03-02"}],
            "employees": [{"id": 1, "rotation": {"id": "rota", "offset": 0}, "home": "farm"}, {"id": 2, "contract": {"rules": [five]}}],
            "spots": [{"id": 1}, {"id": 2}],
            "travel": {"matrix": [{"from": 1, "to": 2, "minutes": 20}, {"from": "farm", "to": 1, "minutes": 15}]},
            "shifts": [
                {"id": 1, "spot": 1, **early},
                {"id": 2, "spot": 2, **early, "start": "2026-03-03T07:00", "end": "2026-03-03T15:00"},
            ],
            "settings": {"sameTimeOfDayForNonHistoricShifts": {"fourthPriorityWeight": 0}},
            "fairness": [{"id": "all", "of": "shifts", "share": "EQUAL"}],
        }
        number = client.submit(asked, strict=True)["solverProblemId"]
        self.assertEqual(client.wait(number, every=0.05, timeout=600)["boundLeavesOut"], ["contractRules"])
        solution = client.solution(number)
        self.assertEqual([shift["employee"] for shift in solution["shifts"]], [1, 2])
        self.assertEqual(solution["boundLeavesOut"], ["contractRules: Five shifts"])
        self.assertEqual([(each["employeeId"], each["load"], each["carry"]) for each in solution["fairness"]], [(1, 1, 0), (2, 1, 0)])
        carried = [{"id": each["id"], "carry": each["carry"]} for each in solution["fairness"]]
        employees = [{**person, "history": {"fairness": [own]}} for person, own in zip(asked["employees"], carried)]
        self.assertTrue(client.call("schedule.validate", {"schedule": {**asked, "employees": employees}})["valid"])
        with self.assertRaises(RequestRefused) as refused:
            client.submit({**asked, "rotations": []})
        self.assertIn("/employees/0/rotation/id", [error["pointer"] for error in refused.exception.problem["errors"]])

    def test_holds_what_is_paid_against_budgets(self):
        client = gateway()
        asked = {
            **schedule(),
            "currency": "EUR",
            "employees": [{"id": 1, "pay": {"hourly": 1500}}],
            "shifts": [{**schedule()["shifts"][0], "employee": 1, "fixed": True}],
            "budgets": [{"id": "desk", "per": "day", "spots": [1], "max": 10_000}, {"id": "house", "per": "week", "max": 12_000, "weight": 3}],
        }
        number = client.submit(asked, strict=True)["solverProblemId"]
        client.wait(number, every=0.05, timeout=600)
        solution = client.solution(number)
        # Eight hours are 120.00: 20 above the budget of the desk, and as much as that of the house.
        self.assertEqual((solution["costs"]["currency"], solution["costs"]["total"]), ("EUR", 12_000))
        released = [(each["setting"], each["penalty"]) for each in solution["constraintRelease"] if each["setting"] == "budgets"]
        self.assertEqual(released, [("budgets", 20)])
        with self.assertRaises(RequestRefused) as refused:
            client.submit({**asked, "budgets": [{"id": "desk", "per": "day", "spots": [2], "max": 10_000}]})
        self.assertEqual([error["pointer"] for error in refused.exception.problem["errors"]], ["/budgets/0/spots/0"])

    def test_a_token_that_is_none_is_refused_at_once(self):
        with unittest.mock.patch("turnus.time.sleep") as slept, self.assertRaises(RequestRefused) as refused:
            Client(os.environ["TURNUS_URL"], "tns_x").entry("1")
        self.assertEqual((refused.exception.status, slept.mock_calls), (401, []))


class AgainstTheFake(unittest.TestCase):
    def test_comes_again_when_it_is_put_off(self):
        for words in ("unavailable", "throttled", "unanswered"):
            key = "python " + words
            with unittest.mock.patch("turnus.time.sleep") as slept:
                number = fake().submit(schedule(words), idempotency_key=key)["solverProblemId"]
            self.assertGreater(len(slept.mock_calls), 0)
            self.assertEqual(fake().submit(schedule(words), idempotency_key=key)["solverProblemId"], number)

    def test_gives_up_after_the_tries_that_it_has(self):
        with self.assertRaises(RequestRefused) as refused:
            fake(tries=1).submit(schedule("unavailable,lost"))
        self.assertEqual((refused.exception.status, refused.exception.retry_after), (503, 1.0))
        nobody = Client("http://127.0.0.1:9", "tns_fake", tries=2, first_pause=0.01)
        with self.assertRaises(OSError):
            nobody.entry("1")

    def test_stops_withdraws_and_is_told_of_failures(self):
        client = fake()
        hanging = client.submit(schedule("hanging,lost"))["solverProblemId"]
        client.stop(hanging)
        self.assertEqual(client.wait(hanging, every=0.01)["stopReason"], "STOPPED")
        client.withdraw(hanging)
        with self.assertRaises(RequestRefused):
            client.withdraw(hanging)
        failed = client.submit(schedule("failed"))["solverProblemId"]
        self.assertEqual(client.wait(failed, every=0.01)["status"], "FAILED")
        self.assertIsNone(client.solution(failed))

    def test_stops_waiting_when_the_time_is_over(self):
        number = fake().submit(schedule("hanging"))["solverProblemId"]
        with self.assertRaises(TimeoutError):
            fake().wait(number, every=0.02, timeout=0.1)

    def test_sends_a_callback_again(self):
        client = fake()
        number = client.submit(schedule())["solverProblemId"]
        client.wait(number, every=0.01)
        deadline = time.monotonic() + 60
        while client.deliveries(number)[0]["status"] != "DELIVERED" and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(client.redeliver(number, 1)["number"], 1)


class Callbacks(unittest.TestCase):
    def recorded(self, name):
        head, _, body = (RECORDED / name).read_bytes().partition(b"\n\n")
        headers = dict(line.decode().split(": ", 1) for line in head.split(b"\n")[1:])
        return body.rstrip(b"\n"), headers, int(headers["webhook-timestamp"])

    def test_genuine_ones_are_read(self):
        for name in ("schedule.solved.http", "schedule.failed.http", "schedule.test.http"):
            body, headers, sent_at = self.recorded(name)
            upper = {key.upper(): value for key, value in headers.items()}
            self.assertEqual(verify_callback(body, upper, RECORDED_SECRET, now=sent_at + 299)["type"], name[: -len(".http")])

    def test_none_is_genuine_by_an_empty_secret(self):
        signed_at = str(int(time.time()))
        signature = base64.b64encode(hmac.new(b"", b"msg_1." + signed_at.encode() + b".{}", hashlib.sha256).digest()).decode()
        headers = {"webhook-id": "msg_1", "webhook-timestamp": signed_at, "webhook-signature": "v1," + signature}
        for secret in ("", "whsec_"):
            with self.assertRaisesRegex(NotGenuine, "no secret"):
                verify_callback(b"{}", headers, secret)

    def test_others_are_refused(self):
        body, headers, now = self.recorded("schedule.failed.http")
        for changed in (
            {"body": body + b" "},
            {"now": now + 301},
            {"now": now - 301},
            {"secret": "whsec_b3RoZXI="},
            {"headers": {}},
            {"headers": {**headers, "webhook-timestamp": "²"}},
            {"headers": {**headers, "webhook-signature": "v1,ö"}},
        ):
            with self.assertRaises(NotGenuine):
                verify_callback(**{"body": body, "headers": headers, "secret": RECORDED_SECRET, "now": now, **changed})


if __name__ == "__main__":
    unittest.main()
