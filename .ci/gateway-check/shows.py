"""What is shown of a gateway: sign-ins by pages without scripts, by the API and by a generated client, and that no secret stays anywhere."""
import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

import back_end
from configurations import checks_configurations
from forms import double_click, leads_to_the_next_page
from generated_client import signs_in_by_generated_client
from passkeys import signs_in_by_passkey
from services import Services, TOTP_SECRET, fetch

PASSWORD, TEMPORARY, CHOSEN = "Planted9-password", "Planted8-temporary", "Planted7-chosen"


def totp(secret, shift=0):
    """The code of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + shift), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7fffffff) % 1000000:06d}"


def distribute(services):
    """Sends each connection to the next node, as a load balancer does."""
    import threading
    listener = socket.create_server(("127.0.0.1", services.port))
    count = [0]

    def pump(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def serve():
        while True:
            client = listener.accept()[0]
            count[0] += 1
            try:
                node = socket.create_connection(("127.0.0.1", services.nodes[count[0] % len(services.nodes)][0]))
            except OSError:
                client.close()
                continue
            for pair in ((client, node), (node, client)):
                threading.Thread(target=pump, args=pair, daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    return listener


class Person:
    """Uses the pages by what is on them, in a browser that runs no scripts."""

    def __init__(self, driver, services, shots):
        self.driver, self.shots, self.base = driver, shots, f"http://localhost:{services.port}"
        self.pages = []

    def open(self, path="/sign-in/web"):
        self.driver.delete_all_cookies()
        self.driver.get(self.base + path)
        self.seen()

    def seen(self):
        self.pages.append(self.driver.page_source)

    def shot(self, name):
        if self.shots:
            os.makedirs(self.shots, exist_ok=True)
            self.driver.save_screenshot(os.path.join(self.shots, name + ".png"))

    def find(self, path):
        from selenium.webdriver.common.by import By
        return self.driver.find_element(By.XPATH, path)

    def fill(self, label, text):
        name = self.find(f"//label[normalize-space()='{label}']").get_attribute("for")
        self.find(f"//*[@id='{name}']").send_keys(text)

    def choose(self, label):
        self.find(f"//label[normalize-space()='{label}']").click()

    def press(self, text):
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.support.wait import WebDriverWait
        page = self.find("//html")
        self.find(f"//button[normalize-space()='{text}']").click()
        # Between two pages, the driver reports errors that differ from version to version.
        wait = WebDriverWait(self.driver, 10, ignored_exceptions=[WebDriverException])
        wait.until(lambda _: self.find("//html") != page)
        self.seen()

    def title(self):
        return self.find("//h1").text

    def alert(self):
        return self.find("//*[contains(@class, 'error')]").text

    def begin(self, user, method, password=None):
        self.open()
        self.fill("User name", user)
        self.press("Continue")
        self.choose(method)
        self.press("Continue")
        if password:
            self.fill("Password", password)
            self.press("Continue")


def password(person, services):
    person.begin("ana", "Password", "wrong")
    yield "a wrong password is told", person.alert() == "User name or password is not right."
    person.shot("method-after-error")
    person.choose("Password")
    person.press("Continue")
    person.shot("password")
    person.fill("Password", PASSWORD)
    person.press("Continue")
    yield "password", person.title() == "You are signed in"
    person.shot("signed-in")
    cookies = {cookie["name"]: cookie for cookie in person.driver.get_cookies()}
    tokens = [cookies.get("__Host-" + name) for name in ("accessToken", "idToken", "refreshToken")]
    yield "tokens are cookies that no script can read", all(c and c["httpOnly"] and c["secure"] and c["sameSite"] == "Lax" for c in tokens)


def email_code(person, services):
    person.begin("eve", "Password", PASSWORD)
    first = services.code("eve")
    person.shot("email-code")
    person.press("Send another code")
    for _ in range(100):
        if services.code("eve") != first:
            break
        time.sleep(0.05)
    person.fill("Code", "000000")
    person.press("Continue")
    yield "a wrong code is told", person.alert() == "That code is not right."
    person.shot("email-code-wrong")
    person.driver.refresh()
    yield "a page can be loaded again", person.title() == "Check your email"
    person.fill("Code", services.code("eve"))
    person.press("Continue")
    yield "email code with resend", person.title() == "You are signed in"


def new_password(person, services):
    person.begin("new", "Password", TEMPORARY)
    person.shot("new-password")
    person.fill("New password", "weak")
    person.fill("First name", "Nora")
    person.press("Continue")
    yield "a weak password is told", person.alert() == "That password is too weak."
    person.shot("new-password-weak")
    person.fill("New password", CHOSEN)
    person.fill("First name", "Nora")
    person.press("Continue")
    yield "new password with a missing attribute", person.title() == "You are signed in"


def set_up(person, services):
    person.begin("ana", "Password", PASSWORD)
    if person.title() == "Add a second step":
        person.choose("Authenticator app")
        person.press("Continue")
    person.shot("totp-set-up")
    secret = person.find("//code").text
    person.fill("Code", totp(secret))
    person.press("Continue")
    yield "TOTP set-up", person.title() == "You are signed in"
    services.planted.append(secret)


def axe(person, shots):
    """The faults that axe finds in pages, which need a browser with scripts to find them."""
    from chromium import PHONE, axe_faults, browser, resize
    driver = browser()
    faults = []
    try:
        for number, page in enumerate(dict.fromkeys(person.pages)):
            path = os.path.join(tempfile.gettempdir(), f"page-{os.getpid()}.html")
            style = fetch(int(person.base.rsplit(":", 1)[1]), "/assets/style.css")[1]
            with open(path, "w", encoding="utf-8") as file:
                file.write(page.replace("</head>", f"<style>{style}</style></head>"))
            for scheme in ("light", "dark"):
                resize(driver, PHONE, scheme)
                driver.get("file://" + path)
                # This axe is older than the value one-time-code of the HTML standard.
                faults += [f"page {number}, {scheme}: {fault}" for fault in axe_faults(driver) if "one-time-code" not in fault]
            os.remove(path)
    finally:
        driver.quit()
    return sorted(set(faults))


# MARK: The API

def api(services, nodes):
    """A sign-in by the API, each step at another node, and what the API refuses."""
    turn = [0]

    def post(verb, body, **options):
        turn[0] += 1
        status, text, headers = fetch(nodes[turn[0] % len(nodes)][0], f"/v1/web/{verb}", body, **options)
        return status, json.loads(text), headers

    status, step, _ = post("start", {"inputs": {"username": "tom"}})
    yield "start", (status, step["present"]["step"]) == (200, "CHOOSE_A_METHOD")
    first = step
    status, step, _ = post("answer", {"state": step["state"], "answers": {"method": "PASSWORD_SRP"}})
    yield "answer", step["present"]["step"] == "ENTER_YOUR_PASSWORD"
    status, problem, headers = post("answer", {"state": step["state"], "turn": first["turn"], "answers": {"method": "EMAIL_OTP"}})
    yield "an answer to an earlier step is refused", (status, headers["content-type"]) == (409, "application/problem+json")
    yield "the refusal contains the current step", (problem["current"]["present"], problem["current"]["state"]) == (step["present"], step["state"])
    status, problem, _ = post("answer", {"state": step["state"], "answers": {"passwort": "x"}})
    yield "an unknown answer is named", (status, problem["code"], problem["parameter"]) == (422, "unknown-parameter", "passwort")
    status, step, _ = post("answer", {"state": step["state"], "answers": {"password": PASSWORD}})
    last = {"state": step["state"], "answers": {"code": totp(TOTP_SECRET)}}
    status, step, headers = post("answer", last)
    yield "TOTP by the API", step.get("end", {}).get("outcome") == "signedIn"
    yield "no token is in the body", set(step["end"]["parameters"]) == {"username", "expiresIn"}
    status, again, repeated = post("answer", last)
    yield "the last answer sent again has the same end", (status, again["end"]) == (200, step["end"]) and len(repeated.get_all("set-cookie")) == 3
    yield "a step of an ended sign-in was answered", post("command", {"state": first["state"], "command": "cancel"})[0] == 409
    status, problem, headers = post("answer", {"state": "x", "answers": {}})
    yield "a wrong state", status == 400
    yield "a refusal names its request", problem["instance"] == "urn:flowc:request:" + headers["x-request-id"]
    yield "no JSON", post("start", b"{")[0] == 400
    for kind, expected in (("text/plain", 415), ("application/json-patch+json", 415), ("Application/JSON;charset=utf-8", 400)):
        yield f"a body of the type {kind}", post("start", b"{", kind=kind)[0] == expected
    yield "too large", post("start", b'{"inputs": "' + b"x" * 20000 + b'"}')[0] == 413
    yield "another input", post("start", {"inputs": {"username": "a", "clientId": "b"}})[1]["parameter"] == "clientId"
    yield "no flow", fetch(nodes[0][0], "/v1/other/start", {"inputs": {}})[0] == 404
    form = urllib.parse.urlencode({"start": "true", "answer.text.username": "ana"}).encode()
    yield "a form without our token", fetch(nodes[0][0], "/sign-in/web", form, "application/x-www-form-urlencoded")[0] == 403
    fetch(nodes[0][0], "/openapi.json", headers={"in-memory-trace-id": "forged name=x", "in-memory-span-id": "1"})
    yield "ready", fetch(nodes[0][1], "/ready")[0] == 200
    for port, path, status in ((nodes[0][0], "/sign-in/web", b" 200 "), (nodes[0][0], "/nowhere", b" 404 "), (nodes[0][1], "/health", b" 200 ")):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            text = b"".join(iter(lambda: connection.recv(65536), b""))
        yield f"HEAD {path} has no body", status in text[:20] and text.endswith(b"\r\n\r\n")


def becomes_cookies(services):
    """Each value of an end becomes a cookie. No cookie can contain a list, so that the sign-in fails rather than lose the list."""
    port = services.nodes[0][0]

    def submit(answers):
        step = json.loads(fetch(port, "/v1/values/start", {"inputs": {}})[1])
        return fetch(port, "/v1/values/answer", {"state": step["state"], "answers": answers})
    status, text, headers = submit({"word": "c"})
    cookies = [cookie.split(";")[0] for cookie in headers.get_all("set-cookie")]
    yield "a text becomes a cookie", (status, json.loads(text)["end"]["parameters"], cookies) == (200, {}, ["__Host-word=c"])
    status, text, headers = submit({"word": "c", "words": ["a", "b"]})
    yield "a list becomes none", (status, json.loads(text)["code"], headers.get_all("set-cookie")) == (502, "tokens-undelivered", None)
    state = json.loads(fetch(port, "/v1/values/start", {"inputs": {"why": "ana"}})[1])["state"]
    status, text, headers = fetch(port, "/v1/values/command", {"state": state, "command": "cancel"})
    cookies = headers.get_all("set-cookie")
    yield "an end that signs nobody in sets no cookie", (status, json.loads(text)["end"]["parameters"], cookies) == (200, {}, None)
    for size in (7000, 12000):
        status, text, _ = fetch(port, "/v1/values/start", {"inputs": {"why": "x" * size}})
        if status == 200:
            status = fetch(port, "/v1/values/answer", {"state": json.loads(text)["state"], "answers": {"word": "c"}})[0]
        yield f"no state is too large for an answer ({size})", status == (200 if size < 8000 else 413)


def redis_away(services):
    """Without Redis: 503 within a second, as problem details; with it again, the sign-in goes on."""
    import signal
    port, operations, _ = services.nodes[0]
    step = json.loads(fetch(port, "/v1/web/start", {"inputs": {"username": "ana"}})[1])
    redis = services.running[0].process
    redis.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        status, text, headers = fetch(port, "/v1/web/answer", {"state": step["state"], "answers": {"method": "PASSWORD_SRP"}})
        seconds = time.monotonic() - began
        yield f"503 within a second ({seconds:.2f} s)", status == 503 and seconds < 1 and json.loads(text)["status"] == 503 and headers["retry-after"]
        yield "not ready", fetch(operations, "/ready")[0] == 503
        # Redis stores the state of a page.
        status, text, _ = fetch(port, "/sign-in/web", headers={"Cookie": "__Host-state-web=r." + "A" * 43})
        yield "the page says so", status == 503 and "text/html" in _["content-type"]
    finally:
        redis.send_signal(signal.SIGCONT)
    time.sleep(1)
    status, text, _ = fetch(port, "/v1/web/answer", {"state": step["state"], "answers": {"method": "PASSWORD_SRP"}})
    yield "the sign-in goes on", status == 200 and json.loads(text)["present"]["step"] == "ENTER_YOUR_PASSWORD"


def slow_body(services):
    """A body that never ends is refused in time."""
    connection = http.client.HTTPConnection("127.0.0.1", services.nodes[0][0], timeout=20)
    connection.putrequest("POST", "/v1/web/start")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "100")
    connection.endheaders()
    connection.send(b"{")
    began = time.monotonic()
    try:
        status = connection.getresponse().status
    except (http.client.HTTPException, OSError):
        status = 0
    yield f"a slow body ends ({time.monotonic() - began:.1f} s, status {status})", time.monotonic() - began < 6


def cut_body(services):
    """A client that closes the connection in the middle of a body is no failure of the gateway."""
    with socket.create_connection(("127.0.0.1", services.nodes[0][0])) as connection:
        connection.sendall(b"POST /v1/web/start HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{}")
        connection.shutdown(socket.SHUT_WR)
        yield "a body that is cut off", connection.recv(20).startswith(b"HTTP/1.1 400")


def limits(services):
    """The limit of attempts for a user, by the usual name of an input, and by the answer that the configuration names."""
    port = services.nodes[-1][0]
    statuses = [fetch(port, "/v1/web/start", {"inputs": {"username": "limited"}})[0] for _ in range(5)]
    yield "a user name has its limit", statuses[:3] != [429] * 3 and statuses[-1] == 429
    state = json.loads(fetch(port, "/v1/values/start", {"inputs": {}})[1])["state"]
    statuses = [fetch(port, "/v1/values/answer", {"state": state, "answers": {"word": "walled"}})[0] for _ in range(5)]
    yield "a user has a limit by the answer that names it", 429 not in statuses[:3] and statuses[3:] == [429] * 2


def secrets_stay_nowhere(services, person):
    """Searches all output for what was typed and for tokens. Also checks that the search finds what a node does write."""
    # Spans are written once a second.
    time.sleep(1.2)
    places = {os.path.basename(process.log): process.output() for process in services.running if "pool" not in process.log}
    places["metrics"] = services.metrics()
    places["pages"] = "".join(person.pages).replace(services.planted[0], "") if person and services.planted else ""
    for place, text in places.items():
        for secret in [PASSWORD, TEMPORARY, CHOSEN, "eyJ", *services.keys, *services.planted]:
            if secret in text:
                yield f"no secret in {place} ({secret[:4]}…)", False
    logs = "".join(process.output() for process in services.running if "node" in process.log)
    yield "a span for each step is in the log", logs.count("name=flow step") > 3
    yield "the search reads what nodes write", "route=POST" in logs and "flow.step" in logs and "ENTER_YOUR_PASSWORD" in logs
    yield "the log does not describe the parts of services", "FlowHost(" not in logs
    yield "a client adds no field to a line of the log", "forged name" not in logs
    yield "steps are counted", "flow_host_steps" in places["metrics"]


def with_scripts(services, shots):
    """A passkey, in a browser that runs scripts."""
    from chromium import browser
    driver = browser()
    try:
        yield from signs_in_by_passkey(Person(driver, services, shots), services, PASSWORD)
    finally:
        driver.quit()


def stops(services):
    """A node finishes when it is told to."""
    began = time.monotonic()
    code = services.nodes[0][2].stop()
    yield f"graceful shutdown ({time.monotonic() - began:.1f} s)", code == 0


def run(flowc, gateway, shots=None, with_browser=True):
    """Runs all shows. Returns the faults, and a sentence about what was shown."""
    from chromium import browser
    faults, shown, began = [], 0, time.monotonic()

    def check(results):
        nonlocal shown
        for name, holds in results:
            shown += 1
            print(f"{'ok    ' if holds else 'FAILED'} {name}", flush=True)
            if not holds:
                faults.append(name)

    driver = browser(scripts=False) if with_browser else None
    if driver:
        driver.set_window_size(800, 900)
    try:
        for mfa, shows in (("OPTIONAL", (password, email_code, new_password)), ("ON", (set_up,))):
            if mfa == "ON" and not driver:
                continue
            with tempfile.TemporaryDirectory() as folder:
                services = Services(flowc, gateway, folder, PASSWORD, TEMPORARY, mfa)
                services.planted = []
                try:
                    listener = distribute(services)
                    person = Person(driver, services, shots) if driver else None
                    for show in shows if person else ():
                        check(show(person, services))
                    if mfa == "OPTIONAL":
                        check(api(services, services.nodes))
                        check(becomes_cookies(services))
                        check(double_click(services, PASSWORD))
                        check(signs_in_by_generated_client(services, PASSWORD))
                        check(redis_away(services))
                        check(checks_configurations(services))
                    if person and mfa == "OPTIONAL":
                        check(with_scripts(services, shots))
                    if person and mfa == "ON":
                        found = axe(person, shots)
                        check([("axe finds no fault " + "; ".join(found), not found)])
                    check(secrets_stay_nowhere(services, person))
                    check(stops(services))
                except Exception:
                    for process in services.running:
                        sys.stderr.write(f"--- {process.log}\n" + process.output()[-3000:])
                    raise
                finally:
                    listener.close()
                    services.stop()
        if driver:
            with tempfile.TemporaryDirectory() as folder:
                address = back_end.start()
                services = Services(flowc, gateway, folder, PASSWORD, TEMPORARY, settings={"page": {"title": "Example", "next": address}})
                listener = distribute(services)
                try:
                    check(back_end.leads_to_the_next_page(Person(driver, services, None), address, PASSWORD))
                finally:
                    listener.close()
                    services.stop()
        with tempfile.TemporaryDirectory() as folder:
            strict = {"limits": {"userPerMinute": 3, "bodySeconds": 2}, "page": {"next": "/home"},
                      "redis": {"host": os.path.join(folder, "redis.sock")}}
            services = Services(flowc, gateway, folder, PASSWORD, TEMPORARY, nodes=1, settings=strict)
            try:
                check(limits(services))
                check(leads_to_the_next_page(services, "/home"))
                check(slow_body(services))
                check(cut_body(services))
            finally:
                services.stop()
        with tempfile.TemporaryDirectory() as folder:
            key = "Planted6-back-end"
            settings = {"tokens": {"url": back_end.start(), "key": key}, "proxies": {"count": 1}, "limits": {"addressPerMinute": 8, "userPerMinute": 0}}
            services = Services(flowc, gateway, folder, PASSWORD, TEMPORARY, nodes=1, settings=settings)
            services.planted = [key]
            try:
                check(back_end.limits_clients_behind_a_proxy(services))
                check(back_end.delivers_tokens(services, PASSWORD, key))
                check(secrets_stay_nowhere(services, None))
            finally:
                services.stop()
    finally:
        if driver:
            driver.quit()
    return faults, f"{shown} shows, {len(faults)} failed, in {time.monotonic() - began:.0f} s"
