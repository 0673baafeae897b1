#!/usr/bin/env python3
"""Turns recorded conversations with Amplify for Swift into scenarios of the Amplify flow.

Usage: convert-traces.py TRACES.json FOLDER

writes into FOLDER amplify-traces.scenario.xml (sign-in by SRP), amplify-traces-flows.scenario.xml (the other flow
types) and amplify-traces-answers.scenario.xml (conversations that begin at a pending step, after a shared prefix). It
omits what it cannot convert: amplify-traces-by-hand.scenario.xml plays those conversations, or Docs/Evidence/Traces.md
says why they do not apply. The output depends only on the input.
"""

import json
import sys
from collections import Counter
from pathlib import Path

# Conversations that this script cannot convert (Docs/Evidence/Traces.md says why).
BY_HAND = """t035 t059 t060 t110 t111 t113 t115 t116 t117 t121 t124 t126 t128 t130 t131 t148 t149 t151 t153 t157 t160
    t162 t164 t166 t167""".split()

# Two conversations quote a full reply, although their names and results show that the reply was empty.
EMPTY_FIRST_REPLY = {"t005", "t006"}

STEPS = {
    "confirmSignInWithSMSMFACode": ("CONFIRM_SIGN_IN_WITH_SMS_CODE", "code"),
    "confirmSignInWithTOTPCode": ("CONFIRM_SIGN_IN_WITH_TOTP_CODE", "code"),
    "CONFIRM_SIGN_IN_WITH_EMAIL_CODE": ("CONFIRM_SIGN_IN_WITH_EMAIL_CODE", "code"),
    "CONFIRM_SIGN_IN_WITH_SMS_CODE": ("CONFIRM_SIGN_IN_WITH_SMS_CODE", "code"),
    "confirmSignInWithCustomChallenge": ("CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE", "answer"),
    "confirmSignInWithNewPassword": ("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED", "newPassword"),
    "confirmSignInWithPassword": ("CONFIRM_SIGN_IN_WITH_PASSWORD", "password"),
    "continueSignInWithMFASelection": ("CONTINUE_SIGN_IN_WITH_MFA_SELECTION", "mfaType"),
    "continueSignInWithMFASetupSelection": ("CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION", "mfaType"),
    "continueSignInWithTOTPSetup": ("CONTINUE_SIGN_IN_WITH_TOTP_SETUP", "code"),
    "continueSignInWithEmailMFASetup": ("CONTINUE_SIGN_IN_WITH_EMAIL_SETUP", "email"),
    "continueSignInWithFirstFactorSelection": ("CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION", "factor"),
}
# confirmSignInWithOTP is two steps with us; the challenge tells which.
OTP_STEPS = {"SMS_OTP": "CONFIRM_SIGN_IN_WITH_SMS_CODE", "EMAIL_OTP": "CONFIRM_SIGN_IN_WITH_EMAIL_CODE"}
FACTORS = {
    "password": "PASSWORD", "passwordSRP": "PASSWORD_SRP", "smsOTP": "SMS_OTP", "emailOTP": "EMAIL_OTP",
    "webAuthn": "WEB_AUTHN",
}
# What our handlers' stand-ins give where the recording has <computed>.
STAND_INS = {
    "SRP_A": "<srpA>", "SECRET_HASH": "<secretHash>", "TIMESTAMP": "<timestamp>",
    "PASSWORD_CLAIM_SIGNATURE": "<passwordSignature>",
}
FIXTURES = {
    "<fixture validChalengeParams.SECRET_BLOCK>": "c2VjcmV0", "<SECRET_BLOCK>": "c2VjcmV0",
    "<fixture validChalengeParams.SRP_B>": "b0b", "<Defaults.validAccessToken>": "accessToken",
    "<USERNAME param>": "<user>",
}
CLIENT = "client"
VERIFIER = {"SALT": "5a17", "SECRET_BLOCK": "c2VjcmV0", "SRP_B": "b0b"}
DEVICE = {"deviceKey": "key", "deviceGroupKey": "group", "deviceSecret": "secret"}
# Where a recording starts in the middle: the prefix that leads there, by the pending challenge.
PENDING = {
    "SMS_MFA": "confirmSignInWithSMSMFACode", "SOFTWARE_TOKEN_MFA": "confirmSignInWithTOTPCode",
    "SELECT_MFA_TYPE": "continueSignInWithMFASelection", "MFA_SETUP": "continueSignInWithTOTPSetup",
}


