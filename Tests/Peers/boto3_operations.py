"""boto3 as a client of our pool: every operation accepted and refused; here those about accounts."""

import pyotp

from boto3_world import answer, asks, gives_tokens, initiate, other_code, operation
from cells import equal, must
from pools import NEW_PASSWORD, PASSWORD
from wire import refused


@operation("InitiateAuth", "accepted by every challenge above; refused: unknown client, missing name")
def _(world, log):
    client = world["main"].client(log)
    refused(
        initiate,
        "ResourceNotFoundException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        client_id="none",
        USERNAME="ana",
        PASSWORD=PASSWORD,
    )
    refused(initiate, "InvalidParameterException", client=client, flow="USER_PASSWORD_AUTH", PASSWORD=PASSWORD)


@operation(
    "RespondToAuthChallenge", "refused: an invalid session, the answer to another challenge, another user's session"
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked={"Session": "x" * 40},
        name="SMS_MFA",
        USERNAME="text",
        SMS_MFA_CODE="123456",
    )
    asked = initiate(client, "USER_PASSWORD_AUTH", USERNAME="text", PASSWORD=PASSWORD)
    code = pool.code("text", log)
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked=asked,
        name="EMAIL_OTP",
        USERNAME="text",
        EMAIL_OTP_CODE=code,
    )
    refused(
        answer,
        "NotAuthorizedException",
        client=client,
        asked=asked,
        name="SMS_MFA",
        USERNAME="ana",
        SMS_MFA_CODE=code,
    )
    gives_tokens(client, answer(client, asked, "SMS_MFA", USERNAME="text", SMS_MFA_CODE=code), "text")


@operation("AdminInitiateAuth", "a challenge to a signed request; refused: unknown user")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    start = dict(UserPoolId=pool.id, ClientId="app", AuthFlow="ADMIN_USER_PASSWORD_AUTH")
    asked = client.admin_initiate_auth(AuthParameters={"USERNAME": "text", "PASSWORD": PASSWORD}, **start)
    asks(asked, "SMS_MFA")
    refused(
        client.admin_initiate_auth,
        "UserNotFoundException",
        AuthParameters={"USERNAME": "nobody", "PASSWORD": PASSWORD},
        **start
    )


@operation("AdminRespondToAuthChallenge", "the code gives tokens; refused: a wrong one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log, keys="anything")
    asked = client.admin_initiate_auth(
        UserPoolId=pool.id,
        ClientId="app",
        AuthFlow="ADMIN_USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": "text", "PASSWORD": PASSWORD},
    )
    code = pool.code("text", log)

    def respond(code):
        return client.admin_respond_to_auth_challenge(
            UserPoolId=pool.id,
            ClientId="app",
            ChallengeName="SMS_MFA",
            Session=asked["Session"],
            ChallengeResponses={"USERNAME": "text", "SMS_MFA_CODE": code},
        )

    refused(respond, "CodeMismatchException", code=other_code(code))
    gives_tokens(client, respond(code), "text")


@operation("SignUp", "sends a code; refused: a name that is taken, a weak password")
def _(world, log):
    client = world["main"].client(log)
    form = dict(ClientId="app", UserAttributes=[{"Name": "email", "Value": "zoe@example.com"}])
    reply = client.sign_up(Username="zoe", Password=PASSWORD, **form)
    equal((reply["UserConfirmed"], reply["CodeDeliveryDetails"]["DeliveryMedium"]), (False, "EMAIL"), "the reply")
    refused(client.sign_up, "UsernameExistsException", Username="zoe", Password=PASSWORD, **form)
    refused(client.sign_up, "InvalidPasswordException", Username="zoe2", Password="weak", **form)


@operation("ResendConfirmationCode", "sends another code; refused: a confirmed user")
def _(world, log):
    client = world["main"].client(log)
    client.resend_confirmation_code(ClientId="app", Username="zoe")
    refused(client.resend_confirmation_code, "InvalidParameterException", ClientId="app", Username="ana")


@operation("ConfirmSignUp", "the newest code confirms; refused: a wrong one, a confirmed user")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    code = pool.code("zoe", log)
    refused(
        client.confirm_sign_up,
        "CodeMismatchException",
        ClientId="app",
        Username="zoe",
        ConfirmationCode=other_code(code),
    )
    client.confirm_sign_up(ClientId="app", Username="zoe", ConfirmationCode=code)
    refused(client.confirm_sign_up, "NotAuthorizedException", ClientId="app", Username="zoe", ConfirmationCode=code)
    pool.tokens(log, "zoe")


@operation(
    "ConfirmSignUp",
    "with and without the session of SignUp: its own signs in by USER_AUTH without another code",
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    # amplify-js sends no session here, and takes the one that comes.
    for name, sends in {"yan": True, "yves": False}.items():
        begun = client.sign_up(
            ClientId="app",
            Username=name,
            Password=PASSWORD,
            UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}],
        )
        more = {"Session": begun["Session"]} if sends else {}
        done = client.confirm_sign_up(
            ClientId="app", Username=name, ConfirmationCode=pool.code(name, log), **more
        )
        reply = client.initiate_auth(
            ClientId="app", AuthFlow="USER_AUTH", AuthParameters={"USERNAME": name}, Session=done["Session"]
        )
        gives_tokens(client, reply, name)


@operation("ForgotPassword", "sends a code; refused: an unknown user, an unconfirmed user")
def _(world, log):
    client = world["main"].client(log)
    equal(
        client.forgot_password(ClientId="app", Username="forgot")["CodeDeliveryDetails"]["AttributeName"],
        "email",
        "where the code goes",
    )
    refused(client.forgot_password, "UserNotFoundException", ClientId="app", Username="nobody")
    refused(client.forgot_password, "InvalidParameterException", ClientId="app", Username="unconfirmed")


