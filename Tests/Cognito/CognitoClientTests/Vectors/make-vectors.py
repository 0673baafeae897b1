#!/usr/bin/env python3
"""Signs requests with botocore and writes what came of it: python3 make-vectors.py > signatures.json

Two lists: requests of any kind, among them those whose signatures AWS has published, which are compared here; and requests of this client, with their whole Authorization field.
"""
import datetime
import json
import random

import botocore
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

KEY, SECRET = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
# ListUsers from the documentation, the others from AWS's test suite for signatures.
PUBLISHED = {
    "ListUsers": "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
    "get-vanilla": "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "post-vanilla": "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    "post-header-key-case": "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c",
    "get-header-value-trim": "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
    "post-x-www-form-urlencoded": "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
}


class At(SigV4Auth):
    """Signs for a fixed time instead of now."""

    def __init__(self, seconds, credentials, service, region):
        super().__init__(credentials, service, region)
        moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
        self.stamp = moment.strftime("%Y%m%dT%H%M%SZ")

    def add_auth(self, request):
        request.context["timestamp"] = self.stamp
        self._modify_request_before_signing(request)
        canonical = self.canonical_request(request)
        text = self.string_to_sign(request, canonical)
        self._inject_signature_to_request(request, self.signature(text, request))
        return request


def signed(seconds, region, service, method, url, headers, body, secret=SECRET, token=None):
    request = AWSRequest(method=method, url=url, headers=headers, data=body)
    At(seconds, Credentials(KEY, secret, token), service, region).add_auth(request)
    return request.headers["Authorization"]


def general():
    form = "application/x-www-form-urlencoded; charset=utf-8"
    cases = [
        ("ListUsers", "us-east-1", "iam", "GET", "iam.amazonaws.com", "/", "Action=ListUsers&Version=2010-05-08",
         {"Content-Type": form}, ""),
        ("get-vanilla", "us-east-1", "service", "GET", "example.amazonaws.com", "/", "", {}, ""),
        ("post-vanilla", "us-east-1", "service", "POST", "example.amazonaws.com", "/", "", {}, ""),
        ("get-header-value-trim", "us-east-1", "service", "GET", "example.amazonaws.com", "/", "",
         {"My-Header1": " value1 ", "My-Header2": ' "a   b   c" '}, ""),
        ("post-header-key-case", "us-east-1", "service", "POST", "example.amazonaws.com", "/", "",
         {"my-HEADER1": "value1"}, ""),
        ("post-x-www-form-urlencoded", "us-east-1", "service", "POST", "example.amazonaws.com", "/", "",
         {"Content-Type": "application/x-www-form-urlencoded"}, "Param1=value1"),
        ("get-vanilla-query-unreserved", "us-east-1", "service", "GET", "example.amazonaws.com", "/",
         "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=x", {}, ""),
        ("get-path", "eu-west-1", "service", "GET", "example.amazonaws.com:8443", "/a/b-c.d~e", "", {}, ""),
    ]
    seconds = 1440938160
    for name, region, service, method, host, path, query, headers, body in cases:
        url = f"https://{host}{path}" + (f"?{query}" if query else "")
        text = signed(seconds, region, service, method, url, {**headers, "Host": host}, body)
        assert text.endswith(PUBLISHED.get(name, "")), name
        yield dict(name=name, seconds=seconds, region=region, service=service, method=method, host=host, path=path,
                   query=query, headers=headers, body=body, key=KEY, secret=SECRET, authorization=text)


def of_client():
    draw = random.Random(20150830)
    bodies = ['{}', '{"AuthFlow":"ADMIN_USER_PASSWORD_AUTH","UserPoolId":"eu-west-1_AbC"}', '{"Username":"änne 🔑"}']
    for number in range(24):
        region = draw.choice(["us-east-1", "eu-west-1", "ap-northeast-1", "cn-north-1"])
        seconds = draw.choice([951782399, 951782400, 1078012800, 4102444800, 0, draw.randrange(1 << 32)])
        operation = draw.choice(["AdminInitiateAuth", "AdminRespondToAuthChallenge", "AdminGetUser"])
        token = draw.choice([None, "".join(draw.choices("abcABC123+/=", k=300))])
        secret = "".join(draw.choices("abcdefABCDEF0123456789+/", k=40))
        endpoint = draw.choice([None, "http://127.0.0.1:5055", "https://localhost:443/", "https://auth.example.com/a/pool"])
        body = draw.choice(bodies)
        suffix = ".cn" if region.startswith("cn-") else ""
        url = endpoint or f"https://cognito-idp.{region}.amazonaws.com{suffix}/"
        host = url.split("/")[2].removesuffix(":443")
        headers = {"Content-Type": "application/x-amz-json-1.1", "Host": host,
                   "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"}
        text = signed(seconds, region, "cognito-idp", "POST", url, headers, body.encode(), secret, token)
        yield dict(seconds=seconds, region=region, operation=operation, endpoint=endpoint, body=body, key=KEY,
                   secret=secret, token=token, authorization=text)


print(json.dumps(dict(botocore=botocore.__version__, general=list(general()), client=list(of_client())), indent=1))
