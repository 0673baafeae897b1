"""boto3 as a client of any of the servers, with every exchange in the log of the cell."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import urllib.error
import urllib.request

import boto3
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

from cells import Failed, equal, must, short

REGION = "us-east-1"


def client(endpoint, log=None, service="cognito-idp", keys=None, judge=None, region=REGION):
    """A client without retries; with `keys`, an id and a secret or one text for both, its requests are signed by them.

    `judge` is called with the model of each operation that was answered, and the answer as it came.
    """
    config = dict(retries={"max_attempts": 1}, connect_timeout=10, read_timeout=60)
    if keys is None:
        config["signature_version"] = UNSIGNED
    key, secret = keys if isinstance(keys, tuple) else (keys, keys)
    made = boto3.client(
        service,
        endpoint_url=endpoint,
        region_name=region,
        config=Config(**config),
        aws_access_key_id=key,
        aws_secret_access_key=secret,
    )
    watch(made, log, judge)
    return made


def watch(made, log=None, judge=None):
    """Has every exchange of a client logged and judged."""

    def before(model, params, **_):
        log(f"> {model.name} {json.dumps(short(json.loads(params['body'] or '{}')))}")

    def after(http_response, parsed, **_):
        shown = {name: value for name, value in parsed.items() if name != "ResponseMetadata"}
        log(f"< {http_response.status_code} {json.dumps(short(shown), default=str)}")

    if log:
        made.meta.events.register("before-call", before)
        made.meta.events.register("after-call", after)
    if judge:
        made.meta.events.register("after-call", lambda http_response, model, **_: judge(model, http_response))


def refused(call, error, message=None, **parameters):
    """Checks that a call is refused with that error, and gives its message."""
    try:
        call(**parameters)
    except ClientError as refusal:
        body = refusal.response["Error"]
        equal(body["Code"], error, "the refusal")
        if message is not None:
            equal(body["Message"], message, "its message")
        return body["Message"]
    raise Failed(f"accepted what must be refused with {error}")


def bare_error(endpoint, operation):
    """The error of a request without parameters and without a signature."""
    headers = {"X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(endpoint, b"{}", headers), timeout=60):
            return None
    except urllib.error.HTTPError as error:
        return json.loads(error.read())["__type"]


def secret_hash(username, client_id, secret):
    code = hmac.new(secret.encode(), (username + client_id).encode(), hashlib.sha256).digest()
    return base64.b64encode(code).decode()


def signed_in(endpoint, end, username, log):
    """Checks that a conversation ended with tokens that the service takes as those of that user."""
    end.ends("signedIn")
    token = end.parameters.get("accessToken")
    must(isinstance(token, str) and token.count(".") == 2, "there is no access token")
    equal(client(endpoint, log).get_user(AccessToken=token)["Username"], username, "the user of the token")
    return end


class Altering(http.server.ThreadingHTTPServer):
    """Stands before a server and alters its answers: for what no server at hand says by itself."""

    def __init__(self, endpoint, alter):
        """`alter` is given the decoded body of each answer of status 200, and changes it."""

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                try:
                    with urllib.request.urlopen(urllib.request.Request(endpoint, body, headers), timeout=60) as reply:
                        answer, status = json.loads(reply.read()), reply.status
                    alter(answer)
                    content = json.dumps(answer).encode()
                except urllib.error.HTTPError as error:
                    content, status = error.read(), error.code
                self.send_response(status)
                self.send_header("Content-Type", "application/x-amz-json-1.1")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
