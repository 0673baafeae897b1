"""Pools for boto3, and what its checks have in common. Each answer is judged by botocore's model (see shapes.py)."""

import contextlib

import pools
from cells import Group, equal, must
from pools import SECRET, TOTP_SECRET

PEER = "boto3"
CLIENTS = [
    {"id": "app", "hidesUserExistence": False},
    {"id": "hiding"},
    {"id": "secret", "secret": SECRET},
    {"id": "rotating", "rotatesRefreshTokens": True},
    {"id": "srp-only", "authFlows": ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH"]},
]
# Users that checks change; all have an address and a number that are verified.
CHANGED = (
    """mfa-token mfa-settings device-a device-b device-c change forgot attributes delete out revoke rotate passkey
    admin-mfa admin-reset admin-set admin-out admin-delete admin-disable admin-device two-step srp""".split()
)
USERS = {name: {} for name in ["ana"] + CHANGED} | {
    "text": {"mfa": ["SMS_MFA"]},
    "mail": {"mfa": ["EMAIL_OTP"]},
    "app-user": {"softwareTokenSecret": TOTP_SECRET},
    "several": {"softwareTokenSecret": TOTP_SECRET, "mfa": ["SMS_MFA", "EMAIL_OTP"]},
    "newcomer": {"isTemporary": True},
    "resetting": {"status": "RESET_REQUIRED"},
    "unconfirmed": {"status": "UNCONFIRMED"},
    "disabled": {"isEnabled": False},
}


@contextlib.contextmanager
def world(tools):
    main = {"clients": CLIENTS, "customAuth": "email-code"}
    strict = {"mfa": "ON", "mfaFactors": ["SOFTWARE_TOKEN_MFA", "EMAIL_OTP"], "customAuth": "password-then-word"}
    with pools.running(tools, main=(main, USERS), strict=(strict, {"eva": {}, "uwe": {}})) as started:
        yield started


GROUP = Group("boto3", world)


def challenge(row, checked):
    return GROUP.cell(row, PEER, checked)


def operation(name, checked):
    return GROUP.cell(name, PEER, checked, section="operations")


def admin(world, log, name="main"):
    """A pool, a client that signs its requests, and the members that name a user of the pool."""
    pool = world[name]
    return pool, pool.client(log, keys="anything"), lambda name: {"UserPoolId": pool.id, "Username": name}


def initiate(client, flow, client_id="app", **parameters):
    return client.initiate_auth(ClientId=client_id, AuthFlow=flow, AuthParameters=parameters)


def answer(client, asked, name, client_id="app", **responses):
    session = {"Session": asked["Session"]} if asked.get("Session") else {}
    return client.respond_to_auth_challenge(
        ClientId=client_id, ChallengeName=name, ChallengeResponses=responses, **session
    )


def asks(reply, name):
    equal(reply.get("ChallengeName"), name, "the challenge")
    return reply


def gives_tokens(client, reply, username):
    result = reply.get("AuthenticationResult")
    must(result, f"no tokens, but {reply.get('ChallengeName')}")
    equal(client.get_user(AccessToken=result["AccessToken"])["Username"], username, "the user of the tokens")
    return result


def other_code(code):
    return "111111" if code != "111111" else "222222"
