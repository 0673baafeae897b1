"""soft-webauthn as authenticator before our pool, and py_webauthn as relying party of our software authenticator."""

import contextlib
import json
import os
import subprocess
import sys

from soft_webauthn import SoftWebauthnDevice

import pools
from boto3_world import answer, asks, gives_tokens, initiate
from cells import Failed, Group, Skipped, equal, must
from wire import refused
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PARTY, ORIGIN = "auth.example.com", "https://auth.example.com"


@contextlib.contextmanager
def world(tools):
    settings = {"relyingPartyID": PARTY, "origins": [ORIGIN], "clients": [{"id": "app", "hidesUserExistence": False}]}
    strict = settings | {"requiresUserVerification": True}
    with pools.running(tools, main=(settings, {"ana": {}, "eva": {}}), strict=(strict, {"ana": {}})) as started:
        started["main"].tools = tools
        yield started


GROUP = Group("passkeys", world)


def for_device(options):
    """Options as soft-webauthn takes them: bytes in place of base64url."""
    options = json.loads(json.dumps(options))
    options["challenge"] = base64url_to_bytes(options["challenge"])
    if "user" in options:
        options["user"]["id"] = base64url_to_bytes(options["user"]["id"])
    for credential in options.get("allowCredentials", []) + options.get("excludeCredentials", []):
        credential["id"] = base64url_to_bytes(credential["id"])
    return {"publicKey": options}


def credential(made):
    """A credential of soft-webauthn in WebAuthn's JSON."""
    response = {name: bytes_to_base64url(value) for name, value in made["response"].items() if value is not None}
    identifier = bytes_to_base64url(made["rawId"])
    return {
        "id": identifier,
        "rawId": identifier,
        "type": made["type"],
        "response": response,
        "clientExtensionResults": {},
    }


def register(client, token, device, origin=ORIGIN):
    options = client.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    client.complete_web_authn_registration(
        AccessToken=token, Credential=credential(device.create(for_device(options), origin))
    )


