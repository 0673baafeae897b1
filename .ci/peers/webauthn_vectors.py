#!/usr/bin/env python3
"""Records what other people's WebAuthn programs make, for the tests of passkeys.

  pip install soft-webauthn webauthn
  .ci/peers/webauthn_vectors.py > Tests/Cognito/CognitoHandlersTests/Vectors/webauthn.json

soft-webauthn plays the authenticator: one registration, two assertions; the registration again with the credential
attesting itself, which soft-webauthn cannot, put together from its key and fido2's CBOR. py_webauthn plays the relying party: the options
of both ceremonies, as its JSON has them.
"""
import base64
import hashlib
import importlib.metadata
import json

import webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from soft_webauthn import SoftWebauthnDevice
from webauthn.helpers.structs import (
    AttestationConveyancePreference, AuthenticatorSelectionCriteria, PublicKeyCredentialDescriptor,
    UserVerificationRequirement,
)

RELYING_PARTY, ORIGIN = "auth.example.com", "https://auth.example.com"


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def for_device(options):
    """Options as soft-webauthn takes them: bytes in place of base64url."""
    options = json.loads(options)
    options["challenge"] = data(options["challenge"])
    if "user" in options:
        options["user"]["id"] = data(options["user"]["id"])
    for name in ("allowCredentials", "excludeCredentials"):
        for credential in options.get(name, []):
            credential["id"] = data(credential["id"])
    return {"publicKey": options}


def credential(made):
    response = {name: text(value) for name, value in made["response"].items() if value is not None}
    identifier = text(made["rawId"])
    # soft-webauthn leaves the padding in `id`; relying parties meet that, so it stays.
    return {
        "id": made["id"].decode(), "rawId": identifier, "type": made["type"], "response": response,
        "clientExtensionResults": {},
    }


def attesting_itself(device, credential):
    parts = cbor.decode(data(credential["response"]["attestationObject"]))
    client = hashlib.sha256(data(credential["response"]["clientDataJSON"])).digest()
    signature = device.private_key.sign(parts["authData"] + client, ec.ECDSA(hashes.SHA256()))
    parts = {"fmt": "packed", "attStmt": {"alg": -7, "sig": signature}, "authData": parts["authData"]}
    return credential | {"response": credential["response"] | {"attestationObject": text(cbor.encode(parts))}}


device = SoftWebauthnDevice()
creation = webauthn.options_to_json(webauthn.generate_registration_options(
    rp_id=RELYING_PARTY, rp_name="pool", user_name="ana", user_id=b"sub-of-ana",
    attestation=AttestationConveyancePreference.NONE,
    authenticator_selection=AuthenticatorSelectionCriteria(user_verification=UserVerificationRequirement.PREFERRED)))
registration = credential(device.create(for_device(creation), ORIGIN))
assertions = []
for _ in range(2):
    request = webauthn.options_to_json(webauthn.generate_authentication_options(
        rp_id=RELYING_PARTY, allow_credentials=[PublicKeyCredentialDescriptor(id=device.credential_id)]))
    assertions.append({"options": json.loads(request), "credential": credential(device.get(for_device(request), ORIGIN))})
anyone = webauthn.options_to_json(webauthn.generate_authentication_options(
    rp_id=RELYING_PARTY, user_verification=UserVerificationRequirement.REQUIRED))

print(json.dumps({
    "made by": {name: importlib.metadata.version(name) for name in ("soft-webauthn", "webauthn")},
    "relying party": RELYING_PARTY, "origin": ORIGIN, "user handle": text(b"sub-of-ana"),
    "registration": {"options": json.loads(creation), "credential": registration},
    "attesting itself": attesting_itself(device, registration),
    "assertions": assertions, "request options": json.loads(anyone),
}, indent=2))
