"""boto3 as a client of our pool: every operation accepted and refused, every challenge answered by hand.

Each answer is judged by botocore's model (see shapes.py).
"""
import contextlib

import pyotp
from pycognito.aws_srp import AWSSRP, generate_hash_device

import pools
from cells import Group, equal, must
from pools import NEW_PASSWORD, PASSWORD, SECRET, TOTP_SECRET
from wire import refused, secret_hash

PEER = "boto3"
CLIENTS = [
    {"id": "app", "hidesUserExistence": False}, {"id": "hiding"}, {"id": "secret", "secret": SECRET},
    {"id": "rotating", "rotatesRefreshTokens": True},
    {"id": "srp-only", "authFlows": ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH"]},
]
# Users that checks change; all have an address and a number that are verified.
CHANGED = """mfa-token mfa-settings device-a device-b device-c change forgot attributes delete out revoke rotate passkey
    admin-mfa admin-reset admin-set admin-out admin-delete admin-disable two-step srp""".split()
USERS = {name: {} for name in ["ana"] + CHANGED} | {
    "text": {"mfa": ["SMS_MFA"]}, "mail": {"mfa": ["EMAIL_OTP"]}, "app-user": {"softwareTokenSecret": TOTP_SECRET},
    "several": {"softwareTokenSecret": TOTP_SECRET, "mfa": ["SMS_MFA", "EMAIL_OTP"]},
    "newcomer": {"isTemporary": True}, "resetting": {"status": "RESET_REQUIRED"},
    "unconfirmed": {"status": "UNCONFIRMED"}, "disabled": {"isEnabled": False},
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


def initiate(client, flow, client_id="app", **parameters):
    return client.initiate_auth(ClientId=client_id, AuthFlow=flow, AuthParameters=parameters)


def answer(client, asked, name, client_id="app", **responses):
    session = {"Session": asked["Session"]} if asked.get("Session") else {}
    return client.respond_to_auth_challenge(ClientId=client_id, ChallengeName=name, ChallengeResponses=responses, **session)


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


# Challenges ............................................................................................


@challenge("USER_PASSWORD_AUTH", "tokens; refused: wrong password, unknown, unconfirmed, disabled, to reset, flow not enabled")
def _(world, log):
    client = world["main"].client(log)
    gives_tokens(client, initiate(client, "USER_PASSWORD_AUTH", USERNAME="ana", PASSWORD=PASSWORD), "ana")
    for name, error in {"ana": "NotAuthorizedException", "nobody": "UserNotFoundException"}.items():
        refused(initiate, error, client=client, flow="USER_PASSWORD_AUTH", USERNAME=name, PASSWORD="Wr0ng-Passw0rd!")
    refused(initiate, "NotAuthorizedException", "Incorrect username or password.", client=client,
            flow="USER_PASSWORD_AUTH", client_id="hiding", USERNAME="nobody", PASSWORD=PASSWORD)
    for name, error in {"unconfirmed": "UserNotConfirmedException", "disabled": "NotAuthorizedException",
                        "resetting": "PasswordResetRequiredException"}.items():
        refused(initiate, error, client=client, flow="USER_PASSWORD_AUTH", USERNAME=name, PASSWORD=PASSWORD)
    refused(initiate, "InvalidParameterException", client=client, flow="USER_PASSWORD_AUTH", client_id="srp-only",
            USERNAME="ana", PASSWORD=PASSWORD)


@challenge("client secret", "SECRET_HASH taken; refused: none, that of another name")
def _(world, log):
    client = world["main"].client(log)
    right = secret_hash("ana", "secret", SECRET)
    gives_tokens(client, initiate(client, "USER_PASSWORD_AUTH", "secret", USERNAME="ana", PASSWORD=PASSWORD,
                                  SECRET_HASH=right), "ana")
    refused(initiate, "NotAuthorizedException", client=client, flow="USER_PASSWORD_AUTH", client_id="secret",
            USERNAME="ana", PASSWORD=PASSWORD)
    refused(initiate, "NotAuthorizedException", client=client, flow="USER_PASSWORD_AUTH", client_id="secret",
            USERNAME="ana", PASSWORD=PASSWORD, SECRET_HASH=secret_hash("eva", "secret", SECRET))


@challenge("SMS_MFA", "a wrong code is refused, the right one of the message gives tokens")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="text", PASSWORD=PASSWORD), "SMS_MFA")
    equal(asked["ChallengeParameters"]["CODE_DELIVERY_DELIVERY_MEDIUM"], "SMS", "the medium")
    code = pool.code("text", log)
    refused(answer, "CodeMismatchException", client=client, asked=asked, name="SMS_MFA", USERNAME="text",
            SMS_MFA_CODE=other_code(code))
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="SMS_MFA", USERNAME="text")
    gives_tokens(client, answer(client, asked, "SMS_MFA", USERNAME="text", SMS_MFA_CODE=code), "text")
    refused(answer, "NotAuthorizedException", client=client, asked=asked, name="SMS_MFA", USERNAME="text",
            SMS_MFA_CODE=code)


