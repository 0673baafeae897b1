"""The services that a check of the gateway needs: a local pool, Redis, and nodes of the gateway."""
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import time
import urllib.request

TOTP_SECRET = "JBSWY3DPEHPK3PXP"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_port(port, seconds=20):
    for _ in range(seconds * 20):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nothing listens at port {port}")


class Process:
    """A program with its output in a file."""

    def __init__(self, name, command, folder, environment=None):
        self.log = os.path.join(folder, name + ".log")
        with open(self.log, "ab") as file:
            self.process = subprocess.Popen(command, stdout=file, stderr=file, env=dict(os.environ, **(environment or {})))

    def output(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def stop(self, with_signal=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        return self.process.wait(20)


def seed(password, words, origin):
    """Users of the pool, one for each way to sign in."""
    mail = lambda name: {"email": f"{name}@example.com"}
    return {
        "pool": {"clients": [{"id": "web", "sessionMinutes": 15}, {"id": "strict", "sessionMinutes": 15}],
                 "requiredAttributes": ["email", "given_name"], "devices": "off", "mfa": "OPTIONAL", "origins": [origin]},
        "users": [
            {"username": "ana", "password": password, "attributes": mail("ana")},
            {"username": "eve", "password": password, "attributes": mail("eve"), "mfa": ["EMAIL_OTP"]},
            {"username": "tom", "password": password, "attributes": mail("tom"), "mfa": ["SOFTWARE_TOKEN_MFA"],
             "softwareTokenSecret": TOTP_SECRET},
            {"username": "new", "password": words, "isTemporary": True, "attributes": mail("new")},
        ],
    }


class Services:
    """Everything that runs, in a folder of its own."""

    def __init__(self, flowc, gateway, folder, password, temporary, mfa="OPTIONAL", nodes=2, settings=None):
        self.folder, self.running, self.nodes, self.gateway = folder, [], [], gateway
        self.redis_port, self.pool_port = free_port(), free_port()
        try:
            self.begin(flowc, password, temporary, mfa, nodes, settings)
        except BaseException:
            self.stop()
            raise

    def begin(self, flowc, password, temporary, mfa, nodes, settings):
        """Starts everything."""
        folder = self.folder
        self.start("redis", ["redis-server", "--port", str(self.redis_port), "--save", "", "--bind", "127.0.0.1",
                             "--unixsocket", os.path.join(folder, "redis.sock")])
        # The port of what distributes requests to the nodes, which browsers see.
        self.port = free_port()
        data = seed(password, temporary, f"http://localhost:{self.port}")
        data["pool"]["mfa"] = mfa
        self.write("seed.json", data)
        self.pool = self.start("pool", [flowc, "pool", "--port", str(self.pool_port), "--seed", os.path.join(folder, "seed.json")])
        own = os.path.dirname(os.path.abspath(__file__))
        flows = os.path.join(own, "../../Examples/Gateway/Flows")
        for arguments in (["compile", f"{flows}/web.flow.xml", "-o", f"{folder}/web.flow"],
                          ["compile", f"{own}/values.flow.xml", "-o", f"{folder}/values.flow"],
                          ["generate", "schema", f"{flows}/web.flow.xml", "-o", f"{folder}/web.schema.json"]):
            subprocess.run([flowc, *arguments], check=True)
        self.keys = [secrets.token_hex(32) for _ in range(2)]
        self.config = self.write("gateway.json", {
            "sealing": self.sealing(0), "redis": {"port": self.redis_port},
            "pool": {"id": "us-east-1_Embedded1", "client": "web", "endpoint": f"http://127.0.0.1:{self.pool_port}"},
            "flows": {"web": {"table": "web.flow", "schema": "web.schema.json", "texts": f"{flows}/web.texts.json", "asks": ["username"]},
                      "values": {"table": "values.flow", "user": ["word"], "asks": ["why"], "signsIn": ["done"]}},
            "page": {"title": "Example"}, "log": {"level": "trace", "spans": True},
            "limits": {"addressPerMinute": 100000, "userPerMinute": 100000}, **(settings or {})})
        await_port(self.redis_port)
        await_port(self.pool_port)
        for number in range(nodes):
            self.add_node(number)

    def write(self, name, value):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)
        return path

    def start(self, name, command, environment=None):
        process = Process(name, command, self.folder, environment)
        self.running.append(process)
        return process

    def sealing(self, number):
        """The keys of a node. They are being rotated: every other node already seals with the next one."""
        keys = [f"k{index}:{key}" for index, key in enumerate(self.keys)]
        return {"key": keys[number % 2], "older": keys[1 - number % 2]}

    def add_node(self, number):
        port, operations, sealing = free_port(), free_port(), self.sealing(number)
        process = self.start(f"node{number}", [self.gateway, self.config],
                             {"GATEWAY_LISTEN_PORT": str(port), "GATEWAY_OPERATIONS_PORT": str(operations),
                              "GATEWAY_SEALING_KEY": sealing["key"], "GATEWAY_SEALING_OLDER": sealing["older"]})
        await_port(port)
        self.nodes.append((port, operations, process))

    def code(self, user):
        """The last code that the pool sent to a user, once it is there."""
        for _ in range(100):
            found = re.findall(rf"code for {user} by \S+ to \S+: (\d+)", self.pool.output())
            if found:
                return found[-1]
            time.sleep(0.05)
        raise SystemExit(f"the pool sent no code to {user}")

    def metrics(self):
        return "".join(fetch(operations, "/metrics")[1] for _, operations, _ in self.nodes)

    def stop(self):
        for process in reversed(self.running):
            if process.process.poll() is None:
                process.stop()


def fetch(port, path, body=None, kind="application/json", headers=None):
    """The status, the text and the header fields of a response."""
    data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": kind, **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, response.read().decode(), response.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers
