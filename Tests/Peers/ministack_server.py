"""ministack with pools, users and the triggers of custom sign-in.

Provisioning follows that of the project owner's script: triggers are Python functions that ministack runs itself.
"""

import contextlib
import io
import json
import os
import zipfile

import pyotp

import wire
from servers import serving

PASSWORD, TEMPORARY = "Perm-Passw0rd!", "Temp-Passw0rd!"
FLOWS = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]

# After the password one custom round, without it two; the third wrong answer ends it.
DEFINE = """
def handler(event, context):
    rounds, response = event["request"]["session"], event["response"]
    response["issueTokens"] = response["failAuthentication"] = False
    custom = [entry for entry in rounds if entry["challengeName"] == "CUSTOM_CHALLENGE"]
    good = sum(1 for entry in custom if entry["challengeResult"])
    by_password = any(entry["challengeName"] == "PASSWORD_VERIFIER" for entry in rounds)
    if rounds and rounds[-1]["challengeName"] == "SRP_A":
        response["challengeName"] = "PASSWORD_VERIFIER"
    elif good >= (1 if by_password else 2):
        response["issueTokens"] = True
    elif len(custom) - good >= 3:
        response["failAuthentication"] = True
    else:
        response["challengeName"] = "CUSTOM_CHALLENGE"
    return event
"""
CREATE = """
def handler(event, context):
    rounds = event["request"]["session"]
    number = 1 + sum(1 for entry in rounds if entry["challengeName"] == "CUSTOM_CHALLENGE" and entry["challengeResult"])
    event["response"]["publicChallengeParameters"] = {"question": "colour of round %d?" % number}
    event["response"]["privateChallengeParameters"] = {"answer": "blue-%d" % number}
    event["response"]["challengeMetadata"] = "ROUND_%d" % number
    return event
"""
VERIFY = """
def handler(event, context):
    hidden = event["request"]["privateChallengeParameters"]
    event["response"]["answerCorrect"] = event["request"]["challengeAnswer"] == hidden.get("answer")
    return event
"""


class Ministack:
    """A running ministack: `services` names endpoint, pool and client for each pool that was made."""

    def __init__(self, endpoint):
        self.endpoint, self.services, self.secrets, self.totp = endpoint, {}, {}, {}
        self._admin = wire.client(endpoint, keys="test")

    def pool(self, name, **options):
        identifier = self._admin.create_user_pool(PoolName=name, **options)["UserPool"]["Id"]
        clients = {"": {}, " hiding": {"PreventUserExistenceErrors": "ENABLED"}, " secret": {"GenerateSecret": True}}
        for suffix, settings in clients.items():
            made = self._admin.create_user_pool_client(
                UserPoolId=identifier, ClientName="app" + suffix, ExplicitAuthFlows=FLOWS, **settings
            )["UserPoolClient"]
            self.services[name + suffix] = {"endpoint": self.endpoint, "pool": identifier, "client": made["ClientId"]}
            self.secrets[name + suffix] = made.get("ClientSecret")
        return identifier

    def user(self, pool, name, is_permanent=True, email="a@example.com"):
        identifier = self.services[pool]["pool"]
        attributes = {"email": email, "email_verified": "true"} if email else {}
        self._admin.admin_create_user(
            UserPoolId=identifier,
            Username=name,
            TemporaryPassword=TEMPORARY,
            MessageAction="SUPPRESS",
            UserAttributes=[{"Name": key, "Value": value} for key, value in attributes.items()],
        )
        if is_permanent:
            self._admin.admin_set_user_password(
                UserPoolId=identifier, Username=name, Password=PASSWORD, Permanent=True
            )

    def authenticator(self, pool, name):
        """Sets up an authenticator app, with its code of this instant."""
        token = self._admin.initiate_auth(
            AuthFlow="USER_PASSWORD_AUTH",
            ClientId=self.services[pool]["client"],
            AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD},
        )["AuthenticationResult"]["AccessToken"]
        secret = self._admin.associate_software_token(AccessToken=token)["SecretCode"]
        self._admin.verify_software_token(AccessToken=token, UserCode=pyotp.TOTP(secret).now())
        self._admin.set_user_mfa_preference(
            AccessToken=token, SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True}
        )
        self.totp[name] = pyotp.TOTP(secret)

    def triggers(self):
        wire.client(self.endpoint, service="iam", keys="test").create_role(
            RoleName="r",
            AssumeRolePolicyDocument=json.dumps(
                {
                    "Version": "2012-10-17",
                    "Statement": [
                        {
                            "Effect": "Allow",
                            "Principal": {"Service": "lambda.amazonaws.com"},
                            "Action": "sts:AssumeRole",
                        }
                    ],
                }
            ),
        )
        functions = wire.client(self.endpoint, service="lambda", keys="test")
        names = {"DefineAuthChallenge": DEFINE, "CreateAuthChallenge": CREATE, "VerifyAuthChallengeResponse": VERIFY}
        made = {}
        for name, source in names.items():
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w") as file:
                file.writestr("index.py", source)
            made[name] = functions.create_function(
                FunctionName=name,
                Runtime="python3.11",
                Role="arn:aws:iam::000000000000:role/r",
                Timeout=30,
                Handler="index.handler",
                Code={"ZipFile": archive.getvalue()},
            )["FunctionArn"]
        return made

    def provision(self):
        plain = self.pool("plain")
        for name in ("alice", "disabled", "reset"):
            self.user("plain", name)
        for name in ("newcomer", "newcomer2"):
            self.user("plain", name, is_permanent=False)
        self._admin.admin_disable_user(UserPoolId=plain, Username="disabled")
        self._admin.admin_reset_user_password(UserPoolId=plain, Username="reset")
        self._admin.sign_up(
            ClientId=self.services["plain"]["client"],
            Username="unconfirmed",
            Password=PASSWORD,
            UserAttributes=[{"Name": "email", "Value": "u@example.com"}],
        )
        optional = self.pool("optional")
        self._admin.set_user_pool_mfa_config(
            UserPoolId=optional, MfaConfiguration="OPTIONAL", SoftwareTokenMfaConfiguration={"Enabled": True}
        )
        self.user("optional", "totp")
        self.authenticator("optional", "totp")
        self.pool("custom", LambdaConfig=self.triggers())
        self.user("custom", "carol")
        self.pool("email", UsernameAttributes=["email"])
        self.user("email", "bob@example.com", email=None)


@contextlib.contextmanager
def running(tools):
    folder = tools.scratch("ministack")

    def command(port):
        environment = dict(
            os.environ,
            BIND_HOST="127.0.0.1",
            GATEWAY_PORT=str(port),
            MINISTACK_HOST="127.0.0.1",
            STATE_DIR=folder,
            # Without these it opens other ports, too.
            IOT_MTLS_ENABLED="0",
            SFTP_ENABLED="0",
            LAMBDA_EXECUTOR="local",
            SERVICES="cognito-idp,cognito-identity,lambda,iam,sts,logs",
            AUTH="true",
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",
        )
        return [tools.python("ministack"), "-m", "ministack"], environment

    with serving("ministack", folder, command, "/_ministack/health") as endpoint:
        server = Ministack(endpoint)
        server.tools = tools
        server.provision()
        yield server