@challenge("EMAIL_OTP", "as second factor, and as first factor of USER_AUTH; a wrong code is refused")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    second = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="mail", PASSWORD=PASSWORD), "EMAIL_OTP")
    first = None
    for asked, name in ((second, "mail"), (first, "ana")):
        asked = asked or asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="EMAIL_OTP"), "EMAIL_OTP")
        code = pool.code(name, log)
        refused(answer, "CodeMismatchException", client=client, asked=asked, name="EMAIL_OTP", USERNAME=name,
                EMAIL_OTP_CODE=other_code(code))
        gives_tokens(client, answer(client, asked, "EMAIL_OTP", USERNAME=name, EMAIL_OTP_CODE=code), name)


@challenge("SMS_OTP", "as first factor of USER_AUTH; a wrong code is refused")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="SMS_OTP"), "SMS_OTP")
    code = pool.code("ana", log)
    refused(answer, "CodeMismatchException", client=client, asked=asked, name="SMS_OTP", USERNAME="ana",
            SMS_OTP_CODE=other_code(code))
    gives_tokens(client, answer(client, asked, "SMS_OTP", USERNAME="ana", SMS_OTP_CODE=code), "ana")


@challenge("SELECT_CHALLENGE", "offers what the user has; a password chosen gives tokens, one not offered is refused")
def _(world, log):
    client = world["main"].client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana"), "SELECT_CHALLENGE")
    equal(set(asked["AvailableChallenges"]), {"PASSWORD", "PASSWORD_SRP", "EMAIL_OTP", "SMS_OTP"}, "what is offered")
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="SELECT_CHALLENGE", USERNAME="ana",
            ANSWER="WEB_AUTHN")
    reply = answer(client, asked, "SELECT_CHALLENGE", USERNAME="ana", ANSWER="PASSWORD", PASSWORD=PASSWORD)
    gives_tokens(client, reply, "ana")


@challenge("PASSWORD", "USER_AUTH asks for it where it does not come along; wrong is refused, right gives tokens")
def _(world, log):
    client = world["main"].client(log)
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="PASSWORD"), "PASSWORD")
    gives_tokens(client, answer(client, asked, "PASSWORD", USERNAME="ana", PASSWORD=PASSWORD), "ana")
    asked = asks(initiate(client, "USER_AUTH", USERNAME="ana", PREFERRED_CHALLENGE="PASSWORD"), "PASSWORD")
    refused(answer, "NotAuthorizedException", client=client, asked=asked, name="PASSWORD", USERNAME="ana",
            PASSWORD="Wr0ng-Passw0rd!")


@challenge("PASSWORD_SRP", "USER_AUTH with SRP_A; the proof by pycognito's arithmetic gives tokens, a wrong one is refused")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    for password in (PASSWORD, "Wr0ng-Passw0rd!"):
        srp = AWSSRP("srp", password, pool.id, "app", client=client)
        asked = asks(initiate(client, "USER_AUTH", USERNAME="srp", PREFERRED_CHALLENGE="PASSWORD_SRP",
                              SRP_A=srp.get_auth_params()["SRP_A"]), "PASSWORD_VERIFIER")
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
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="SELECT_MFA_TYPE", USERNAME="several",
            ANSWER="PIGEON")
    asked = asks(answer(client, asked, "SELECT_MFA_TYPE", USERNAME="several", ANSWER="EMAIL_OTP"), "EMAIL_OTP")
    reply = answer(client, asked, "EMAIL_OTP", USERNAME="several", EMAIL_OTP_CODE=pool.code("several", log))
    gives_tokens(client, reply, "several")


