"""A back end that takes tokens from the gateway and opens its own session, and clients behind a proxy."""
import http.server
import json
import threading

from services import fetch


class BackEnd(http.server.BaseHTTPRequestHandler):
    """Remembers what it receives, and answers with a cookie of its own, or with an error."""
    received, status = [], 204

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        BackEnd.received.append((self.headers["Authorization"], self.headers["Idempotency-Key"], json.loads(body)))
        self.send_response(BackEnd.status)
        self.send_header("Set-Cookie", "__Host-session=opened; Path=/; Secure; HttpOnly")
        self.end_headers()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>Welcome</h1>")

    def log_message(self, *words):
        pass


def start():
    """Starts the back end, and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), BackEnd)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/session"


def delivers_tokens(services, password, key):
    """The tokens of a sign-in go to the back end alone, whose cookie goes to the client."""
    def post(path, body, client):
        return fetch(services.nodes[0][0], "/v1/" + path, body, headers={"X-Forwarded-For": client})

    def sign_in(client):
        step = json.loads(post("web/start", {"inputs": {"username": "ana"}}, client)[1])
        step = json.loads(post("web/answer", {"state": step["state"], "answers": {"method": "PASSWORD_SRP"}}, client)[1])
        last = {"state": step["state"], "answers": {"password": password}}
        return last, post("web/answer", last, client)
    last, (status, text, headers) = sign_in("203.0.113.3")
    secret, number, outcome = BackEnd.received[-1]
    yield "the back end knows the gateway", secret == "Bearer " + key
    yield "the back end has the tokens", outcome["parameters"]["accessToken"].startswith("eyJ")
    yield "the client has the cookie of the back end alone", headers.get_all("set-cookie") == ["__Host-session=opened; Path=/; Secure; HttpOnly"]
    yield "the client has no token", status == 200 and "eyJ" not in text
    count = len(BackEnd.received)
    post("web/answer", last, "203.0.113.3")
    yield "the back end recognizes an outcome that it receives again", number and BackEnd.received[count:] == [(secret, number, outcome)]
    BackEnd.status = 500
    last, (status, text, headers) = sign_in("203.0.113.4")
    yield "a back end that fails", (status, json.loads(text)["code"], headers.get_all("set-cookie")) == (502, "tokens-undelivered", None)
    yield "another sign-in has another key", BackEnd.received[-1][1] != number
    BackEnd.status = 204
    yield "the last answer works when the back end does", post("web/answer", last, "203.0.113.4")[0] == 200
    count = len(BackEnd.received)
    state = json.loads(post("values/start", {"inputs": {"why": "ana"}}, "203.0.113.5")[1])["state"]
    status = post("values/command", {"state": state, "command": "cancel"}, "203.0.113.5")[0]
    yield "the back end receives sign-ins only", (status, len(BackEnd.received)) == (200, count)


def leads_to_the_next_page(person, address, password):
    """After a sign-in, the browser goes to a page of another host, which the policy of the form must permit."""
    person.begin("ana", "Password", password)
    yield "the next page is of another host", (person.driver.current_url, person.title()) == (address, "Welcome")


def limits_clients_behind_a_proxy(services):
    """The proxy tells the address of its client last. What a client writes before it counts for nothing."""
    port = services.nodes[0][0]
    statuses = [fetch(port, "/v1/web/start", {"inputs": {}}, headers={"X-Forwarded-For": f"10.0.0.{forged}, 203.0.113.1"})[0] for forged in range(9)]
    other = fetch(port, "/v1/web/start", {"inputs": {}}, headers={"X-Forwarded-For": "203.0.113.2"})[0]
    page = fetch(port, "/sign-in/web", headers={"X-Forwarded-For": "203.0.113.1"})[0]
    yield "a client has its limit behind a proxy", 429 not in statuses[:8] and statuses[8] == 429 and other != 429
    yield "its limit includes pages", page == 429
