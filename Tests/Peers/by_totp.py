"""oathtool's and pyotp's codes before our pool, at several times."""

import contextlib
import shutil
import subprocess
import time

import pyotp

import pools
from boto3_world import answer, asks, gives_tokens, initiate
from cells import Failed, Group, equal, must
from pools import PASSWORD
from wire import refused

# Secrets of other lengths: of 20, 32, 16 and 26 bytes; of the last three no length is a multiple of eight digits.
SECRETS = [
    "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    "APNXCQ65CQ6T52YZZR42T7AQG62YDHGPZY36HNBCWLALTSJUCL3A",
    "KRUGS4ZANFZSAYJAONSWG4TFOQ",
    "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43UOV3HO6DZPI",
]


@contextlib.contextmanager
def world(tools):
    users = {
        f"{peer}-{index}": {"softwareTokenSecret": secret}
        for peer in ("pyotp", "oathtool")
        for index, secret in enumerate(SECRETS)
    }
    with pools.running(tools, main=({}, users)) as started:
        yield started["main"]


GROUP = Group("totp", world)


def by_pyotp(secret, at):
    return pyotp.TOTP(secret).at(int(at))


def by_oathtool(secret, at):
    program = shutil.which("oathtool")
    if not program:
        raise Failed("oathtool is not installed; see .ci/install")
    done = subprocess.run(
        [program, "--totp", "--base32", f"--now=@{int(at)}", secret], capture_output=True, text=True
    )
    equal((done.returncode, done.stderr), (0, ""), "oathtool's status and words")
    return done.stdout.strip()


def start_of_step():
    """Waits until the step has some seconds left: a code must not grow old on its way."""
    while time.time() % 30 > 20:
        time.sleep(0.5)
    return time.time()


def sign_in(pool, client, name, code):
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME=name, PASSWORD=PASSWORD), "SOFTWARE_TOKEN_MFA")
    return answer(client, asked, "SOFTWARE_TOKEN_MFA", USERNAME=name, SOFTWARE_TOKEN_MFA_CODE=code)


def judge(peer, codes):
    @GROUP.cell("SOFTWARE_TOKEN_MFA", peer, "agrees with RFC 6238's vectors here")
    def _(pool, log):
        for at, code in {59: "287082", 1111111109: "081804", 20000000000: "353130"}.items():
            equal(codes(SECRETS[0], at), code, f"the code at {at}")

    @GROUP.cell(
        "SOFTWARE_TOKEN_MFA",
        peer,
        "codes of one step ago and of now are taken, one three steps old is refused, "
        "none is taken twice; secrets of four lengths",
    )
    def _(pool, log):
        client = pool.client(log)
        for index, secret in enumerate(SECRETS):
            name, now = f"{peer}-{index}", start_of_step()
            old, before, current = codes(secret, now - 90), codes(secret, now - 30), codes(secret, now)
            must(len({old, before, current}) == 3, "two codes are the same by chance: run it again")
            refused(sign_in, "CodeMismatchException", pool=pool, client=client, name=name, code=old)
            gives_tokens(client, sign_in(pool, client, name, before), name)
            refused(sign_in, "ExpiredCodeException", pool=pool, client=client, name=name, code=before)
            gives_tokens(client, sign_in(pool, client, name, current), name)


judge("pyotp", by_pyotp)
judge("oathtool", by_oathtool)