def tidy(value):
    """The value with its placeholders replaced."""
    if value == {"\u2026": "\u2026"}:
        return VERIFIER
    if isinstance(value, dict):
        return {key: tidy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [tidy(item) for item in value]
    return FIXTURES.get(value, value) if isinstance(value, str) else value


def wire(reply):
    """A recorded reply as it is on the wire: names begin with a capital letter, empty members are left out."""
    def named(members):
        return {key[0].upper() + key[1:]: item for key, item in members.items() if item is not None}

    result = named(tidy(reply))
    tokens = result.get("AuthenticationResult")
    if tokens:
        result["AuthenticationResult"] = tokens = named(tokens)
        if "NewDeviceMetadata" in tokens:
            tokens["NewDeviceMetadata"] = named(tokens["NewDeviceMetadata"])
    return result


class Scenario:
    """One conversation, as the lines of a scenario."""

    def __init__(self, trace):
        self.trace = trace
        self.lines = []
        requests = [exchange["request"] for step in trace["steps"] for exchange in step.get("exchanges", [])]
        self.has_secret = any("SECRET_HASH" in request.get("params", {}) for request in requests)
        self.device = {**DEVICE} if any("DEVICE_KEY" in request.get("params", {}) for request in requests) else None
        self.flow = trace["flowType"]
        self.after = None
        self.step = None
        self.parameter = None
        self.shown = {}
        self.offered = None
        self.challenge = None
        self.begin()
        for step in trace["steps"]:
            self.play(step)

    def begin(self):
        state = self.trace.get("initialState", {})
        challenge = "MFA_SETUP" if "secretCode" in state else state.get("challenge")
        if challenge:
            self.after = "before-" + challenge
            self.step, self.parameter = STEPS[PENDING[challenge]]
            self.challenge = challenge

    def say(self, kind, value=None, **attributes):
        self.lines.append((kind, attributes, value))

    def play(self, step):
        client = step["client"]
        {"signIn": self.sign_in, "confirmSignIn": self.confirm, "autoSignIn": self.auto_sign_in}[client["call"]](client)
        error = None
        first = client["call"] != "confirmSignIn"
        for exchange in step.get("exchanges", []):
            self.call(exchange["request"])
            error = self.answer(exchange["response"], empty=first and self.trace["id"] in EMPTY_FIRST_REPLY
                                and len(self.trace["steps"][0]["exchanges"]) == 1 and step is self.trace["steps"][0])
        self.expect(step["expect"], first, error)

    # What the host says ...............................................................................................

    def start(self, inputs):
        if self.has_secret:
            inputs["clientSecret"] = "shh"
        self.say("start", {"clientId": CLIENT, **inputs})

    def sign_in(self, client):
        inputs = {name: tidy(value) for name, value in client["input"].items()}
        options = client.get("options", {})
        flow, _, rest = (options.get("authFlowType") or "").partition("(")
        if flow == "USER_AUTH":
            flow = "userAuth"
        if flow:
            inputs["flowType"] = flow
        factor = FACTORS.get(rest.removeprefix("preferredFirstFactor: ").rstrip(")"))
        factor = factor or options.get("preferredChallenge")
        if factor:
            inputs["preferredFirstFactor"] = factor
        for option, name in (("metadata", "clientMetadata"), ("validationData", "validationData")):
            if option in options:
                inputs[name] = options[option]
        self.start(inputs)

    def auto_sign_in(self, client):
        inputs = {"username": "jeffb", "flowType": "autoSignIn"}
        if "signedUp(" in self.trace["initialState"]["signUp"]:
            inputs["signUpSession"] = "session"
        self.start(inputs)

    def confirm(self, client):
        answer = {self.parameter: client["input"]["challengeResponse"]}
        answer.update(client.get("options", {}))
        self.say("submit", answer)

    # What goes over the wire ..........................................................................................

    def call(self, request):
        operation = request["op"]
        body = {}
        if operation == "InitiateAuth":
            body = {"AuthFlow": request["authFlow"], "ClientId": CLIENT}
        elif operation == "RespondToAuthChallenge":
            body = {"ChallengeName": request["challengeName"], "ClientId": CLIENT}
        for key, name in (("session", "Session"), ("clientMetadata", "ClientMetadata"), ("userCode", "UserCode"),
                          ("friendlyDeviceName", "FriendlyDeviceName")):
            if request.get(key) is not None:
                body[name] = request[key]
        parameters = {key: STAND_INS.get(key, value) if value == "<computed>" else tidy(value)
                      for key, value in request.get("params", {}).items()}
        if operation in ("InitiateAuth", "RespondToAuthChallenge"):
            if self.device:
                # The recording tells it for one request only, but a stored device is named in each.
                parameters["DEVICE_KEY"] = self.device["deviceKey"]
            if operation == "RespondToAuthChallenge" and request["challengeName"] == "DEVICE_SRP_AUTH":
                parameters["SRP_A"] = "<deviceSrpA>"
            body["AuthParameters" if operation == "InitiateAuth" else "ChallengeResponses"] = parameters
        self.say("call", body, operation=operation)

    def answer(self, response, empty):
        if "exception" in response:
            self.say("error", type=response["exception"])
            return response["exception"]
        reply = {} if empty else wire(response)
        self.challenge = reply.get("ChallengeName", self.challenge)
        self.shown = reply.get("ChallengeParameters", {})
        self.offered = reply.get("AvailableChallenges")
        self.say("reply", reply)
        return None

    # What comes of it .................................................................................................

    def expect(self, expected, first, error):
        if "error" in expected:
            self.expect_error(expected["error"], first, error)
        else:
            self.expect_step(expected["nextStep"], first, error)

    def expect_error(self, expected, first, error):
        told = expected.get("authError")
        category = told and ".".join(filter(None, (told, expected.get("underlying"))))
        last_input = next(line for line in reversed(self.lines) if line[0] in ("start", "submit"))
        values = last_input[2]
        if "" in (values.get("username"), values.get(self.parameter)):
            name = "username" if values.get("username") == "" else self.parameter
            self.say("refused", code="missing-parameter", parameter=name)
        elif self.lines[-1] is last_input and not first:
            self.say("refused", code="not-a-choice", parameter=self.parameter)
        elif first:
            self.say("end", {}, outcome="failed", **({"error": error} if error else {}),
                     **{"class": category or "validation"})
        else:
            self.say("present", {}, step=self.step, error=error, **{"class": category})

    def expect_step(self, expected, first, error):
        name = expected["step"]
        if name == "done":
            self.say("end", {"accessToken": "*"}, outcome="signedIn")
        elif name == "confirmSignUp":
            told = {"error": error, "class": "service.userNotConfirmed"}
            if first:
                self.say("end", {}, outcome="confirmSignUp", **told)
            else:
                self.say("present", {}, step="CONFIRM_SIGN_UP", **told)
        else:
            self.step, self.parameter = STEPS.get(name) or (OTP_STEPS[self.challenge], "code")
            self.say("present", self.details(expected), step=self.step)

    def details(self, expected):
        shown = {}
        if "allowed" in expected:
            shown["availableChallenges" if self.parameter == "factor" else "allowedMFATypes"] = expected["allowed"]
        if "contains" in expected:
            shown["availableChallenges"] = self.offered
        for name in ("sharedSecret", "username"):
            if name in expected:
                shown[name] = expected[name]
        if "additionalInfo" in expected:
            info = expected["additionalInfo"]
            shown["additionalInfo"] = info if isinstance(info, dict) else self.shown
        medium, _, rest = expected.get("destination", "").partition("(")
        if medium and medium != "unknown":
            shown["medium"] = expected.get("deliveryMedium") or medium.upper()
            shown["destination"] = rest.rstrip(")") or "<masked>"
        if "deliveryMedium" in expected:
            shown = {"medium": expected["deliveryMedium"], "destination": expected["destination"]}
        return shown


def prefix(challenge):
    """The conversation up to a pending challenge, with the user name and the session that the recordings have."""
    username = "testUserName" if challenge == "MFA_SETUP" else "username"
    name, secret_hash = {"USERNAME": username}, {"SECRET_HASH": "<secretHash>"}
    parameters = {
        "SELECT_MFA_TYPE": {"MFAS_CAN_CHOOSE": '["SMS_MFA","SOFTWARE_TOKEN_MFA"]'},
        "MFA_SETUP": {"MFAS_CAN_SETUP": '["SOFTWARE_TOKEN_MFA"]'},
    }.get(challenge, {})
    lines = [
        ("start", {}, {"clientId": CLIENT, "username": username, "password": "password", "clientSecret": "shh"}),
        ("call", {"operation": "InitiateAuth"},
         {"AuthFlow": "USER_SRP_AUTH", "ClientId": CLIENT,
          "AuthParameters": {**name, "SRP_A": "<srpA>", **secret_hash}}),
        ("reply", {}, {"ChallengeName": "PASSWORD_VERIFIER", "ChallengeParameters": VERIFIER, "Session": "first"}),
        ("call", {"operation": "RespondToAuthChallenge"},
         {"ChallengeName": "PASSWORD_VERIFIER", "ClientId": CLIENT, "Session": "first",
          "ChallengeResponses": {**name, "TIMESTAMP": "<timestamp>", "PASSWORD_CLAIM_SECRET_BLOCK": "c2VjcmV0",
                                 "PASSWORD_CLAIM_SIGNATURE": "<passwordSignature>", **secret_hash}}),
        ("reply", {}, {"ChallengeName": challenge, "ChallengeParameters": parameters,
                       "Session": "second" if challenge == "MFA_SETUP" else "session"}),
    ]
    if challenge == "MFA_SETUP":
        lines += [("call", {"operation": "AssociateSoftwareToken"}, {"Session": "second"}),
                  ("reply", {}, {"SecretCode": "sharedSecret", "Session": "session"})]
    lines.append(("present", {"step": STEPS[PENDING[challenge]][0]}, {}))
    return lines


# Writing ..............................................................................................................

def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def attribute(text):
    return escaped(text).replace('"', "&quot;")


def label(kind, attributes, value):
    """A name for a text that several lines share."""
    if kind == "call":
        return value.get("AuthFlow") or value.get("ChallengeName") or attributes["operation"]
    if kind == "reply":
        return value.get("ChallengeName") or ("tokens" if "AuthenticationResult" in value else "other")
    return kind


def definitions(conversations):
    """Names for the long texts that come twice or more, in the order in which they come."""
    texts = [(kind, json.dumps(value), label(kind, attributes, value))
             for lines in conversations for kind, attributes, value in lines if value is not None]
    count = Counter((kind, text) for kind, text, _ in texts)
    names, taken = {}, Counter()
    for kind, text, name in texts:
        if count[kind, text] < 2 or len(text) < 50 or (kind, text) in names:
            continue
        name = f"{kind}-{name}" if name != kind else kind
        taken[name] += 1
        names[kind, text] = name if taken[name] == 1 else f"{name}-{taken[name]}"
    return names


def wrapped(text, indent):
    """JSON over as many lines as it takes, broken after a comma."""
    rows, row = [], ""
    for part in escaped(text).replace(", ", ",\n").split("\n"):
        if row and len(indent) + len(row) + len(part) > 115:
            rows.append(row.rstrip())
            row = ""
        row += part + " "
    return ("\n" + indent).join(rows + [row.rstrip()])


def line(kind, attributes, value, names):
    written = [f'{name}="{attribute(text)}"' for name, text in attributes.items()]
    tag = " ".join([kind, *written])
    if value is None or value == {} and kind != "reply":
        return f"    <{tag}/>" if len(tag) < 110 else f"    <{kind} " + "\n        ".join(written) + "/>"
    text = json.dumps(value)
    if (kind, text) in names:
        return f'    <{tag} use="{names[kind, text]}"/>'
    whole = f"    <{tag}>{escaped(text)}</{kind}>"
    if len(whole) <= 118:
        return whole
    return f"    <{tag}>\n      {wrapped(text, '      ')}\n    </{kind}>"


def document(scenarios, prefixes):
    names = definitions([*prefixes.values(), *(scenario.lines for scenario in scenarios)])
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<?xml-model href="../../grammar/scenario.rng" schematypens="http://relaxng.org/ns/structure/1.0"?>'
    yield '<scenarios flow="../amplify.flow.xml">'
    yield "  <doc>Recorded conversations with Amplify for Swift. Generated by convert-traces.py.</doc>"
    yield ""
    for (_, text), name in names.items():
        yield f'  <define name="{name}">\n    {wrapped(text, "    ")}\n  </define>'
    for challenge, lines in prefixes.items():
        yield f'\n  <scenario name="before-{challenge}">'
        yield from (line(*one, names) for one in lines)
        yield "  </scenario>"
    for scenario in scenarios:
        trace = scenario.trace
        after = f' after="{scenario.after}"' if scenario.after else ""
        yield f'\n  <scenario name="{trace["id"]}"{after} traces="{trace["id"]}">'
        yield f'    <doc>{escaped(trace["name"])}</doc>'
        if scenario.device:
            yield f'    <handler name="device.find">{json.dumps(scenario.device)}</handler>'
        yield from (line(*one, names) for one in scenario.lines)
        yield "  </scenario>"
    yield "</scenarios>"


def write(path, scenarios, challenges):
    prefixes = {challenge: prefix(challenge) for challenge in challenges}
    path.write_text("\n".join(document(scenarios, prefixes)) + "\n", encoding="utf-8")


def main():
    traces = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["traces"]
    folder = Path(sys.argv[2])
    scenarios = [Scenario(trace) for trace in traces if trace["id"] not in BY_HAND]
    begun = [one for one in scenarios if one.after]
    whole = [one for one in scenarios if not one.after]
    write(folder / "amplify-traces.scenario.xml", [one for one in whole if one.flow == "userSRP"], [])
    write(folder / "amplify-traces-flows.scenario.xml", [one for one in whole if one.flow != "userSRP"], [])
    write(folder / "amplify-traces-answers.scenario.xml", begun, list(PENDING))


if __name__ == "__main__":
    main()
