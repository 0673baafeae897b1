"""Our client and the shipped flows against moto: the shape of challenges, and answers that no real service gives."""

import ast
import contextlib
import json

from pycognito.aws_srp import N_HEX

import wire
from cells import Group, equal, must
from moto_server import PASSWORD, TEMPORARY, code_now, running
from talk import Talk

PEER = "moto"
GROUP = Group("moto", running)
NEW = "Brand-New-Passw0rd!"
DELEGATE = {
    name: True
    for name in (
        "startPasswordAuthentication",
        "startMultiFactorAuthentication",
        "startNewPasswordRequired",
        "startSoftwareMfaSetupRequired",
    )
}


def cell(row, checked):
    return GROUP.cell(row, PEER, checked)


def talk(world, log, flow, pool="plain", **options):
    return Talk(log, world.tools.flowc, world.tools.flow(flow), world.services[pool], **options)


@cell("amplify · USER_SRP_AUTH", "the exchange succeeds; moto does not verify the proof")
def _(world, log):
    with talk(world, log, "amplify") as host:
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)
        proof = host.calls[-1]["request"]
        equal(proof["ChallengeName"], "PASSWORD_VERIFIER", "the challenge that was answered")
        names = {"USERNAME", "PASSWORD_CLAIM_SIGNATURE", "PASSWORD_CLAIM_SECRET_BLOCK", "TIMESTAMP"}
        equal(set(proof["ChallengeResponses"]), names, "the answers")


@cell(
    "amplify · USER_SRP_AUTH",
    "invalid SECRET_BLOCK, SRP_B and SALT: failures that name the parameter, and no proof is sent",
)
def _(world, log):
    for name, values in {
        "SECRET_BLOCK": ["*?*", "abc\u00e4"],
        "SRP_B": ["zz", "0", "", N_HEX],
        "SALT": ["salt", ""],
    }.items():
        for value in values:

            def alter(answer):
                if "ChallengeParameters" in answer:
                    answer["ChallengeParameters"][name] = value

            with wire.Altering(world.endpoint, alter) as server:
                service = world.services["plain"] | {"endpoint": server.endpoint}
                with Talk(log, world.tools.flowc, world.tools.flow("amplify"), service) as host:
                    log(f"({name} is {value[:20]!r})")
                    host.start(username="alice", password=PASSWORD).fails_with_any_error()
                    equal(len(host.calls), 1, f"the number of calls when {name} is {value[:20]!r}")


@cell("amplify · USER_PASSWORD_AUTH", "right and wrong password; a success without ChallengeParameters")
def _(world, log):
    with talk(world, log, "amplify", flowType="userPassword") as host:
        host.start(username="alice", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        host.start(username="nobody", password=PASSWORD).ends("failed", "UserNotFoundException")
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("amplify · NEW_PASSWORD_REQUIRED", "without userAttributes; a weak one is asked again, a good one signs in")
def _(world, log):
    step = "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED"
    with talk(world, log, "amplify", flowType="userPassword") as host:
        host.start(username="newcomer", password=TEMPORARY).presents(step)
        host.submit(newPassword="short").presents(step, "InvalidPasswordException")
        wire.signed_in(world.endpoint, host.submit(newPassword=NEW), "newcomer", log)


@cell("amplify · SMS_MFA", "without CODE_DELIVERY parameters; the code signs in")
def _(world, log):
    with talk(world, log, "amplify", "optional", flowType="userPassword") as host:
        host.start(username="sms", password=PASSWORD).presents("CONFIRM_SIGN_IN_WITH_SMS_CODE")
        wire.signed_in(world.endpoint, host.submit(code="123456"), "sms", log)


@cell("amplify · SOFTWARE_TOKEN_MFA", "a wrong code is asked again, the right one signs in")
def _(world, log):
    step = "CONFIRM_SIGN_IN_WITH_TOTP_CODE"
    with talk(world, log, "amplify", "optional", flowType="userPassword") as host:
        host.start(username="totp", password=PASSWORD).presents(step)
        host.submit(code="no").presents(step, "CodeMismatchException")
        wire.signed_in(world.endpoint, host.submit(code=code_now()), "totp", log)


def corrected(answer):
    """Writes MFAS_CAN_SETUP as the real service does, where moto writes the list as Python would."""
    parameters = answer.get("ChallengeParameters", {})
    if isinstance(parameters.get("MFAS_CAN_SETUP"), str):
        parameters["MFAS_CAN_SETUP"] = json.dumps(ast.literal_eval(parameters["MFAS_CAN_SETUP"]))


@contextlib.contextmanager
def setting_up(world, log, flow, **options):
    """A conversation with moto in which every set-up of a second factor is offered as the real service does it."""
    with wire.Altering(world.endpoint, corrected) as server:
        service = world.services["required"] | {"endpoint": server.endpoint}
        with Talk(log, world.tools.flowc, world.tools.flow(flow), service, **options) as host:
            yield host


def names_the_parameter(end):
    """Checks that a conversation failed for the parameter that is no list."""
    end.ends("failed", "wrong-type")
    must("MFAS_CAN_SETUP" in end.error["message"], f"the failure does not name it: {end.error}")


@cell(
    "amplify · MFA_SETUP",
    "MFAS_CAN_SETUP as Python writes a list: a failure that names the parameter, and nothing is set up",
)
def _(world, log):
    with talk(world, log, "amplify", "required") as host:
        names_the_parameter(host.start(username="fresh", password=PASSWORD))
        equal(host.calls[-1]["operation"], "RespondToAuthChallenge", "the last call")


@cell("amplify · MFA_SETUP", "the same, with a corrected list: the service accepts the code of the secret that it sent")
def _(world, log):
    with setting_up(world, log, "amplify") as host:
        shown = host.start(username="fresh", password=PASSWORD).presents("CONTINUE_SIGN_IN_WITH_TOTP_SETUP")
        must(shown.parameters.get("sharedSecret"), "no secret is shown")
        end = host.submit(code=code_now())
        equal(
            [call["operation"] for call in host.calls][-3:],
            ["AssociateSoftwareToken", "VerifySoftwareToken", "RespondToAuthChallenge"],
            "the calls",
        )
        wire.signed_in(world.endpoint, end, "fresh", log)


@cell("amplify · CUSTOM_AUTH", "the service replies with `{}`: a failure that reports this, and no hang")
def _(world, log):
    with talk(world, log, "amplify", flowType="customWithoutSRP") as host:
        host.start(username="alice").fails_with_any_error()


@cell("amplify · sign-out", "the service replies to RevokeToken with HTTP 500 and HTML: the user is signed out")
def _(world, log):
    with talk(world, log, "amplify", flowType="userPassword") as host:
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)
        host.event("sign-out").ends("signedOut")
        equal(host.calls[-1]["operation"], "RevokeToken", "the last call")


@cell("legacy-sdk · USER_SRP_AUTH", "the exchange succeeds; moto does not verify the proof")
def _(world, log):
    with talk(world, log, "legacy-sdk", **DELEGATE) as host:
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("legacy-sdk · USER_PASSWORD_AUTH", "right and wrong password")
def _(world, log):
    with talk(world, log, "legacy-sdk", migration_enabled=True, **DELEGATE) as host:
        host.start(username="alice", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("legacy-sdk · NEW_PASSWORD_REQUIRED", "a weak one is asked again, a good one signs in")
def _(world, log):
    step = "getNewPasswordDetails"
    with talk(world, log, "legacy-sdk", migration_enabled=True, **DELEGATE) as host:
        host.start(username="newcomer2", password=TEMPORARY).presents(step)
        host.submit(newPassword="short").presents(step, "InvalidPasswordException")
        wire.signed_in(world.endpoint, host.submit(newPassword=NEW), "newcomer2", log)


@cell("legacy-sdk · SMS_MFA", "the code signs in")
def _(world, log):
    with talk(world, log, "legacy-sdk", "optional", migration_enabled=True, **DELEGATE) as host:
        host.start(username="sms", password=PASSWORD).presents("getMultiFactorAuthenticationCode_v2")
        wire.signed_in(world.endpoint, host.submit(code="123456"), "sms", log)


@cell("legacy-sdk · SOFTWARE_TOKEN_MFA", "a wrong code is asked again, the right one signs in")
def _(world, log):
    step = "getMultiFactorAuthenticationCode_v2"
    with talk(world, log, "legacy-sdk", "optional", migration_enabled=True, **DELEGATE) as host:
        host.start(username="totp", password=PASSWORD).presents(step)
        host.submit(code="no").presents(step, "CodeMismatchException")
        wire.signed_in(world.endpoint, host.submit(code=code_now()), "totp", log)


@cell(
    "legacy-sdk · MFA_SETUP",
    "MFAS_CAN_SETUP as Python writes a list: a failure that names the parameter, and nothing is set up",
)
def _(world, log):
    with talk(world, log, "legacy-sdk", "required", **DELEGATE) as host:
        names_the_parameter(host.start(username="fresh2", password=PASSWORD))


@cell(
    "legacy-sdk · MFA_SETUP",
    "the same, with a corrected list: the service accepts the code of the secret that it sent",
)
def _(world, log):
    with setting_up(world, log, "legacy-sdk", **DELEGATE) as host:
        shown = host.start(username="fresh2", password=PASSWORD).presents("getSoftwareMfaSetupDetails")
        must(shown.parameters.get("sharedSecret"), "no secret is shown")
        wire.signed_in(world.endpoint, host.submit(code=code_now()), "fresh2", log)


@cell("legacy-sdk · CUSTOM_AUTH", "the service replies with `{}`: the step returns with an error that says so, and no hang")
def _(world, log):
    with talk(world, log, "legacy-sdk", startCustomAuthentication=True) as host:
        host.start(username="alice").presents("getCustomChallengeDetails")
        host.submit().presents("getCustomChallengeDetails", "unrecognised-reply")


@cell("kiosk · USER_AUTH", "a service without USER_AUTH: its error ends the conversation")
def _(world, log):
    with talk(world, log, "kiosk") as host:
        host.start().presents("WHO_ARE_YOU")
        host.submit(badge="alice").presents("HOUSE_RULES")
        host.select("AGREE").presents("HOW_WILL_YOU_PROVE_IT")
        host.select("MAIL").ends("failed", "InvalidParameterException")