@challenge("SOFTWARE_TOKEN_MFA", "a wrong code is refused, pyotp's gives tokens, and not twice")
def _(world, log):
    client = world["main"].client(log)
    code = pyotp.TOTP(TOTP_SECRET).now()
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="app-user", PASSWORD=PASSWORD), "SOFTWARE_TOKEN_MFA")
    refused(answer, "CodeMismatchException", client=client, asked=asked, name="SOFTWARE_TOKEN_MFA", USERNAME="app-user",
            SOFTWARE_TOKEN_MFA_CODE=pyotp.TOTP(TOTP_SECRET).at(0))
    reply = answer(client, asked, "SOFTWARE_TOKEN_MFA", USERNAME="app-user", SOFTWARE_TOKEN_MFA_CODE=code)
    gives_tokens(client, reply, "app-user")
    asked = initiate(client, "USER_PASSWORD_AUTH", USERNAME="app-user", PASSWORD=PASSWORD)
    refused(answer, "ExpiredCodeException", client=client, asked=asked, name="SOFTWARE_TOKEN_MFA", USERNAME="app-user",
            SOFTWARE_TOKEN_MFA_CODE=code)


@challenge("MFA_SETUP", "an app: refused without a code, with a wrong one; its code gives tokens")
def _(world, log):
    client = world["strict"].client(log)
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="eva", PASSWORD=PASSWORD), "MFA_SETUP")
    equal(asked["ChallengeParameters"]["MFAS_CAN_SETUP"], '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]', "what can be set up")
    refused(answer, "InvalidParameterException", client=client, asked=asked, name="MFA_SETUP", USERNAME="eva")
    given = client.associate_software_token(Session=asked["Session"])
    refused(client.verify_software_token, "EnableSoftwareTokenMFAException", Session=given["Session"],
            UserCode=pyotp.TOTP(given["SecretCode"]).at(0))
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
    asked = asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="newcomer", PASSWORD=PASSWORD), "NEW_PASSWORD_REQUIRED")
    refused(answer, "InvalidPasswordException", client=client, asked=asked, name="NEW_PASSWORD_REQUIRED",
            USERNAME="newcomer", NEW_PASSWORD="weak")
    reply = answer(client, asked, "NEW_PASSWORD_REQUIRED", USERNAME="newcomer", NEW_PASSWORD=NEW_PASSWORD)
    gives_tokens(client, reply, "newcomer")
    pool.tokens(log, "newcomer", NEW_PASSWORD)
    refused(initiate, "NotAuthorizedException", client=client, flow="USER_PASSWORD_AUTH", USERNAME="newcomer",
            PASSWORD=PASSWORD)


@challenge("CUSTOM_CHALLENGE", "a code by e-mail: wrong is asked again, right gives tokens, three wrong ones end it")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    asked = asks(initiate(client, "CUSTOM_AUTH", USERNAME="ana"), "CUSTOM_CHALLENGE")
    code = pool.code("ana", log)
    asked = asks(answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER=other_code(code)), "CUSTOM_CHALLENGE")
    gives_tokens(client, answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER=code), "ana")
    asked = initiate(client, "CUSTOM_AUTH", USERNAME="ana")
    for _ in range(2):
        asked = asks(answer(client, asked, "CUSTOM_CHALLENGE", USERNAME="ana", ANSWER="no"), "CUSTOM_CHALLENGE")
    refused(answer, "NotAuthorizedException", client=client, asked=asked, name="CUSTOM_CHALLENGE", USERNAME="ana",
            ANSWER="no")


@challenge("CUSTOM_CHALLENGE", "after SRP_A and the proof of the password; a wrong password is refused")
def _(world, log):
    pool = world["strict"]
    client = pool.client(log)
    for password in ("Wr0ng-Passw0rd!", PASSWORD):
        srp = AWSSRP("uwe", password, pool.id, "app", client=client)
        asked = asks(initiate(client, "CUSTOM_AUTH", USERNAME="uwe", CHALLENGE_NAME="SRP_A",
                              SRP_A=srp.get_auth_params()["SRP_A"]), "PASSWORD_VERIFIER")
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
        refused(initiate, "NotAuthorizedException", client=client, flow=flow, client_id="hiding",
                REFRESH_TOKEN=tokens["RefreshToken"])


@challenge("ADMIN_USER_PASSWORD_AUTH", "signed requests: tokens; refused: wrong password, another pool")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    for flow in ("ADMIN_USER_PASSWORD_AUTH", "ADMIN_NO_SRP_AUTH"):
        def sign_in(password, pool_id=pool.id):
            return client.admin_initiate_auth(UserPoolId=pool_id, ClientId="app", AuthFlow=flow,
                                              AuthParameters={"USERNAME": "ana", "PASSWORD": password})
        gives_tokens(client, sign_in(PASSWORD), "ana")
        refused(sign_in, "NotAuthorizedException", password="Wr0ng-Passw0rd!")
        refused(sign_in, "ResourceNotFoundException", password=PASSWORD, pool_id="us-east-1_Other")


