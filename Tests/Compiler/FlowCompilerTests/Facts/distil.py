#!/usr/bin/env python3
"""Distils a collection of facts about Amazon Cognito into names and flags, for ServiceFactsTests.

Usage: distil.py FACTS.json > cognito.json

FACTS.json has operations, auth flows, challenges, error names and how long a session can be used, with prose and
sources. What is kept: every name, and whether it is required, a secret, a session, a list, a map or a flag.
"""

import json
import sys

# What the collection writes in words.
MFA = ["SMS_MFA", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE", "MFA_SETUP"]
TRIGGERS = ["CUSTOM_CHALLENGE", "PASSWORD_VERIFIER"] + MFA
SUCCESS = "success"

SECRETS = {"PasswordType", "TokenModelType", "SecretCodeType", "ClientSecretType"}
KINDS = {"boolean": "flag", "list": "list", "map": "map"}


def flags(entry):
    """What is said of a member besides its name; a condition in words is no requirement of every request."""
    result = ["required"] if entry.get("required") is True else []
    if entry.get("type") == "SessionType":
        result.append("session")
    elif entry.get("type") in SECRETS:
        result.append("secret")
    elif isinstance(entry.get("items"), dict) and "AttributeType" in entry["items"]:
        result.append("map")
    elif entry.get("kind") in KINDS:
        result.append(KINDS[entry["kind"]])
    return " ".join(result)


def members(entries):
    """Members by path; a structure is the members in it."""
    result = {}
    for entry in entries:
        if entry["kind"] == "structure" and entry.get("members"):
            result |= {f"{entry['name']}/{member}": "" for member in entry["members"]}
        elif entry["kind"] == "structure":
            result[entry["name"]] = (flags(entry) + " map").strip()
        else:
            result[entry["name"]] = flags(entry)
    return result


def parameters(entries):
    """Parameters by name. What lies beside the challenge's parameters is an output of the operation."""
    inside = [entry for entry in entries if not entry["name"].startswith("(top level)")]
    return {entry["name"].replace("<name>", "*"): flags(entry) for entry in inside}


def following(words):
    """Challenges and success, out of names with remarks behind them."""
    result = []
    for word in words:
        if word.startswith("MFA challenges"):
            result += MFA
        elif word.startswith("any challengeName"):
            result += TRIGGERS
        else:
            name = word.split()[0]
            result.append(SUCCESS if name == "AuthenticationResult" else name)
    return list(dict.fromkeys(result))


def errors(words, operations):
    """Errors by operation, out of names with remarks behind them; `(Operation)` names another operation."""
    result = {}
    for word in words:
        name, _, remark = word.partition(" ")
        other = remark.strip("()")
        for operation in [other] if other in operations else ["*"]:
            result.setdefault(operation, []).append(name)
    return result


def distil(facts):
    validity = facts["session"]["validityMinutes"]
    return {
        "session": {"at-least": validity["min"] * 60, "at-most": validity["max"] * 60},
        "errors": sorted(facts["errors"]),
        "operations": {
            name: {
                "inputs": members(operation["inputs"]),
                "outputs": members(operation["outputs"]),
                "errors": sorted(operation["errors"]),
            }
            for name, operation in facts["operations"].items()
        },
        "flows": {
            name: {
                "operations": flow["apis"],
                "inputs": parameters(flow["authParameters"]),
                "brings": following(flow["possibleResponses"]),
            }
            for name, flow in facts["authFlows"].items()
        },
        "challenges": {
            name: {
                "operations": challenge["apis"],
                "parameters": parameters(challenge["parameters"]),
                "responses": parameters(challenge["responses"]),
                "brings": following(challenge["next"]),
                "errors": errors(challenge["errors"], facts["operations"]),
            }
            for name, challenge in facts["challenges"].items()
        },
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        distilled = distil(json.load(file))
    json.dump(distilled, sys.stdout, indent=1)
    print()


main()
