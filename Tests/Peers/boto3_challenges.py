"""boto3 as a client of our pool: every challenge answered by hand."""

import pyotp
from pycognito.aws_srp import AWSSRP

from boto3_world import answer, asks, gives_tokens, initiate, other_code, challenge
from cells import equal, must
from pools import NEW_PASSWORD, PASSWORD, SECRET, TOTP_SECRET
from wire import refused, secret_hash


@challenge(
    "USER_PASSWORD_AUTH",
    "tokens; refused: a wrong password, an unknown, unconfirmed or disabled user, a required reset, a flow "
    "that is not enabled",
)
def _(world, log):
    client = world["main"].client(log)
    gives_tokens(client, initiate(client, "USER_PASSWORD_AUTH", USERNAME="ana", PASSWORD=PASSWORD), "ana")
    for name, error in {"ana": "NotAuthorizedException", "nobody": "UserNotFoundException"}.items():
        refused(initiate, error, client=client, flow="USER_PASSWORD_AUTH", USERNAME=name, PASSWORD="Wr0ng-Passw0rd!")
    refused(
        initiate,
        "NotAuthorizedException",
        "Incorrect username or password.",
        client=client,
        flow="USER_PASSWORD_AUTH",
        client_id="hiding",
        USERNAME="nobody",
        PASSWORD=PASSWORD,
    )
    for name, error in {
        "unconfirmed": "UserNotConfirmedException",
        "disabled": "NotAuthorizedException",
        "resetting": "PasswordResetRequiredException",
    }.items():
        refused(initiate, error, client=client, flow="USER_PASSWORD_AUTH", USERNAME=name, PASSWORD=PASSWORD)
    refused(
        initiate,
        "InvalidParameterException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        client_id="srp-only",
        USERNAME="ana",
        PASSWORD=PASSWORD,
    )


@challenge("client secret", "SECRET_HASH accepted; refused: no hash, the hash of another name")
def _(world, log):
    client = world["main"].client(log)
    right = secret_hash("ana", "secret", SECRET)
    gives_tokens(
        client,
        initiate(client, "USER_PASSWORD_AUTH", "secret", USERNAME="ana", PASSWORD=PASSWORD, SECRET_HASH=right),
        "ana",
    )
    refused(
        initiate,
        "NotAuthorizedException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        client_id="secret",
        USERNAME="ana",
        PASSWORD=PASSWORD,
    )
    refused(
        initiate,
        "NotAuthorizedException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        client_id="secret",
        USERNAME="ana",
        PASSWORD=PASSWORD,
        SECRET_HASH=secret_hash("eva", "secret", SECRET),
    )


@challenge("SMS_MFA", "a wrong code is refused, the right one of the message gives tokens")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="text", PASSWORD=PASSWORD), "SMS_MFA")
    equal(asked["ChallengeParameters"]["CODE_DELIVERY_DELIVERY_MEDIUM"], "SMS", "the medium")
    code = pool.code("text", log)
    refused(
        answer,
        "CodeMismatchException",
        client=client,
        asked=asked,
        name="SMS_MFA",
        USERNAME="text",
        SMS_MFA_CODE=other_code(code),
    )
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="SMS_MFA", USERNAME="text")
    gives_tokens(client, answer(client, asked, "SMS_MFA", USERNAME="text", SMS_MFA_CODE=code), "text")
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked=asked,
        name="SMS_MFA",
        USERNAME="text",
        SMS_MFA_CODE=code,
    )


@challenge("EMAIL_OTP", "as second factor, and as first factor of USER_AUTH; a wrong code is refused")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    second = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="mail", PASSWORD=PASSWORD), "EMAIL_OTP")
    first = None
    for asked, name in ((second, "mail"), (first, "ana")):
        asked = asked or asks(
            initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="EMAIL_OTP"), "EMAIL_OTP"
        )
        code = pool.code(name, log)
        refused(
            answer,
            "CodeMismatchException",
            client=client,
            asked=asked,
            name="EMAIL_OTP",
            USERNAME=name,
            EMAIL_OTP_CODE=other_code(code),
        )
        gives_tokens(client, answer(client, asked, "EMAIL_OTP", USERNAME=name, EMAIL_OTP_CODE=code), name)


@challenge("SMS_OTP", "as first factor of USER_AUTH; a wrong code is refused")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="SMS_OTP"), "SMS_OTP")
    code = pool.code("ana", log)
    refused(
        answer,
        "CodeMismatchException",
        client=client,
        asked=asked,
        name="SMS_OTP",
        USERNAME="ana",
        SMS_OTP_CODE=other_code(code),
    )
    gives_tokens(client, answer(client, asked, "SMS_OTP", USERNAME="ana", SMS_OTP_CODE=code), "ana")