# Operations ............................................................................................


@operation("InitiateAuth", "accepted by every challenge above; refused: unknown client, missing name")
def _(world, log):
    client = world["main"].client(log)
    refused(initiate, "ResourceNotFoundException", client=client, flow="USER_PASSWORD_AUTH", client_id="none",
            USERNAME="ana", PASSWORD=PASSWORD)
    refused(initiate, "InvalidParameterException", client=client, flow="USER_PASSWORD_AUTH", PASSWORD=PASSWORD)


@operation("RespondToAuthChallenge", "refused: a session that is none, the answer to another challenge, another user's")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    refused(answer, "NotAuthorizedException", client=client, asked={"Session": "x" * 40}, name="SMS_MFA", USERNAME="text",
            SMS_MFA_CODE="123456")
    asked = initiate(client, "USER_PASSWORD_AUTH", USERNAME="text", PASSWORD=PASSWORD)
    code = pool.code("text", log)
    refused(answer, "NotAuthorizedException", client=client, asked=asked, name="EMAIL_OTP", USERNAME="text",
            EMAIL_OTP_CODE=code)
    refused(answer, "NotAuthorizedException", client=client, asked=asked, name="SMS_MFA", USERNAME="ana",
            SMS_MFA_CODE=code)
    gives_tokens(client, answer(client, asked, "SMS_MFA", USERNAME="text", SMS_MFA_CODE=code), "text")


@operation("AdminInitiateAuth", "a challenge to a signed request; refused: unknown user")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    start = dict(UserPoolId=pool.id, ClientId="app", AuthFlow="ADMIN_USER_PASSWORD_AUTH")
    asked = client.admin_initiate_auth(AuthParameters={"USERNAME": "text", "PASSWORD": PASSWORD}, **start)
    asks(asked, "SMS_MFA")
    refused(client.admin_initiate_auth, "UserNotFoundException",
            AuthParameters={"USERNAME": "nobody", "PASSWORD": PASSWORD}, **start)


@operation("AdminRespondToAuthChallenge", "the code gives tokens; refused: a wrong one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    asked = client.admin_initiate_auth(
        UserPoolId=pool.id, ClientId="app", AuthFlow="ADMIN_USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": "text", "PASSWORD": PASSWORD})
    code = pool.code("text", log)

    def respond(code):
        return client.admin_respond_to_auth_challenge(
            UserPoolId=pool.id, ClientId="app", ChallengeName="SMS_MFA", Session=asked["Session"],
            ChallengeResponses={"USERNAME": "text", "SMS_MFA_CODE": code})
    refused(respond, "CodeMismatchException", code=other_code(code))
    gives_tokens(client, respond(code), "text")


@operation("SignUp", "a code goes out; refused: a name that is taken, a weak password")
def _(world, log):
    client = world["main"].client(log)
    form = dict(ClientId="app", UserAttributes=[{"Name": "email", "Value": "zoe@example.com"}])
    reply = client.sign_up(Username="zoe", Password=PASSWORD, **form)
    equal((reply["UserConfirmed"], reply["CodeDeliveryDetails"]["DeliveryMedium"]), (False, "EMAIL"), "the reply")
    refused(client.sign_up, "UsernameExistsException", Username="zoe", Password=PASSWORD, **form)
    refused(client.sign_up, "InvalidPasswordException", Username="zoe2", Password="weak", **form)


@operation("ResendConfirmationCode", "another code goes out; refused: a user who is confirmed")
def _(world, log):
    client = world["main"].client(log)
    client.resend_confirmation_code(ClientId="app", Username="zoe")
    refused(client.resend_confirmation_code, "InvalidParameterException", ClientId="app", Username="ana")


@operation("ConfirmSignUp", "the newest code confirms; refused: a wrong one, a user who is confirmed")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    code = pool.code("zoe", log)
    refused(client.confirm_sign_up, "CodeMismatchException", ClientId="app", Username="zoe",
            ConfirmationCode=other_code(code))
    client.confirm_sign_up(ClientId="app", Username="zoe", ConfirmationCode=code)
    refused(client.confirm_sign_up, "NotAuthorizedException", ClientId="app", Username="zoe", ConfirmationCode=code)
    pool.tokens(log, "zoe")


