#!/usr/bin/env python3
"""py_webauthn as the relying party of our software authenticator.

  pip install webauthn
  PASSKEY_CASES=/tmp/cases.json swift test --filter PasskeyPeerTests
  .ci/peers/webauthn_verify.py /tmp/cases.json      (or the JSON on stdin)

The JSON is {"relyingParty", "origin", "cases": [{"kind": "registration" | "assertion", "challenge", "verified",
"credential"}]}, challenges in base64url; an assertion is by a credential that an earlier case registered. Each case must
be accepted as it is, and refused with another challenge, origin, relying party or signature, and when an assertion comes
twice. Exit status 1 if any answer is another one.
"""
import base64
import copy
import json
import sys

import webauthn

REFUSED = (webauthn.helpers.exceptions.InvalidRegistrationResponse,
           webauthn.helpers.exceptions.InvalidAuthenticationResponse)


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def registration(case, party, **changes):
    arguments = dict(credential=case["credential"], expected_challenge=data(case["challenge"]),
                     expected_rp_id=party["relyingParty"], expected_origin=party["origin"],
                     require_user_verification=case["verified"])
    return webauthn.verify_registration_response(**(arguments | changes))


def assertion(case, party, key, count, **changes):
    arguments = dict(credential=case["credential"], expected_challenge=data(case["challenge"]),
                     expected_rp_id=party["relyingParty"], expected_origin=party["origin"],
                     credential_public_key=key, credential_current_sign_count=count,
                     require_user_verification=case["verified"])
    return webauthn.verify_authentication_response(**(arguments | changes))


def with_other_signature(credential):
    credential = copy.deepcopy(credential)
    signature = bytearray(data(credential["response"]["signature"]))
    signature[-1] ^= 1
    credential["response"]["signature"] = base64.urlsafe_b64encode(signature).rstrip(b"=").decode()
    return credential


def must_refuse(what, check, failures, **changes):
    try:
        check(**changes)
    except REFUSED:
        return
    failures.append("accepted: " + what)


def main():
    party = json.load(open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin)
    keys, failures, counts = {}, [], {"registration": 0, "assertion": 0, "refused": 0}
    others = [("another challenge", dict(expected_challenge=b"x" * 32)),
              ("another origin", dict(expected_origin="https://evil.example")),
              ("another relying party", dict(expected_rp_id="evil.example"))]
    for number, case in enumerate(party["cases"]):
        kind, identifier = case["kind"], case["credential"]["id"]
        changes = list(others)
        if kind == "registration":
            def check(**changes):
                return registration(case, party, **changes)
        else:
            key, count = keys[identifier]
            changes.append(("another signature", dict(credential=with_other_signature(case["credential"]))))

            def check(**changes):
                return assertion(case, party, key, count, **changes)
        try:
            verified = check()
        except REFUSED as refusal:
            failures.append(f"refused: case {number}, {kind}: {refusal}")
            continue
        if verified.user_verified != case["verified"]:
            failures.append(f"case {number}: user verified is {verified.user_verified}")
        if kind == "registration":
            keys[identifier] = (verified.credential_public_key, verified.sign_count)
        else:
            keys[identifier] = (key, verified.new_sign_count)
            if verified.new_sign_count:
                changes.append(("a counter that stands", dict(credential_current_sign_count=verified.new_sign_count)))
        for what, change in changes:
            must_refuse(f"case {number}, {kind}: {what}", check, failures, **change)
            counts["refused"] += 1
        counts[kind] += 1
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"py_webauthn took {counts['registration']} registrations and {counts['assertion']} assertions, "
          f"and was given {counts['refused']} wrong ones")
    sys.exit(1 if failures or not counts["registration"] or not counts["assertion"] else 0)


main()