@challenge("SELECT_CHALLENGE", "offers what the user has; a password chosen gives tokens, one not offered is refused")
def _(world, log):
    client = world["main"].client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana"), "SELECT_CHALLENGE")
    equal(set(asked["AvailableChallenges"]), {"PASSWORD", "PASSWORD_SRP", "EMAIL_OTP", "SMS_OTP"}, "what is offered")
    refused(
        answer,
        "InvalidParameterException",
        client=client,
        asked=asked,
        name="SELECT_CHALLENGE",
        USERNAME="ana",
        ANSWER="WEB_AUTHN",
    )
    reply = answer(client, asked, "SELECT_CHALLENGE", USERNAME="ana", ANSWER="PASSWORD", PASSWORD=PASSWORD)
    gives_tokens(client, reply, "ana")


@challenge(
    "PASSWORD",
    "USER_AUTH asks for it if the request lacks it; a wrong one is refused, the right one gives tokens",
)
def _(world, log):
    client = world["main"].client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="PASSWORD"), "PASSWORD")
    gives_tokens(client, answer(client, asked, "PASSWORD", USERNAME="ana", PASSWORD=PASSWORD), "ana")
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="PASSWORD"), "PASSWORD")
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked=asked,
        name="PASSWORD",
        USERNAME="ana",
        PASSWORD="Wr0ng-Passw0rd!",
    )


@challenge(
    "PASSWORD_SRP", "USER_AUTH with SRP_A; the proof by pycognito's arithmetic gives tokens, a wrong one is refused"
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    for password in (PASSWORD, "Wr0ng-Passw0rd!"):
        srp = AWSSRP("srp", password, pool.id, "app", client=client)
        asked = asks(
            initiate(
                client,
                "USER_AUTH",
                USERNAME="srp",
                PREFERRED_CHALLENGE="PASSWORD_SRP",
                SRP_A=srp.get_auth_params()["SRP_A"],
            ),
            "PASSWORD_VERIFIER",
        )
        proof = srp.process_challenge(asked["ChallengeParameters"], {"USERNAME": "srp"})
        if password == PASSWORD:
            gives_tokens(client, answer(client, asked, "PASSWORD_VERIFIER", **proof), "srp")
        else:
            refused(answer, "NotAuthorizedException", client=client, asked=asked, name="PASSWORD_VERIFIER", **proof)


@challenge("SELECT_MFA_TYPE", "a factor not offered is refused; the chosen one gives tokens")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="several", PASSWORD=PASSWORD), "SELECT_MFA_TYPE")
    refused(
        answer,
        "InvalidParameterException",
        client=client,
        asked=asked,
        name="SELECT_MFA_TYPE",
        USERNAME="several",
        ANSWER="PIGEON",
    )
    asked = asks(answer(client, asked, "SELECT_MFA_TYPE", USERNAME="several", ANSWER="EMAIL_OTP"), "EMAIL_OTP")
    reply = answer(client, asked, "EMAIL_OTP", USERNAME="several", EMAIL_OTP_CODE=pool.code("several", log))
    gives_tokens(client, reply, "several")


@challenge("SOFTWARE_TOKEN_MFA", "a wrong code is refused, pyotp's gives tokens, and not twice")
def _(world, log):
    client = world["main"].client(log)
    code = pyotp.TOTP(TOTP_SECRET).now()
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="app-user", PASSWORD=PASSWORD), "SOFTWARE_TOKEN_MFA")
    refused(
        answer,
        "CodeMismatchException",
        client=client,
        asked=asked,
        name="SOFTWARE_TOKEN_MFA",
        USERNAME="app-user",
        SOFTWARE_TOKEN_MFA_CODE=pyotp.TOTP(TOTP_SECRET).at(0),
    )
    reply = answer(client, asked, "SOFTWARE_TOKEN_MFA", USERNAME="app-user", SOFTWARE_TOKEN_MFA_CODE=code)
    gives_tokens(client, reply, "app-user")
    asked = initiate(client, "USER_PASSWORD_AUTH", USERNAME="app-user", PASSWORD=PASSWORD)
    refused(
        answer,
        "ExpiredCodeException",
        client=client,
        asked=asked,
        name="SOFTWARE_TOKEN_MFA",
        USERNAME="app-user",
        SOFTWARE_TOKEN_MFA_CODE=code,
    )


@challenge("MFA_SETUP", "an app: refused without a code, with a wrong one; its code gives tokens")
def _(world, log):
    client = world["strict"].client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="eva", PASSWORD=PASSWORD), "MFA_SETUP")
    equal(asked["ChallengeParameters"]["MFAS_CAN_SETUP"], '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]', "what can be set up")
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="MFA_SETUP", USERNAME="eva")
    given = client.associate_software_token(Session=asked["Session"])
    refused(
        client.verify_software_token,
        "EnableSoftwareTokenMFAException",
        Session=given["Session"],
        UserCode=pyotp.TOTP(given["SecretCode"]).at(0),
    )
    done = client.verify_software_token(Session=given["Session"], UserCode=pyotp.TOTP(given["SecretCode"]).now())
    equal(done["Status"], "SUCCESS", "the status")
    gives_tokens(client, answer(client, done, "MFA_SETUP", USERNAME="eva"), "eva")


