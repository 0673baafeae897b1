"""Our client and the shipped flows against ministack, which checks SRP proofs, codes and secrets for real."""

import time

import wire
from cells import Group, equal, must
from ministack_server import PASSWORD, TEMPORARY, running
from talk import Talk

PEER = "ministack"
GROUP = Group("ministack", running)
NEW = "Brand-New-Passw0rd!"
DELEGATE = {
    name: True
    for name in ("startPasswordAuthentication", "startMultiFactorAuthentication", "startNewPasswordRequired")
}


def cell(row, checked):
    return GROUP.cell(row, PEER, checked)


def talk(world, log, flow, pool="plain", **options):
    return Talk(log, world.tools.flowc, world.tools.flow(flow), world.services[pool], **options)


def next_code(world, name):
    """A code that was not used yet: ministack takes one twice, real services do not."""
    return world.totp[name].at(int(time.time()))


def wrong_code(world, name):
    """A code that is none of those around now."""
    near = {world.totp[name].at(int(time.time()) + 30 * step) for step in range(-3, 4)}
    return next(
        code
        for code in ("000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777")
        if code not in near
    )


@cell("amplify · USER_SRP_AUTH", "the right password signs in; the service accepts the token")
def _(world, log):
    with talk(world, log, "amplify") as host:
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)
        equal([call["operation"] for call in host.calls], ["InitiateAuth", "RespondToAuthChallenge"], "the calls")


@cell("amplify · USER_SRP_AUTH", "a wrong password fails with NotAuthorizedException")
def _(world, log):
    with talk(world, log, "amplify") as host:
        host.start(username="alice", password=PASSWORD + "x").ends("failed", "NotAuthorizedException")


@cell("amplify · USER_SRP_AUTH", "16 sign-ins in a row all prove the password")
def _(world, log):
    # Each exchange has other random numbers: what pads one of them wrongly fails one time in some.
    with talk(world, log, "amplify") as host:
        for _ in range(16):
            host.start(username="alice", password=PASSWORD).ends("signedIn")
            host.event("sign-out").ends("signedOut")


@cell("amplify · USER_SRP_AUTH", "an unknown user fails with its own error, or like a wrong password")
def _(world, log):
    with talk(world, log, "amplify") as host:
        host.start(username="nobody", password=PASSWORD).ends("failed", "UserNotFoundException")
    with talk(world, log, "amplify", "plain hiding") as host:
        host.start(username="nobody", password=PASSWORD).ends("failed", "NotAuthorizedException")


@cell(
    "amplify · USER_SRP_AUTH",
    "a disabled user, an unconfirmed user, and one who must reset the password: three different ends",
)
def _(world, log):
    with talk(world, log, "amplify") as host:
        host.start(username="disabled", password=PASSWORD).ends("failed", "NotAuthorizedException")
        host.start(username="unconfirmed", password=PASSWORD).ends("confirmSignUp", "UserNotConfirmedException")
        host.start(username="reset", password=PASSWORD).ends("resetPassword", "PasswordResetRequiredException")


@cell("amplify · USER_SRP_AUTH", "a user whose name is an e-mail address")
def _(world, log):
    with talk(world, log, "amplify", "email") as host:
        end = host.start(username="bob@example.com", password=PASSWORD).ends("signedIn")
        must(end.parameters["accessToken"].count(".") == 2, "there is no access token")
        host.event("sign-out").ends("signedOut")
        host.start(username="bob@example.com", password="not-" + PASSWORD).ends("failed", "NotAuthorizedException")


@cell(
    "amplify · client secret",
    "the service accepts SECRET_HASH; without the secret, or with another, the sign-in fails",
)
def _(world, log):
    for flow_type in ("userSRP", "userPassword"):
        with talk(world, log, "amplify", "plain secret", secret=world.secrets["plain secret"]) as host:
            end = host.start(username="alice", password=PASSWORD, flowType=flow_type)
            wire.signed_in(world.endpoint, end, "alice", log)
    with talk(world, log, "amplify", "plain secret") as host:
        host.start(username="alice", password=PASSWORD).ends("failed", "NotAuthorizedException")
    with talk(world, log, "amplify", "plain secret", secret="another-secret-that-is-wrong") as host:
        host.start(username="alice", password=PASSWORD).ends("failed", "NotAuthorizedException")


@cell("amplify · USER_PASSWORD_AUTH", "right and wrong password")
def _(world, log):
    with talk(world, log, "amplify", flowType="userPassword") as host:
        host.start(username="alice", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("amplify · NEW_PASSWORD_REQUIRED", "after SRP; the new password signs in, but the old one no longer does")
def _(world, log):
    with talk(world, log, "amplify") as host:
        host.start(username="newcomer", password=TEMPORARY).presents("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED")
        wire.signed_in(world.endpoint, host.submit(newPassword=NEW), "newcomer", log)
        host.event("sign-out").ends("signedOut")
        host.start(username="newcomer", password=TEMPORARY).ends("failed", "NotAuthorizedException")
        host.start(username="newcomer", password=NEW).ends("signedIn")


@cell("amplify · SOFTWARE_TOKEN_MFA", "a wrong code is asked again, the right one signs in")
def _(world, log):
    with talk(world, log, "amplify", "optional") as host:
        host.start(username="totp", password=PASSWORD).presents("CONFIRM_SIGN_IN_WITH_TOTP_CODE")
        host.submit(code=wrong_code(world, "totp")).presents(
            "CONFIRM_SIGN_IN_WITH_TOTP_CODE", "CodeMismatchException"
        )
        wire.signed_in(world.endpoint, host.submit(code=next_code(world, "totp")), "totp", log)


@cell("amplify · CUSTOM_AUTH", "without a password: a wrong answer, then both right ones")
def _(world, log):
    step = "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE"
    with talk(world, log, "amplify", "custom", flowType="customWithoutSRP") as host:
        asked = host.start(username="carol").presents(step)
        equal(asked.parameters["additionalInfo"].get("question"), "colour of round 1?", "the question")
        host.submit(answer="red").presents(step)
        asked = host.submit(answer="blue-1").presents(step)
        equal(asked.parameters["additionalInfo"].get("question"), "colour of round 2?", "the question")
        wire.signed_in(world.endpoint, host.submit(answer="blue-2"), "carol", log)


@cell("amplify · CUSTOM_AUTH", "the step stays after the third wrong answer, with NotAuthorizedException")
def _(world, log):
    step = "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE"
    with talk(world, log, "amplify", "custom", flowType="customWithoutSRP") as host:
        host.start(username="carol").presents(step)
        host.submit(answer="red").presents(step)
        host.submit(answer="red").presents(step)
        # confirmSignIn keeps the challenge whatever goes wrong.
        host.submit(answer="red").presents(step, "NotAuthorizedException")
        host.event("cancel").ends("cancelled")


@cell("amplify · CUSTOM_AUTH with SRP_A", "the password is proved, then a custom challenge; a wrong password fails")
def _(world, log):
    with talk(world, log, "amplify", "custom", flowType="customWithSRP") as host:
        host.start(username="carol", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        host.start(username="carol", password=PASSWORD).presents("CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE")
        wire.signed_in(world.endpoint, host.submit(answer="blue-1"), "carol", log)


@cell("amplify · sign-out", "RevokeToken: the service then rejects both tokens")
def _(world, log):
    with talk(world, log, "amplify") as host:
        end = wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)
        host.event("sign-out").ends("signedOut")
    client = wire.client(world.endpoint, log)
    wire.refused(client.get_user, "NotAuthorizedException", AccessToken=end.parameters["accessToken"])
    wire.refused(
        client.initiate_auth,
        "NotAuthorizedException",
        ClientId=world.services["plain"]["client"],
        AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": end.parameters["refreshToken"]},
    )


@cell("legacy-sdk · USER_SRP_AUTH", "a wrong password is asked again; the right one signs in")
def _(world, log):
    with talk(world, log, "legacy-sdk", **DELEGATE) as host:
        step = "getPasswordAuthenticationDetails"
        host.start(username="alice").presents(step)
        host.submit(username="alice", password="no-" + PASSWORD).presents(step, "NotAuthorizedException")
        host.submit(username="nobody", password=PASSWORD).presents(step, "UserNotFoundException")
        wire.signed_in(world.endpoint, host.submit(username="alice", password=PASSWORD), "alice", log)
        names = [notice["name"] for notice in host.notices]
        equal(names.count("didCompletePasswordAuthenticationStepWithError"), 3, "the completed password steps")


@cell("legacy-sdk · USER_SRP_AUTH", "name and password at the start: wrong fails, right signs in")
def _(world, log):
    with talk(world, log, "legacy-sdk", **DELEGATE) as host:
        host.start(username="alice", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("legacy-sdk · USER_SRP_AUTH", "facts of the host given by --input")
def _(world, log):
    with talk(world, log, "legacy-sdk", options={"startPasswordAuthentication": "true"}) as host:
        host.start(username="alice").presents("getPasswordAuthenticationDetails")


@cell(
    "legacy-sdk · client secret",
    "SECRET_HASH with SRP; the refresh sends the secret itself; ministack refuses this, and the flow asks for the "
    "password again",
)
def _(world, log):
    with talk(world, log, "legacy-sdk", "plain secret", secret=world.secrets["plain secret"], **DELEGATE) as host:
        end = wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)
        host.start(username="alice", refreshToken=end.parameters["refreshToken"])
        equal(host.calls[-1]["request"]["AuthFlow"], "REFRESH_TOKEN_AUTH", "the flow of the refresh")
        end = host.submit(username="alice", password=PASSWORD)
        wire.signed_in(world.endpoint, end, "alice", log)


@cell("legacy-sdk · USER_PASSWORD_AUTH", "right and wrong password")
def _(world, log):
    with talk(world, log, "legacy-sdk", migration_enabled=True, **DELEGATE) as host:
        host.start(username="alice", password="no-" + PASSWORD).ends("failed", "NotAuthorizedException")
        wire.signed_in(world.endpoint, host.start(username="alice", password=PASSWORD), "alice", log)


@cell("legacy-sdk · NEW_PASSWORD_REQUIRED", "after SRP; the new password signs in")
def _(world, log):
    with talk(world, log, "legacy-sdk", **DELEGATE) as host:
        host.start(username="newcomer2", password=TEMPORARY).presents("getNewPasswordDetails")
        wire.signed_in(world.endpoint, host.submit(newPassword=NEW), "newcomer2", log)
        host.start(username="newcomer2", password=NEW).ends("signedIn")


@cell("legacy-sdk · SOFTWARE_TOKEN_MFA", "a wrong code is asked again, the right one signs in")
def _(world, log):
    with talk(world, log, "legacy-sdk", "optional", **DELEGATE) as host:
        step = "getMultiFactorAuthenticationCode_v2"
        host.start(username="totp", password=PASSWORD).presents(step)
        host.submit(code=wrong_code(world, "totp")).presents(step, "CodeMismatchException")
        wire.signed_in(world.endpoint, host.submit(code=next_code(world, "totp")), "totp", log)


@cell("legacy-sdk · CUSTOM_AUTH", "without a password: both rounds answered; a wrong answer is asked again")
def _(world, log):
    step = "getCustomChallengeDetails"
    with talk(world, log, "legacy-sdk", "custom", startCustomAuthentication=True) as host:
        host.start(username="carol").presents(step)
        host.submit().presents(step)
        host.submit(challengeResponses={"ANSWER": "red"}).presents(step)
        host.submit(challengeResponses={"ANSWER": "blue-1"}).presents(step)
        wire.signed_in(world.endpoint, host.submit(challengeResponses={"ANSWER": "blue-2"}), "carol", log)


@cell("legacy-sdk · CUSTOM_AUTH with SRP_A", "the password is proved, then a custom challenge")
def _(world, log):
    with talk(
        world, log, "legacy-sdk", "custom", initial_custom_challenge=True, startCustomAuthentication=True, **DELEGATE
    ) as host:
        host.start(username="carol", password=PASSWORD).presents("getCustomChallengeDetails")
        wire.signed_in(world.endpoint, host.submit(challengeResponses={"ANSWER": "blue-1"}), "carol", log)


@cell(
    "legacy-sdk · REFRESH_TOKEN_AUTH",
    "a refresh token gives new tokens; after an invalid one, the flow asks for the password",
)
def _(world, log):
    with talk(world, log, "legacy-sdk", **DELEGATE) as host:
        first = host.start(username="alice", password=PASSWORD).ends("signedIn")
        token = first.parameters["refreshToken"]
        second = host.start(username="alice", refreshToken=token)
        wire.signed_in(world.endpoint, second, "alice", log)
        must(second.parameters["accessToken"] != first.parameters["accessToken"], "the access token is the old one")
        equal(second.parameters.get("refreshToken"), token, "the refresh token")
        host.start(username="alice", refreshToken="not-a-token").presents("getPasswordAuthenticationDetails")


@cell("kiosk · USER_SRP_AUTH", "a wrong password is asked again; the right one signs in")
def _(world, log):
    with talk(world, log, "kiosk", "plain hiding") as host:
        host.start().presents("WHO_ARE_YOU")
        host.submit(badge="alice").presents("HOUSE_RULES")
        host.select("AGREE").presents("HOW_WILL_YOU_PROVE_IT")
        host.select("PASSWORD").presents("TYPE_THE_PASSWORD")
        host.submit(password="no-" + PASSWORD).presents("TYPE_THE_PASSWORD", "NotAuthorizedException")
        wire.signed_in(world.endpoint, host.submit(password=PASSWORD), "alice", log)


@cell("kiosk · USER_AUTH", "a service without USER_AUTH: its error ends the conversation")
def _(world, log):
    with talk(world, log, "kiosk") as host:
        host.start().presents("WHO_ARE_YOU")
        host.submit(badge="alice").presents("HOUSE_RULES")
        host.select("AGREE").presents("HOW_WILL_YOU_PROVE_IT")
        host.select("MAIL").fails_with_any_error()