@operation("ConfirmSignUp", "its session signs in by USER_AUTH without another code")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    begun = client.sign_up(ClientId="app", Username="yan", Password=PASSWORD,
                           UserAttributes=[{"Name": "email", "Value": "yan@example.com"}])
    done = client.confirm_sign_up(ClientId="app", Username="yan", ConfirmationCode=pool.code("yan", log),
                                  Session=begun["Session"])
    reply = client.initiate_auth(ClientId="app", AuthFlow="USER_AUTH", AuthParameters={"USERNAME": "yan"},
                                 Session=done["Session"])
    gives_tokens(client, reply, "yan")


@operation("ForgotPassword", "a code goes out; refused: an unknown user, and one who is not confirmed")
def _(world, log):
    client = world["main"].client(log)
    equal(client.forgot_password(ClientId="app", Username="forgot")["CodeDeliveryDetails"]["AttributeName"], "email",
          "where the code goes")
    refused(client.forgot_password, "UserNotFoundException", ClientId="app", Username="nobody")
    refused(client.forgot_password, "InvalidParameterException", ClientId="app", Username="unconfirmed")


@operation("ConfirmForgotPassword", "the code sets a new password; refused: a wrong code, a weak password, twice")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    code = pool.code("forgot", log)
    form = dict(ClientId="app", Username="forgot")
    refused(client.confirm_forgot_password, "CodeMismatchException", ConfirmationCode=other_code(code),
            Password=NEW_PASSWORD, **form)
    # The model wants six characters at least; botocore does not send fewer.
    refused(client.confirm_forgot_password, "InvalidPasswordException", ConfirmationCode=code, Password="weakweak", **form)
    client.confirm_forgot_password(ConfirmationCode=code, Password=NEW_PASSWORD, **form)
    refused(client.confirm_forgot_password, "ExpiredCodeException", ConfirmationCode=code, Password=NEW_PASSWORD, **form)
    pool.tokens(log, "forgot", NEW_PASSWORD)


@operation("ChangePassword", "the new one counts; refused: a wrong old one, a weak new one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "change")
    refused(client.change_password, "NotAuthorizedException", AccessToken=token, PreviousPassword="Wr0ng-Passw0rd!",
            ProposedPassword=NEW_PASSWORD)
    refused(client.change_password, "InvalidPasswordException", AccessToken=token, PreviousPassword=PASSWORD,
            ProposedPassword="weakweak")
    client.change_password(AccessToken=token, PreviousPassword=PASSWORD, ProposedPassword=NEW_PASSWORD)
    pool.tokens(log, "change", NEW_PASSWORD)


@operation("GetUser", "attributes; refused: a token that is none, an id token, one that was altered")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "ana")
    user = client.get_user(AccessToken=tokens["AccessToken"])
    attributes = {entry["Name"]: entry["Value"] for entry in user["UserAttributes"]}
    equal((attributes["email"], attributes["email_verified"]), ("ana@example.com", "true"), "the attributes")
    head, body, signature = tokens["AccessToken"].split(".")
    altered = ".".join([head, body, ("A" if signature[0] != "A" else "B") + signature[1:]])
    for token in ("a.b.c", tokens["IdToken"], altered):
        refused(client.get_user, "NotAuthorizedException", AccessToken=token)


