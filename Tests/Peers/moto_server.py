"""moto with pools and users. It does not check proofs of passwords: only the shape of what is sent can be tried."""

import base64
import contextlib
import os
import time

import pyotp

import wire
from servers import serving

PASSWORD, TEMPORARY = "Perm-Passw0rd!", "Temp-Passw0rd!"
# moto's one secret for all users: twelve characters, which is too short for pyotp and no multiple of eight.
SECRET = "asdfasdfasdf"
FLOWS = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
ADDRESSES = {
    "email": "a@example.com",
    "email_verified": "true",
    "phone_number": "+15555550100",
    "phone_number_verified": "true",
}


def code_now():
    """A code of moto's secret, which pyotp finds too short to be taken as it is."""
    key = base64.b32decode(SECRET.upper() + "=" * (-len(SECRET) % 8))

    class Short(pyotp.TOTP):
        def byte_secret(self):
            return key

    return Short(pyotp.random_base32()).at(int(time.time()))


class Moto:
    """A running moto: `services` names endpoint, pool and client for each pool that was made."""

    def __init__(self, endpoint):
        self.endpoint, self.services = endpoint, {}
        self._admin = wire.client(endpoint, keys="testing")

    def pool(self, name, mfa=None):
        identifier = self._admin.create_user_pool(PoolName=name)["UserPool"]["Id"]
        if mfa:
            self._admin.set_user_pool_mfa_config(
                UserPoolId=identifier,
                MfaConfiguration=mfa,
                SoftwareTokenMfaConfiguration={"Enabled": True},
                SmsMfaConfiguration={"SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::123456789012:role/sns"}},
            )
        made = self._admin.create_user_pool_client(UserPoolId=identifier, ClientName="app", ExplicitAuthFlows=FLOWS)
        self.services[name] = {
            "endpoint": self.endpoint,
            "pool": identifier,
            "client": made["UserPoolClient"]["ClientId"],
        }

    def user(self, pool, name, is_permanent=True, **preferences):
        identifier = self.services[pool]["pool"]
        self._admin.admin_create_user(
            UserPoolId=identifier,
            Username=name,
            TemporaryPassword=TEMPORARY,
            MessageAction="SUPPRESS",
            UserAttributes=[{"Name": key, "Value": value} for key, value in ADDRESSES.items()],
        )
        if is_permanent:
            self._admin.admin_set_user_password(
                UserPoolId=identifier, Username=name, Password=PASSWORD, Permanent=True
            )
        if preferences:
            self._admin.admin_set_user_mfa_preference(UserPoolId=identifier, Username=name, **preferences)

    def authenticator(self, pool, name):
        token = self._admin.initiate_auth(
            AuthFlow="USER_PASSWORD_AUTH",
            ClientId=self.services[pool]["client"],
            AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD},
        )["AuthenticationResult"]["AccessToken"]
        self._admin.associate_software_token(AccessToken=token)
        self._admin.verify_software_token(AccessToken=token, UserCode=code_now())
        self._admin.set_user_mfa_preference(
            AccessToken=token, SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True}
        )

    def provision(self):
        self.pool("plain")
        self.user("plain", "alice")
        for name in ("newcomer", "newcomer2"):
            self.user("plain", name, is_permanent=False)
        self.pool("optional", mfa="OPTIONAL")
        self.user("optional", "sms", SMSMfaSettings={"Enabled": True, "PreferredMfa": True})
        self.user("optional", "totp")
        self.authenticator("optional", "totp")
        self.pool("required", mfa="ON")
        self.user("required", "fresh")
        self.user("required", "fresh2")


@contextlib.contextmanager
def running(tools):
    def command(port):
        environment = dict(os.environ, MOTO_COGNITO_IDP_USER_POOL_ENABLE_TOTP="true")
        return [tools.python("moto"), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], environment

    with serving("moto", tools.scratch("moto"), command, "/moto-api/data.json") as endpoint:
        server = Moto(endpoint)
        server.tools = tools
        server.provision()
        yield server
