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
        BackEnd.received.append((self.headers["Authorization"], json.loads(body)))
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
    port = services.nodes[0][0]

    def sign_in():
        step = json.loads(fetch(port, "/v1/web/start", {"inputs": {"username": "ana"}})[1])
        step = json.loads(fetch(port, "/v1/web/answer", {"state": step["state"], "answers": {"method": "PASSWORD_SRP"}})[1])
        return fetch(port, "/v1/web/answer", {"state": step["state"], "answers": {"password": password}})
    status, text, headers = sign_in()
    secret, outcome = BackEnd.received[-1]
    yield "the back end knows the gateway", secret == "Bearer " + key
    yield "the back end has the tokens", outcome["parameters"]["accessToken"].startswith("eyJ")
    yield "the client has the cookie of the back end alone", headers.get_all("set-cookie") == ["__Host-session=opened; Path=/; Secure; HttpOnly"]
    yield "the client has no token", status == 200 and "eyJ" not in text
    BackEnd.status = 500
    status, text, headers = sign_in()
    yield "a back end that fails", (status, json.loads(text)["code"], headers.get_all("set-cookie")) == (502, "tokens-undelivered", None)


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