@challenge("MFA_SETUP", "an address, as Amplify sets it up: a code goes there and gives tokens")
def _(world, log):
    pool = world["strict"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="uwe", PASSWORD=PASSWORD), "MFA_SETUP")
    asked = asks(answer(client, asked, "MFA_SETUP", USERNAME="uwe", EMAIL="uwe@new.example.com"), "EMAIL_OTP")
    reply = answer(client, asked, "EMAIL_OTP", USERNAME="uwe", EMAIL_OTP_CODE=pool.code("uwe", log))
    gives_tokens(client, reply, "uwe")


@challenge("NEW_PASSWORD_REQUIRED", "a weak one is refused; a good one gives tokens and is the password from then on")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(
        initiate(client, "USER_PASSWORD_AUTH", USERNAME="newcomer", PASSWORD=PASSWORD), "NEW_PASSWORD_REQUIRED"
    )
    refused(
        answer,
        "InvalidPasswordException",
        client=client,
        asked=asked,
        name="NEW_PASSWORD_REQUIRED",
        USERNAME="newcomer",
        NEW_PASSWORD="weak",
    )
    reply = answer(client, asked, "NEW_PASSWORD_REQUIRED", USERNAME="newcomer", NEW_PASSWORD=NEW_PASSWORD)
    gives_tokens(client, reply, "newcomer")
    pool.tokens(log, "newcomer", NEW_PASSWORD)
    refused(
        initiate,
        "NotAuthorizedException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        USERNAME="newcomer",
        PASSWORD=PASSWORD,
    )


@challenge("CUSTOM_CHALLENGE", "a code by e-mail: wrong is asked again, right gives tokens, three wrong ones end it")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "CUSTOM_AUTH", USERNAME="ana"), "CUSTOM_CHALLENGE")
    code = pool.code("ana", log)
    asked = asks(
        answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER=other_code(code)), "CUSTOM_CHALLENGE"
    )
    gives_tokens(client, answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER=code), "ana")
    asked = initiate(client, "CUSTOM_AUTH", USERNAME="ana")
    for _ in range(2):
        asked = asks(answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER="no"), "CUSTOM_CHALLENGE")
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked=asked,
        name="CUSTOM_CHALLENGE",
        USERNAME="ana",
        ANSWER="no",
    )


@challenge("CUSTOM_CHALLENGE", "after SRP_A and the proof of the password; a wrong password is refused")
def _(world, log):
    pool = world["strict"]
    client = pool.client(log)
    for password in ("Wr0ng-Passw0rd!", PASSWORD):
        srp = AWSSRP("uwe", password, pool.id, "app", client=client)
        asked = asks(
            initiate(
                client, "CUSTOM_AUTH", USERNAME="uwe", CHALLENGE_NAME="SRP_A", SRP_A=srp.get_auth_params()["SRP_A"]
            ),
            "PASSWORD_VERIFIER",
        )
        proof = srp.process_challenge(asked["ChallengeParameters"], {"USERNAME": "uwe"})
        if password != PASSWORD:
            refused(answer, "NotAuthorizedException", client=client, asked=asked, name="PASSWORD_VERIFIER", **proof)
    reply = answer(client, asked, "PASSWORD_VERIFIER", **proof)
    if reply.get("ChallengeName") == "EMAIL_OTP":
        # The pool asks for a second factor, which the user set up before.
        reply = answer(client, reply, "EMAIL_OTP", USERNAME="uwe", EMAIL_OTP_CODE=pool.code("uwe", log))
    asked = asks(reply, "CUSTOM_CHALLENGE")
    equal(asked["ChallengeParameters"].get("question"), "The word?", "the question")
    gives_tokens(client, answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="uwe", ANSWER="open sesame"), "uwe")


@challenge("REFRESH_TOKEN_AUTH", "new tokens by both names of the flow; refused: no token, that of another client")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "ana")
    for flow in ("REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"):
        fresh = gives_tokens(client, initiate(client, flow, REFRESH_TOKEN=tokens["RefreshToken"]), "ana")
        must("RefreshToken" not in fresh, "a refresh gave a refresh token")
        refused(initiate, "NotAuthorizedException", client=client, flow=flow, REFRESH_TOKEN="none")
        refused(
            initiate,
            "NotAuthorizedException",
            client=client,
            flow=flow,
            client_id="hiding",
            REFRESH_TOKEN=tokens["RefreshToken"],
        )


@challenge("ADMIN_USER_PASSWORD_AUTH", "signed requests: tokens; refused: wrong password, another pool")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    for flow in ("ADMIN_USER_PASSWORD_AUTH", "ADMIN_NO_SRP_AUTH"):

        def sign_in(password, pool_id=pool.id):
            return client.admin_initiate_auth(
                UserPoolId=pool_id,
                ClientId="app",
                AuthFlow=flow,
                AuthParameters={"USERNAME": "ana", "PASSWORD": password},
            )

        gives_tokens(client, sign_in(PASSWORD), "ana")
        refused(sign_in, "NotAuthorizedException", password="Wr0ng-Passw0rd!")
        refused(sign_in, "ResourceNotFoundException", password=PASSWORD, pool_id="us-east-1_Other")
