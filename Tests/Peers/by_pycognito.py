"""pycognito as a client of our pool: its own SRP and device SRP, and tokens that it verifies by the pool's key set."""

import contextlib

import pycognito
import pyotp
import requests
from botocore.exceptions import ClientError
from pycognito import aws_srp
from pycognito.exceptions import MFAChallengeException

import pools
import wire
from cells import Failed, Group, equal, must
from pools import NEW_PASSWORD, PASSWORD, SECRET, TOTP_SECRET

PEER = "pycognito"
WRONG = "Wr0ng-Passw0rd!"
USERS = {name: {} for name in ("ana", "many", "device", "other-device", "forgot")} | {
    "text": {"mfa": ["SMS_MFA"]},
    "app-user": {"softwareTokenSecret": TOTP_SECRET},
    "newcomer": {"isTemporary": True},
}


class Rerouted:
    """pycognito sends requests about devices to a fixed address; here they go to the pool."""

    def __init__(self, pool):
        self._pool = pool

    def post(self, url, **options):
        must(url == "https://cognito-idp.us-east-1.amazonaws.com/", f"an unknown address: {url}")
        self._pool.others += 1
        return requests.post(self._pool.endpoint + "/", **options)


@contextlib.contextmanager
def world(tools):
    clients = [{"id": "app", "hidesUserExistence": False}, {"id": "secret", "secret": SECRET}]
    with pools.running(tools, main=({"clients": clients}, USERS)) as started:
        aws_srp.requests = Rerouted(started["main"])
        try:
            yield started["main"]
        finally:
            aws_srp.requests = requests


GROUP = Group("pycognito", world)


def cell(row, checked):
    return GROUP.cell(row, PEER, checked)


def srp(pool, log, username, password=PASSWORD, **more):
    return aws_srp.AWSSRP(username, password, pool.id, more.pop("client_id", "app"), client=pool.client(log), **more)


def cognito(pool, log, username=None, **more):
    made = pycognito.Cognito(
        pool.id,
        more.pop("client_id", "app"),
        username=username,
        access_key="a",
        secret_key="b",
        boto3_client_kwargs={"endpoint_url": pool.endpoint},
        **more,
    )
    wire.watch(made.client, log, pool.judge)
    return made


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except ClientError as refusal:
        return equal(refusal.response["Error"]["Code"], error, "the refusal")
    raise Failed(f"accepted what must be refused with {error}")


def challenged(user, name, password=PASSWORD):
    try:
        user.authenticate(password)
    except MFAChallengeException as challenge:
        return equal(challenge.get_tokens()["ChallengeName"], name, "the challenge")
    raise Failed("no second factor was asked for")


@cell("USER_SRP_AUTH", "tokens; refused: a wrong password, an unknown user")
def _(pool, log):
    tokens = srp(pool, log, "ana").authenticate_user()["AuthenticationResult"]
    equal(pool.client(log).get_user(AccessToken=tokens["AccessToken"])["Username"], "ana", "the user")
    refused("NotAuthorizedException", srp(pool, log, "ana", WRONG).authenticate_user)
    refused("UserNotFoundException", srp(pool, log, "nobody").authenticate_user)


@cell("USER_SRP_AUTH", "12 sign-ins in a row all prove the password")
def _(pool, log):
    # Each exchange has other random numbers: what pads one of them wrongly fails one time in some.
    for _ in range(12):
        must("AuthenticationResult" in srp(pool, log, "many").authenticate_user(), "no tokens")


@cell(
    "USER_SRP_AUTH",
    "both tokens verified by the pool's key set, issuer, audience and use; refused: for another client",
)
def _(pool, log):
    user = cognito(pool, log, "ana")
    user.authenticate(PASSWORD)
    equal((user.id_claims["cognito:username"], user.access_claims["username"]), ("ana", "ana"), "the claims")
    equal(user.get_user().email, "ana@example.com", "the address")
    try:
        cognito(pool, log, client_id="secret").verify_token(user.id_token, "id_token", "id")
    except pycognito.exceptions.TokenVerificationException:
        return
    raise Failed("a token of another client was taken")


@cell("NEW_PASSWORD_REQUIRED", "after SRP; the new password signs in, but the old one no longer does")
def _(pool, log):
    reply = srp(pool, log, "newcomer").set_new_password_challenge(NEW_PASSWORD)
    must("AuthenticationResult" in reply, "no tokens")
    srp(pool, log, "newcomer", NEW_PASSWORD).authenticate_user()
    refused("NotAuthorizedException", srp(pool, log, "newcomer").authenticate_user)


@cell("SMS_MFA", "after SRP; a wrong code is refused, the right one of the message gives verified tokens")
def _(pool, log):
    user = cognito(pool, log, "text")
    challenged(user, "SMS_MFA")
    code = pool.code("text", log)
    refused("CodeMismatchException", user.respond_to_sms_mfa_challenge, "111111" if code != "111111" else "222222")
    user.respond_to_sms_mfa_challenge(code)
    equal(user.access_claims["username"], "text", "the user")


@cell("SOFTWARE_TOKEN_MFA", "after SRP; a wrong code is refused, pyotp's gives verified tokens")
def _(pool, log):
    user = cognito(pool, log, "app-user")
    challenged(user, "SOFTWARE_TOKEN_MFA")
    refused("CodeMismatchException", user.respond_to_software_token_mfa_challenge, pyotp.TOTP(TOTP_SECRET).at(0))
    user.respond_to_software_token_mfa_challenge(pyotp.TOTP(TOTP_SECRET).now())
    equal(user.access_claims["username"], "app-user", "the user")


@cell(
    "DEVICE_SRP_AUTH",
    "ConfirmDevice with its verifier; then the device is proved, 8 times; another secret is refused",
)
def _(pool, log):
    begun = srp(pool, log, "device")
    tokens = begun.authenticate_user()
    made = tokens["AuthenticationResult"]["NewDeviceMetadata"]
    reply, secret = begun.confirm_device(tokens, "box")
    equal(reply.status_code, 200, "the status of ConfirmDevice")
    known = {"device_key": made["DeviceKey"], "device_group_key": made["DeviceGroupKey"]}
    for _ in range(8):
        result = srp(pool, log, "device", device_password=secret, **known).authenticate_user()["AuthenticationResult"]
        must("NewDeviceMetadata" not in result, "the device is not known any more")
    refused("NotAuthorizedException", srp(pool, log, "device", device_password="bad", **known).authenticate_user)
    refused(
        "NotAuthorizedException", srp(pool, log, "device", WRONG, device_password=secret, **known).authenticate_user
    )


@cell("DEVICE_SRP_AUTH", "the pool does not ask for a device that is no longer remembered, and refuses a forgotten one")
def _(pool, log):
    begun = srp(pool, log, "other-device")
    tokens = begun.authenticate_user()
    made = tokens["AuthenticationResult"]["NewDeviceMetadata"]
    reply, secret = begun.confirm_device(tokens, "box")
    access = tokens["AuthenticationResult"]["AccessToken"]
    must("[200]" in begun.update_device_status(False, access, made["DeviceKey"]), "the update is refused")
    known = {"device_key": made["DeviceKey"], "device_group_key": made["DeviceGroupKey"], "device_password": "bad"}
    must("AuthenticationResult" in srp(pool, log, "other-device", **known).authenticate_user(), "no tokens")
    must("[200]" in begun.forget_device(access, made["DeviceKey"]), "the forgetting is refused")
    refused("ResourceNotFoundException", srp(pool, log, "other-device", **known).authenticate_user)


@cell("REFRESH_TOKEN_AUTH", "new tokens, verified; refused: after the sign-out of all")
def _(pool, log):
    user = cognito(pool, log, "ana")
    user.authenticate(PASSWORD)
    old = user.access_token
    user.renew_access_token()
    must(user.access_token != old, "the access token is the old one")
    user.logout()
    fresh = cognito(pool, log, "ana")
    fresh.authenticate(PASSWORD)
    fresh.client.global_sign_out(AccessToken=fresh.access_token)
    refused("NotAuthorizedException", fresh.renew_access_token)


@cell("client secret", "SECRET_HASH in sign-up, SRP, refresh; refused: another secret")
def _(pool, log):
    user = cognito(pool, log, "sec", client_id="secret", client_secret=SECRET)
    user.set_base_attributes(email="sec@example.com")
    user.register("sec", PASSWORD)
    user.confirm_sign_up(pool.code("sec", log), "sec")
    user = cognito(pool, log, "sec", client_id="secret", client_secret=SECRET)
    user.authenticate(PASSWORD)
    user.renew_access_token()
    equal(user.access_claims["username"], "sec", "the user")
    wrong = cognito(pool, log, "sec", client_id="secret", client_secret=SECRET[:-1])
    refused("NotAuthorizedException", wrong.authenticate, PASSWORD)


@cell("sign-up and passwords", "register, resend, confirm, forgot, change: each step counts at the next sign-in")
def _(pool, log):
    user = cognito(pool, log)
    user.set_base_attributes(email="zoe@example.com", name="Zoe")
    user.register("zoe", PASSWORD)
    refused("UserNotConfirmedException", cognito(pool, log, "zoe").authenticate, PASSWORD)
    user.resend_confirmation_code("zoe")
    refused("CodeMismatchException", user.confirm_sign_up, "no", "zoe")
    user.confirm_sign_up(pool.code("zoe", log), "zoe")
    user = cognito(pool, log, "zoe")
    user.authenticate(PASSWORD)
    user.change_password(PASSWORD, NEW_PASSWORD)
    refused("NotAuthorizedException", cognito(pool, log, "zoe").authenticate, PASSWORD)
    user.initiate_forgot_password()
    user.confirm_forgot_password(pool.code("zoe", log), "An0ther-Passw0rd!")
    user.authenticate("An0ther-Passw0rd!")
    user.update_profile({"name": "Zoé"})
    equal(user.get_user().name, "Zoé", "the name")
