"""Our local user pool behind its port, as `flowc pool` starts it."""

import base64
import contextlib
import json
import os
import time

import shapes
import wire
from cells import Failed
from servers import Program

PASSWORD, NEW_PASSWORD = "Passw0rd!", "N3w-Passw0rd!"
SECRET = "a-secret-of-an-app-client-0123456789"
# Of RFC 6238, appendix B.
TOTP_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def user(name, number, **more):
    attributes = {"email": f"{name}@example.com", "phone_number": f"+1555010{number:04}"}
    return {"username": name, "password": PASSWORD, "attributes": attributes} | more


def claims(token):
    """The claims of a token, without a look at its signature."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


class Pool:
    """A pool with the settings and users of a seed."""

    def __init__(self, tools, name, settings, users):
        settings = {"poolID": f"us-east-1_{name}"} | settings
        settings.setdefault("clients", [{"id": "app", "hidesUserExistence": False}])
        seed = os.path.join(tools.scratch(name), "seed.json")
        with open(seed, "w") as file:
            json.dump(
                {
                    "pool": settings,
                    "accessKeys": [{"id": "anything", "secret": "anything"}],
                    "users": [user(name, index, **more) for index, (name, more) in enumerate(users.items())],
                },
                file,
            )
        self.id, self._messages, self.judge = settings["poolID"], [], shapes.Judge()
        # Requests that the pool told of, and those that were sent by others than boto3.
        self._told, self.others = 0, 0
        errors = []
        self.program = Program([tools.flowc, "pool", "--json", "--seed", seed], tell=errors.append)
        line = self.program.line()
        if line is None:
            self.program.stop()
            raise Failed("flowc pool did not start: " + " ".join(errors))
        self.endpoint = json.loads(line)["listening"]["url"]

    def client(self, log, keys=None):
        return wire.client(self.endpoint, log, keys=keys, judge=self.judge)

    def code(self, username, log, seconds=20):
        """The code of the newest message to a user that nobody has asked for yet."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in map(json.loads, self.program.waiting()):
                if "message" in line:
                    self._messages.append(line["message"])
                else:
                    self._told += 1
            # A request is told after its messages: now the newest message is among those that have come.
            found = [message for message in self._messages if message["username"] == username]
            if found and self._told >= self.judge.answers + self.others:
                self._messages = [message for message in self._messages if message["username"] != username]
                log(f"(a message: {json.dumps(found[-1])})")
                return found[-1]["code"]
            time.sleep(0.02)
        raise Failed(f"no message to {username}")

    def tokens(self, log, username, password=PASSWORD, client_id="app", **parameters):
        """Tokens by the password as it is."""
        answer = self.client(log).initiate_auth(
            ClientId=client_id,
            AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": username, "PASSWORD": password} | parameters,
        )
        if "AuthenticationResult" not in answer:
            raise Failed(f"{username} is asked {answer.get('ChallengeName')}")
        return answer["AuthenticationResult"]

    def access(self, log, username, password=PASSWORD):
        return self.tokens(log, username, password)["AccessToken"]


@contextlib.contextmanager
def running(tools, **seeds):
    """Pools by name, each of (settings, users by name)."""
    started = {}
    try:
        for name, (settings, users) in seeds.items():
            started[name] = Pool(tools, name.capitalize(), settings, users)
        yield started
        for name, pool in started.items():
            if not pool.program.is_alive():
                raise Failed(f"the pool '{name}' ended by itself with status {pool.program.process.returncode}")
    finally:
        for pool in started.values():
            pool.program.stop()