def assertion(device, asked, origin=ORIGIN):
    options = json.loads(asked["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    return json.dumps(credential(device.get(for_device(options), origin)))


def asked_for_passkey(client, name="ana"):
    return asks(initiate(client, "USER_AUTH", USERNAME=name, PREFERRED_CHALLENGE="WEB_AUTHN"), "WEB_AUTHN")


@GROUP.cell("WEB_AUTHN", "soft-webauthn", "registers; signs in by choice and by preference, with an increasing counter")
def _(world, log):
    pool = world["main"]
    client, device = pool.client(log), SoftWebauthnDevice()
    token = pool.access(log, "ana")
    register(client, token, device)
    pool.ana = device
    equal(len(client.list_web_authn_credentials(AccessToken=token)["Credentials"]), 1, "the number of passkeys")
    must("WEB_AUTHN" in client.get_user_auth_factors(AccessToken=token)["ConfiguredUserAuthFactors"], "no factor")
    asked = asked_for_passkey(client)
    gives_tokens(
        client, answer(client, asked, "WEB_AUTHN", USERNAME="ana", CREDENTIAL=assertion(device, asked)), "ana"
    )
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana"), "SELECT_CHALLENGE")
    must("WEB_AUTHN" in asked["AvailableChallenges"], "the passkey is not offered")
    asked = asks(answer(client, asked, "SELECT_CHALLENGE", USERNAME="ana", ANSWER="WEB_AUTHN"), "WEB_AUTHN")
    gives_tokens(
        client, answer(client, asked, "WEB_AUTHN", USERNAME="ana", CREDENTIAL=assertion(device, asked)), "ana"
    )


@GROUP.cell(
    "WEB_AUTHN",
    "soft-webauthn",
    "registration refused: another origin, an old challenge, another relying party, no token",
)
def _(world, log):
    pool = world["main"]
    client, device = pool.client(log), SoftWebauthnDevice()
    token = pool.access(log, "eva")
    refused(
        register,
        "WebAuthnOriginNotAllowedException",
        client=client,
        token=token,
        device=device,
        origin="https://evil.example",
    )
    options = client.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    client.start_web_authn_registration(AccessToken=token)
    refused(
        client.complete_web_authn_registration,
        "WebAuthnChallengeNotFoundException",
        AccessToken=token,
        Credential=credential(device.create(for_device(options), ORIGIN)),
    )
    options["rp"]["id"] = "evil.example"
    options["challenge"] = client.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"][
        "challenge"
    ]
    refused(
        client.complete_web_authn_registration,
        "WebAuthnRelyingPartyMismatchException",
        AccessToken=token,
        Credential=credential(device.create(for_device(options), ORIGIN)),
    )
    refused(client.start_web_authn_registration, "NotAuthorizedException", AccessToken="a.b.c")


@GROUP.cell(
    "WEB_AUTHN",
    "soft-webauthn",
    "sign-in refused: another origin, an old assertion, a lower counter, another signature, another passkey",
)
def _(world, log):
    pool = world["main"]
    client, device = pool.client(log), getattr(pool, "ana", None)
    must(device, "the registration did not hold")

    def sign_in(asked, made):
        return answer(client, asked, "WEB_AUTHN", USERNAME="ana", CREDENTIAL=made)

    asked = asked_for_passkey(client)
    old = assertion(device, asked)
    gives_tokens(client, sign_in(asked, old), "ana")
    asked = asked_for_passkey(client)
    refused(sign_in, "NotAuthorizedException", asked=asked, made=old)
    refused(sign_in, "NotAuthorizedException", asked=asked, made=assertion(device, asked, "https://evil.example"))
    asked = asked_for_passkey(client)
    tampered = json.loads(assertion(device, asked))
    signature = bytearray(base64url_to_bytes(tampered["response"]["signature"]))
    signature[-1] ^= 1
    tampered["response"]["signature"] = bytes_to_base64url(bytes(signature))
    refused(sign_in, "NotAuthorizedException", asked=asked, made=json.dumps(tampered))
    count, device.sign_count = device.sign_count, 0
    refused(sign_in, "NotAuthorizedException", asked=asked, made=assertion(device, asked))
    device.sign_count = count
    stranger = SoftWebauthnDevice()
    stranger.cred_init(PARTY, b"stranger")
    asked = asked_for_passkey(client)
    refused(sign_in, "NotAuthorizedException", asked=asked, made=assertion(stranger, asked))
    refused(sign_in, "InvalidParameterException", asked=asked, made="{}")
    gives_tokens(client, sign_in(asked, assertion(device, asked)), "ana")


@GROUP.cell(
    "WEB_AUTHN",
    "soft-webauthn",
    "a pool that requires user verification refuses it, because it never verifies the user",
)
def _(world, log):
    pool = world["strict"]
    refused(
        register,
        "WebAuthnCredentialNotSupportedException",
        client=pool.client(log),
        token=pool.access(log, "ana"),
        device=SoftWebauthnDevice(),
    )


@GROUP.cell(
    "WEB_AUTHN",
    "soft-webauthn",
    "DeleteWebAuthnCredential: the passkey is removed and no longer offered; refused: again",
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "ana")
    identifier = client.list_web_authn_credentials(AccessToken=token)["Credentials"][0]["CredentialId"]
    client.delete_web_authn_credential(AccessToken=token, CredentialId=identifier)
    refused(
        client.delete_web_authn_credential, "ResourceNotFoundException", AccessToken=token, CredentialId=identifier
    )
    refused(client.list_web_authn_credentials, "NotAuthorizedException", AccessToken="a.b.c")
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="WEB_AUTHN"), "SELECT_CHALLENGE")
    must("WEB_AUTHN" not in asked["AvailableChallenges"], "it is offered")


@GROUP.cell(
    "WEB_AUTHN",
    "py_webauthn",
    "accepts the output of our software authenticator, and refuses it after a change",
    needs="--passkey-cases",
)
def _(world, log):
    tools = world["main"].tools
    if not tools.passkey_cases:
        raise Skipped("no --passkey-cases: PASSKEY_CASES=FILE swift test --filter PasskeyPeerTests writes them")
    done = subprocess.run(
        [sys.executable, os.path.join(tools.root, ".ci", "peers", "webauthn_verify.py"), tools.passkey_cases],
        capture_output=True,
        text=True,
        timeout=120,
    )
    log(done.stdout + done.stderr)
    if done.returncode != 0:
        raise Failed("py_webauthn judges otherwise")
