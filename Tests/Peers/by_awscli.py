"""The AWS command line as a client of our pool: what it prints, and how it ends."""

import contextlib
import json
import os
import subprocess

import pyotp

import pools
from cells import Group, equal, must, short

PEER = "aws"


@contextlib.contextmanager
def world(tools):
    with pools.running(tools, main=({}, {"ana": {}, "text": {"mfa": ["SMS_MFA"]}})) as started:
        started["main"].aws = tools.program("aws")
        started["main"].home = tools.scratch("aws")
        yield started["main"]


GROUP = Group("aws", world)


def cell(row, checked):
    return GROUP.cell(row, PEER, checked)


def aws(pool, log, operation, *arguments, keys=None):
    """Runs one command, signed by `keys` if there are any; gives its status, its output as JSON, and what it says on standard
    error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    environment |= {
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_MAX_ATTEMPTS": "1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_PAGER": "",
        "HOME": pool.home,
    }
    if keys:
        environment |= {"AWS_ACCESS_KEY_ID": keys, "AWS_SECRET_ACCESS_KEY": keys}
    log("$ aws cognito-idp " + " ".join([operation, *arguments]))
    pool.others += 1
    done = subprocess.run(
        [
            pool.aws,
            "cognito-idp",
            operation,
            "--endpoint-url",
            pool.endpoint,
            *([] if keys else ["--no-sign-request"]),
            "--output",
            "json",
            *arguments,
        ],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    log(f"status {done.returncode}: {short(done.stdout)} {done.stderr}")
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else None, done.stderr.strip()


def works(pool, log, operation, *arguments, keys=None):
    status, output, error = aws(pool, log, operation, *arguments, keys=keys)
    equal((status, error), (0, ""), "status and standard error")
    return output


def sign_in(pool, log, password):
    return aws(
        pool,
        log,
        "initiate-auth",
        "--client-id",
        "app",
        "--auth-flow",
        "USER_PASSWORD_AUTH",
        "--auth-parameters",
        f"USERNAME=ana,PASSWORD={password}",
    )


@cell("sign-up and passwords", "sign-up, confirm-sign-up with the code of the message")
def _(pool, log):
    made = works(
        pool,
        log,
        "sign-up",
        "--client-id",
        "app",
        "--username",
        "zoe",
        "--password",
        pools.PASSWORD,
        "--user-attributes",
        "Name=email,Value=zoe@example.com",
    )
    equal(made["CodeDeliveryDetails"]["Destination"], "z***@e***", "where the code goes")
    works(
        pool,
        log,
        "confirm-sign-up",
        "--client-id",
        "app",
        "--username",
        "zoe",
        "--confirmation-code",
        pool.code("zoe", log),
    )


@cell("USER_PASSWORD_AUTH", "tokens, get-user with them; after a wrong password, status 255 and the service's message")
def _(pool, log):
    status, output, _ = sign_in(pool, log, pools.PASSWORD)
    equal((status, output["AuthenticationResult"]["TokenType"]), (0, "Bearer"), "status and kind of token")
    user = works(pool, log, "get-user", "--access-token", output["AuthenticationResult"]["AccessToken"])
    equal(user["Username"], "ana", "the user")
    status, _, error = sign_in(pool, log, "wrong")
    equal(status, 255, "the status")
    must(
        error.endswith(
            "An error occurred (NotAuthorizedException) when calling the InitiateAuth operation: "
            "Incorrect username or password."
        ),
        f"the words are {error}",
    )


@cell("SMS_MFA", "respond-to-auth-challenge with the code of the message")
def _(pool, log):
    asked = works(
        pool,
        log,
        "initiate-auth",
        "--client-id",
        "app",
        "--auth-flow",
        "USER_PASSWORD_AUTH",
        "--auth-parameters",
        f"USERNAME=text,PASSWORD={pools.PASSWORD}",
    )
    done = works(
        pool,
        log,
        "respond-to-auth-challenge",
        "--client-id",
        "app",
        "--challenge-name",
        "SMS_MFA",
        "--session",
        asked["Session"],
        "--challenge-responses",
        f"USERNAME=text,SMS_MFA_CODE={pool.code('text', log)}",
    )
    must(done["AuthenticationResult"]["AccessToken"], "no token")


@cell("SOFTWARE_TOKEN_MFA", "associate-software-token and verify-software-token with pyotp's code")
def _(pool, log):
    token = pool.access(log, "ana")
    secret = works(pool, log, "associate-software-token", "--access-token", token)["SecretCode"]
    done = works(pool, log, "verify-software-token", "--access-token", token, "--user-code", pyotp.TOTP(secret).now())
    equal(done, {"Status": "SUCCESS"}, "the answer")


@cell("users and groups", "list-users by pages and by a filter; create-group and its members")
def _(pool, log):
    def admin(operation, *arguments):
        return works(pool, log, operation, "--user-pool-id", pool.id, *arguments, keys="anything")

    names = [user["Username"] for user in admin("list-users", "--page-size", "1")["Users"]]
    must({"ana", "text"} <= set(names) and len(names) == len(set(names)), f"the users are {names}")
    found = admin("list-users", "--filter", 'username = "text"', "--attributes-to-get", "email")["Users"]
    equal(
        [(user["Username"], user["Attributes"]) for user in found],
        [("text", [{"Name": "email", "Value": "text@example.com"}])],
        "the user",
    )
    admin("create-group", "--group-name", "staff", "--precedence", "3")
    admin("admin-add-user-to-group", "--group-name", "staff", "--username", "ana")
    members = admin("list-users-in-group", "--group-name", "staff")["Users"]
    equal([user["Username"] for user in members], ["ana"], "the members")
    equal(admin("describe-user-pool")["UserPool"]["Id"], pool.id, "the pool")