@operation("ConfirmForgotPassword", "the code sets a new password; refused: a wrong code, a weak password, twice")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    code = pool.code("forgot", log)
    form = dict(ClientId="app", Username="forgot")
    refused(
        client.confirm_forgot_password,
        "CodeMismatchException",
        ConfirmationCode=other_code(code),
        Password=NEW_PASSWORD,
        **form
    )
    # The model wants six characters at least; botocore does not send fewer.
    refused(
        client.confirm_forgot_password, "InvalidPasswordException", ConfirmationCode=code, Password="weakweak", **form
    )
    client.confirm_forgot_password(ConfirmationCode=code, Password=NEW_PASSWORD, **form)
    refused(
        client.confirm_forgot_password, "ExpiredCodeException", ConfirmationCode=code, Password=NEW_PASSWORD, **form
    )
    pool.tokens(log, "forgot", NEW_PASSWORD)


@operation("ChangePassword", "the new one counts; refused: a wrong old one, a weak new one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "change")
    refused(
        client.change_password,
        "NotAuthorizedException",
        AccessToken=token,
        PreviousPassword="Wr0ng-Passw0rd!",
        ProposedPassword=NEW_PASSWORD,
    )
    refused(
        client.change_password,
        "InvalidPasswordException",
        AccessToken=token,
        PreviousPassword=PASSWORD,
        ProposedPassword="weakweak",
    )
    client.change_password(AccessToken=token, PreviousPassword=PASSWORD, ProposedPassword=NEW_PASSWORD)
    pool.tokens(log, "change", NEW_PASSWORD)


@operation("GetUser", "attributes; refused: an invalid token, an ID token, a changed token")
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


@operation("AssociateSoftwareToken", "a secret of 52 digits; refused: no token, an invalid session")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    equal(
        len(client.associate_software_token(AccessToken=pool.access(log, "mfa-token"))["SecretCode"]),
        52,
        "the length",
    )
    refused(client.associate_software_token, "NotAuthorizedException", AccessToken="a.b.c")
    refused(client.associate_software_token, "NotAuthorizedException", Session="x" * 40)


@operation("VerifySoftwareToken", "pyotp's code; refused: a wrong one")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-token")
    secret = client.associate_software_token(AccessToken=token)["SecretCode"]
    refused(
        client.verify_software_token,
        "EnableSoftwareTokenMFAException",
        AccessToken=token,
        UserCode=pyotp.TOTP(secret).at(0),
    )
    done = client.verify_software_token(
        AccessToken=token, UserCode=pyotp.TOTP(secret).now(), FriendlyDeviceName="box"
    )
    equal(done["Status"], "SUCCESS", "the status")


@operation(
    "SetUserMFAPreference",
    "turns the app on, and GetUser shows this; refused: an app that is not set up, two preferred factors",
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-token")
    on = {"Enabled": True, "PreferredMfa": True}
    client.set_user_mfa_preference(AccessToken=token, SoftwareTokenMfaSettings=on)
    user = client.get_user(AccessToken=token)
    equal(
        (user["PreferredMfaSetting"], user["UserMFASettingList"]),
        ("SOFTWARE_TOKEN_MFA", ["SOFTWARE_TOKEN_MFA"]),
        "the preference",
    )
    refused(
        client.set_user_mfa_preference,
        "InvalidParameterException",
        AccessToken=token,
        SMSMfaSettings=on,
        SoftwareTokenMfaSettings=on,
    )
    refused(
        client.set_user_mfa_preference,
        "InvalidParameterException",
        AccessToken=pool.access(log, "ana"),
        SoftwareTokenMfaSettings=on,
    )


@operation("SetUserSettings", "turns text messages on and off; refused: no token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "mfa-settings")
    client.set_user_settings(
        AccessToken=token, MFAOptions=[{"DeliveryMedium": "SMS", "AttributeName": "phone_number"}]
    )
    equal(client.get_user(AccessToken=token)["UserMFASettingList"], ["SMS_MFA"], "the factors")
    client.set_user_settings(AccessToken=token, MFAOptions=[])
    refused(client.set_user_settings, "NotAuthorizedException", AccessToken="a.b.c", MFAOptions=[])


@operation(
    "UpdateUserAttributes", "sends a code to a new address; refused: an invalid address, an attribute of the pool"
)
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
    refused(
        client.verify_user_attribute,
        "CodeMismatchException",
        AccessToken=token,
        AttributeName="email",
        Code=other_code(code),
    )
    client.verify_user_attribute(AccessToken=token, AttributeName="email", Code=code)
    user = client.get_user(AccessToken=token)
    must({"Name": "email_verified", "Value": "true"} in user["UserAttributes"], "the address is not verified")


@operation("GetUserAttributeVerificationCode", "sends another code; refused: an attribute without a code")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")
    client.update_user_attributes(AccessToken=token, UserAttributes=[{"Name": "phone_number", "Value": "+15550199"}])
    sent = client.get_user_attribute_verification_code(AccessToken=token, AttributeName="phone_number")
    equal(sent["CodeDeliveryDetails"]["DeliveryMedium"], "SMS", "the medium")
    refused(
        client.get_user_attribute_verification_code,
        "InvalidParameterException",
        AccessToken=token,
        AttributeName="nickname",
    )


@operation("DeleteUserAttributes", "the attribute is removed; refused: an attribute of the pool")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "attributes")
    client.delete_user_attributes(AccessToken=token, UserAttributeNames=["nickname"])
    names = [entry["Name"] for entry in client.get_user(AccessToken=token)["UserAttributes"]]
    must("nickname" not in names, "the attribute is still there")
    refused(client.delete_user_attributes, "NotAuthorizedException", AccessToken=token, UserAttributeNames=["sub"])
