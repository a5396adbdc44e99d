"""The CTRF document, held against a schema (ctrf.json)."""

import json
import os
import re

from documents.holding import agree, check

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool}
KEYWORDS = {"$schema", "title", "$ref", "const", "enum", "type", "minLength", "pattern", "minimum",
            "required", "properties", "additionalProperties", "items", "minItems", "definitions"}


def fits(schema, value, root, place="document"):
    """The keywords that the schema uses; another one ends this program."""
    unknown = set(schema) - KEYWORDS
    check(not unknown, f"the schema uses {unknown}")
    if "$ref" in schema:
        return fits(root["definitions"][schema["$ref"].rsplit("/", 1)[1]], value, root, place)
    check(value == schema.get("const", value), f"{place} is {value!r}")
    check(value in schema.get("enum", [value]), f"{place} is {value!r}")
    kind = schema.get("type")
    if kind == "integer":
        check(isinstance(value, int) and not isinstance(value, bool), f"{place} is {value!r}")
        check(value >= schema.get("minimum", value), f"{place} is {value}")
    elif kind:
        check(isinstance(value, KINDS[kind]), f"{place} is no {kind}")
    if kind == "string":
        check(len(value) >= schema.get("minLength", 0), f"{place} is empty")
        check(re.search(schema.get("pattern", ""), value), f"{place} is {value!r}")
    if kind == "array":
        check(len(value) >= schema.get("minItems", 0), f"{place} is empty")
        for index, element in enumerate(value):
            fits(schema.get("items", {}), element, root, f"{place}[{index}]")
    if kind == "object":
        for name in schema.get("required", []):
            check(name in value, f"{place} has no {name}")
        for name, member in value.items():
            known = schema.get("properties", {})
            check(name in known or schema.get("additionalProperties", True), f"{place}.{name}")
            fits(known.get(name, {}), member, root, f"{place}.{name}")


CTRF = {"PASS": "passed", "FINDING": "passed", "FLAKY": "passed", "SKIP": "skipped",
        "FAIL": "failed", "ERROR": "other", "INCONCLUSIVE": "other"}


def ctrf(path, verdicts):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    with open(os.path.join(os.path.dirname(__file__), "ctrf.json"), encoding="utf-8") as file:
        schema = json.load(file)
    fits(schema, document, schema)
    tests, summary = document["results"]["tests"], document["results"]["summary"]
    statuses = [test["status"] for test in tests]
    check(summary["tests"] == len(tests), f"tests {summary['tests']}")
    for status in ("passed", "failed", "skipped", "pending", "other"):
        check(summary[status] == statuses.count(status), f"{status} {summary[status]}")
    flaky = [test for test in tests if test.get("flaky")]
    check(len(flaky) == summary["flaky"] > 0, "flaky tests")
    check(all(test["retryAttempts"] for test in flaky), "a flaky test without attempts")
    agree(
        "ctrf.json", {test["name"]: (test["status"], test["rawStatus"]) for test in tests},
        {name: (CTRF[verdict], verdict) for name, verdict in verdicts.items()},
    )
    return len(tests)
