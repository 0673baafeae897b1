"""Processor time of the SRP arithmetic of one sign-in in pycognito: A, then the signature for a challenge.

Usage: pycognito_srp.py RUNS      prints the median in milliseconds
"""
import os
import statistics
import sys
import time

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
import boto3
from botocore import UNSIGNED
from botocore.config import Config
from pycognito.aws_srp import AWSSRP

CLIENT = boto3.client("cognito-idp", region_name="us-east-1", config=Config(signature_version=UNSIGNED))
CHALLENGE = {
    "USERNAME": "ana", "USER_ID_FOR_SRP": "ana", "SALT": "276b66fbe57758cbaa0c476d62281eef",
    "SRP_B": "".join("9e3779b97f4a7c%d" % (10 + number % 90) for number in range(48)),
    "SECRET_BLOCK": "otrX7ik5IzhnsmF0cQx6xQ==",
}


def sign_in():
    before = time.process_time()
    srp = AWSSRP(username="ana", password="Passw0rd!", pool_id="us-east-1_Bench", client_id="c", client=CLIENT)
    srp.get_auth_params()
    srp.process_challenge(CHALLENGE, srp.get_auth_params())
    return (time.process_time() - before) * 1000


print("%.2f" % statistics.median(sign_in() for _ in range(int(sys.argv[1]))))