@operation("GetUserAuthFactors", "the factors of a user; refused: no token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    factors = client.get_user_auth_factors(AccessToken=pool.access(log, "ana"))
    equal(set(factors["ConfiguredUserAuthFactors"]), {"PASSWORD", "EMAIL_OTP", "SMS_OTP"}, "the factors")
    refused(client.get_user_auth_factors, "NotAuthorizedException", AccessToken="a.b.c")


@operation("AssociateSoftwareToken", "a secret of 52 digits; refused: no token, a session that is none")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    equal(len(client.associate_software_token(AccessToken=pool.access(log, "mfa-token"))["SecretCode"]), 52, "the length")
    refused(client.associate_software_token, "NotAuthorizedException", AccessToken="a.b.c")
    refused(client.associate_software_token, "NotAuthorizedException", Session="x" * 40)


@operation("VerifySoftwareToken", "pyotp's code; refused: a wrong one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-token")
    secret = client.associate_software_token(AccessToken=token)["SecretCode"]
    refused(client.verify_software_token, "EnableSoftwareTokenMFAException", AccessToken=token,
            UserCode=pyotp.TOTP(secret).at(0))
    done = client.verify_software_token(AccessToken=token, UserCode=pyotp.TOTP(secret).now(), FriendlyDeviceName="box")
    equal(done["Status"], "SUCCESS", "the status")


@operation("SetUserMFAPreference", "turns the app on, which GetUser shows; refused: one that is not set up, two preferred")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-token")
    on = {"Enabled": True, "PreferredMfa": True}
    client.set_user_mfa_preference(AccessToken=token, SoftwareTokenMfaSettings=on)
    user = client.get_user(AccessToken=token)
    equal((user["PreferredMfaSetting"], user["UserMFASettingList"]), ("SOFTWARE_TOKEN_MFA", ["SOFTWARE_TOKEN_MFA"]),
          "the preference")
    refused(client.set_user_mfa_preference, "InvalidParameterException", AccessToken=token, SMSMfaSettings=on,
            SoftwareTokenMfaSettings=on)
    refused(client.set_user_mfa_preference, "InvalidParameterException", AccessToken=pool.access(log, "ana"),
            SoftwareTokenMfaSettings=on)


@operation("SetUserSettings", "turns text messages on and off; refused: no token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-settings")
    client.set_user_settings(AccessToken=token, MFAOptions=[{"DeliveryMedium": "SMS", "AttributeName": "phone_number"}])
    equal(client.get_user(AccessToken=token)["UserMFASettingList"], ["SMS_MFA"], "the factors")
    client.set_user_settings(AccessToken=token, MFAOptions=[])
    refused(client.set_user_settings, "NotAuthorizedException", AccessToken="a.b.c", MFAOptions=[])


@operation("UpdateUserAttributes", "a new address is sent a code; refused: one that is none, an attribute of the pool")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")

    def update(name, value):
        return client.update_user_attributes(AccessToken=token, UserAttributes=[{"Name": name, "Value": value}])
    equal(len(update("email", "new@example.com")["CodeDeliveryDetailsList"]), 1, "the number of codes")
    equal(update("nickname", "Att")["CodeDeliveryDetailsList"], [], "the codes")
    refused(update, "InvalidParameterException", name="email", value="nobody")
    refused(update, "NotAuthorizedException", name="email_verified", value="true")


@operation("VerifyUserAttribute", "the code verifies; refused: a wrong one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")
    code = pool.code("attributes", log)
    refused(client.verify_user_attribute, "CodeMismatchException", AccessToken=token, AttributeName="email",
            Code=other_code(code))
    client.verify_user_attribute(AccessToken=token, AttributeName="email", Code=code)
    user = client.get_user(AccessToken=token)
    must({"Name": "email_verified", "Value": "true"} in user["UserAttributes"], "the address is not verified")


@operation("GetUserAttributeVerificationCode", "another code goes out; refused: an attribute that has none")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")
    client.update_user_attributes(AccessToken=token, UserAttributes=[{"Name": "phone_number", "Value": "+15550199"}])
    sent = client.get_user_attribute_verification_code(AccessToken=token, AttributeName="phone_number")
    equal(sent["CodeDeliveryDetails"]["DeliveryMedium"], "SMS", "the medium")
    refused(client.get_user_attribute_verification_code, "InvalidParameterException", AccessToken=token,
            AttributeName="nickname")


@operation("DeleteUserAttributes", "it is gone; refused: one of the pool")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")
    client.delete_user_attributes(AccessToken=token, UserAttributeNames=["nickname"])
    names = [entry["Name"] for entry in client.get_user(AccessToken=token)["UserAttributes"]]
    must("nickname" not in names, "the attribute is still there")
    refused(client.delete_user_attributes, "NotAuthorizedException", AccessToken=token, UserAttributeNames=["sub"])


def confirm(client, tokens, **more):
    """Confirms the device of new tokens with a verifier of pycognito's."""
    device = tokens["NewDeviceMetadata"]
    _, config = generate_hash_device(device["DeviceGroupKey"], device["DeviceKey"])
    form = {"AccessToken": tokens["AccessToken"], "DeviceKey": device["DeviceKey"],
            "DeviceSecretVerifierConfig": config, "DeviceName": "box"}
    return client.confirm_device(**(form | more))


@operation("ConfirmDevice", "a device with pycognito's verifier; refused: twice, another key, a verifier that is none")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-a")
    refused(confirm, "InvalidParameterException", client=client, tokens=tokens,
            DeviceSecretVerifierConfig={"PasswordVerifier": "*", "Salt": "*"})
    equal(confirm(client, tokens)["UserConfirmationNecessary"], False, "whether the user is asked")
    refused(confirm, "DeviceKeyExistsException", client=client, tokens=tokens)
    refused(confirm, "ResourceNotFoundException", client=client, tokens=tokens, DeviceKey="us-east-1_none")


@operation("ListDevices", "shows the confirmed one; refused: no token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-b")
    confirm(client, tokens)
    keys = [device["DeviceKey"] for device in client.list_devices(AccessToken=tokens["AccessToken"])["Devices"]]
    equal(keys, [tokens["NewDeviceMetadata"]["DeviceKey"]], "the devices")
    refused(client.list_devices, "NotAuthorizedException", AccessToken="a.b.c")


@operation("GetDevice", "shows its name; refused: another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-c")
    confirm(client, tokens)
    device = client.get_device(AccessToken=tokens["AccessToken"], DeviceKey=tokens["NewDeviceMetadata"]["DeviceKey"])
    must({"Name": "device_name", "Value": "box"} in device["Device"]["DeviceAttributes"], "the name is not shown")
    refused(client.get_device, "ResourceNotFoundException", AccessToken=tokens["AccessToken"], DeviceKey="us-east-1_none")


@operation("UpdateDeviceStatus", "remembered and not; refused: a status that is none, another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "device-c")
    key = client.list_devices(AccessToken=token)["Devices"][0]["DeviceKey"]
    for status in ("not_remembered", "remembered"):
        client.update_device_status(AccessToken=token, DeviceKey=key, DeviceRememberedStatus=status)
    refused(client.update_device_status, "InvalidParameterException", AccessToken=token, DeviceKey=key,
            DeviceRememberedStatus="perhaps")
    refused(client.update_device_status, "ResourceNotFoundException", AccessToken=token, DeviceKey="us-east-1_none",
            DeviceRememberedStatus="remembered")


@operation("ForgetDevice", "it is gone; refused: another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "device-c")
    key = client.list_devices(AccessToken=token)["Devices"][0]["DeviceKey"]
    client.forget_device(AccessToken=token, DeviceKey=key)
    equal(client.list_devices(AccessToken=token)["Devices"], [], "the devices")
    refused(client.forget_device, "ResourceNotFoundException", AccessToken=token, DeviceKey=key)


@operation("GetTokensFromRefreshToken", "new tokens; where they rotate an old one is refused, and ends the sign-in")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    plain = pool.tokens(log, "rotate")["RefreshToken"]
    reply = client.get_tokens_from_refresh_token(ClientId="app", RefreshToken=plain)
    must("RefreshToken" not in gives_tokens(client, reply, "rotate"), "a new refresh token without rotation")
    first = pool.tokens(log, "rotate", client_id="rotating")["RefreshToken"]
    second = gives_tokens(client, client.get_tokens_from_refresh_token(ClientId="rotating", RefreshToken=first), "rotate")
    refused(client.get_tokens_from_refresh_token, "RefreshTokenReuseException", ClientId="rotating", RefreshToken=first)
    refused(client.get_tokens_from_refresh_token, "NotAuthorizedException", ClientId="rotating",
            RefreshToken=second["RefreshToken"])


@operation("RevokeToken", "its tokens are refused from then on; refused: an access token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "revoke")
    refused(client.revoke_token, "UnsupportedTokenTypeException", ClientId="app", Token=tokens["AccessToken"])
    client.revoke_token(ClientId="app", Token=tokens["RefreshToken"])
    refused(client.get_user, "NotAuthorizedException", "Access Token has been revoked", AccessToken=tokens["AccessToken"])
    refused(initiate, "NotAuthorizedException", client=client, flow="REFRESH_TOKEN_AUTH",
            REFRESH_TOKEN=tokens["RefreshToken"])


@operation("GlobalSignOut", "all tokens are refused from then on; refused: again")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    one, two = pool.tokens(log, "out"), pool.tokens(log, "out")
    client.global_sign_out(AccessToken=one["AccessToken"])
    for tokens in (one, two):
        refused(client.get_user, "NotAuthorizedException", AccessToken=tokens["AccessToken"])
    refused(client.global_sign_out, "NotAuthorizedException", AccessToken=one["AccessToken"])


@operation("DeleteUser", "the user is gone; refused: again")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "delete")
    client.delete_user(AccessToken=token)
    refused(client.delete_user, "UserNotFoundException", AccessToken=token)
    refused(initiate, "UserNotFoundException", client=client, flow="USER_PASSWORD_AUTH", USERNAME="delete",
            PASSWORD=PASSWORD)


def admin(world, log):
    pool = world["main"]
    return pool, pool.client(log, keys="anything"), lambda name: {"UserPoolId": pool.id, "Username": name}


@operation("AdminCreateUser", "an invitation, whose password has to be changed; refused: a name that is taken")
def _(world, log):
    pool, client, user = admin(world, log)
    made = client.admin_create_user(UserAttributes=[{"Name": "email", "Value": "gus@example.com"}], **user("gus"))
    equal(made["User"]["UserStatus"], "FORCE_CHANGE_PASSWORD", "the status")
    password = pool.code("gus", log)
    asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="gus", PASSWORD=password), "NEW_PASSWORD_REQUIRED")
    refused(client.admin_create_user, "UsernameExistsException", **user("gus"))


@operation("AdminGetUser", "status and attributes; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    equal(client.admin_get_user(**user("ana"))["UserStatus"], "CONFIRMED", "the status")
    refused(client.admin_get_user, "UserNotFoundException", **user("nobody"))


@operation("AdminSetUserPassword", "a permanent one signs in; refused: a weak one")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_set_user_password(Password=NEW_PASSWORD, Permanent=True, **user("admin-set"))
    pool.tokens(log, "admin-set", NEW_PASSWORD)
    refused(client.admin_set_user_password, "InvalidPasswordException", Password="weakweak", **user("admin-set"))


@operation("AdminResetUserPassword", "the next sign-in asks for a reset; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_reset_user_password(**user("admin-reset"))
    refused(initiate, "PasswordResetRequiredException", client=client, flow="USER_PASSWORD_AUTH", USERNAME="admin-reset",
            PASSWORD=PASSWORD)
    refused(client.admin_reset_user_password, "UserNotFoundException", **user("nobody"))


@operation("AdminConfirmSignUp", "the user may sign in; refused: again")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_confirm_sign_up(**user("unconfirmed"))
    pool.tokens(log, "unconfirmed")
    refused(client.admin_confirm_sign_up, "NotAuthorizedException", **user("unconfirmed"))


@operation("AdminUpdateUserAttributes", "also those of the pool; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    form = {"UserAttributes": [{"Name": "email_verified", "Value": "false"}]}
    client.admin_update_user_attributes(**form, **user("admin-mfa"))
    must(form["UserAttributes"][0] in client.admin_get_user(**user("admin-mfa"))["UserAttributes"], "it is not changed")
    refused(client.admin_update_user_attributes, "UserNotFoundException", **form, **user("nobody"))


@operation("AdminSetUserMFAPreference", "the next sign-in asks for the factor; refused: one that is not set up")
def _(world, log):
    pool, client, user = admin(world, log)
    on = {"Enabled": True, "PreferredMfa": True}
    client.admin_set_user_mfa_preference(SMSMfaSettings=on, **user("admin-mfa"))
    asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="admin-mfa", PASSWORD=PASSWORD), "SMS_MFA")
    refused(client.admin_set_user_mfa_preference, "InvalidParameterException", SoftwareTokenMfaSettings=on,
            **user("admin-mfa"))


@operation("AdminDisableUser", "the user may not sign in; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_disable_user(**user("admin-disable"))
    refused(initiate, "NotAuthorizedException", "User is disabled.", client=client, flow="USER_PASSWORD_AUTH",
            USERNAME="admin-disable", PASSWORD=PASSWORD)
    refused(client.admin_disable_user, "UserNotFoundException", **user("nobody"))


@operation("AdminEnableUser", "the user may sign in again; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_enable_user(**user("admin-disable"))
    pool.tokens(log, "admin-disable")
    refused(client.admin_enable_user, "UserNotFoundException", **user("nobody"))


@operation("AdminUserGlobalSignOut", "all tokens are refused from then on; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    token = pool.access(log, "admin-out")
    client.admin_user_global_sign_out(**user("admin-out"))
    refused(client.get_user, "NotAuthorizedException", AccessToken=token)
    refused(client.admin_user_global_sign_out, "UserNotFoundException", **user("nobody"))


@operation("AdminDeleteUser", "the user is gone; refused: again")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_delete_user(**user("admin-delete"))
    refused(client.admin_delete_user, "UserNotFoundException", **user("admin-delete"))


@operation("all", "every operation that the pool knows was accepted once and refused once, passkeys aside")
def _(world, log):
    accepted, refusals = set(), set()
    for pool in world.values():
        accepted |= pool.judge.accepted
        refusals |= pool.judge.refused
    # Of the model's operations those that sign a user in or belong to one, as the pool has them.
    named = {cell.row for cell in GROUP.cells if cell.section == "operations"} - {"all"}
    equal(len(named), 40, "the number of operations tried")
    equal(sorted(named - accepted), [], "operations never accepted")
    equal(sorted(named - refusals), [], "operations never refused")
