"""A browser of a few lines, which sends the forms of pages and keeps cookies."""
import copy
import html
import http.client
import re
import signal
import threading
import time
import urllib.parse


class Browser:
    """Sends forms to a node. It does not follow redirects, so that a check sees each response."""

    def __init__(self, port, path="/sign-in/web"):
        self.port, self.path, self.cookies = port, path, {}

    def fetch(self, method="GET", body=None):
        """The status, the text and the header fields of a response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        fields = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, self.path, body, fields)
        response = connection.getresponse()
        text = response.read().decode()
        for cookie in response.headers.get_all("set-cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
            if "max-age=0" in cookie.lower():
                del self.cookies[name]
        return response.status, text, response.headers

    def submit(self, page, **answers):
        """Sends the form of a page. Two underscores stand for a period in the name of a field."""
        fields = {name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page)}
        fields.update({name.replace("__", "."): value for name, value in answers.items()})
        return self.fetch("POST", urllib.parse.urlencode(fields))

    def answer(self, **answers):
        """Answers the step of the current page, and returns the page of the next one."""
        self.submit(self.fetch()[1], **answers)
        return self.fetch()[1]


def leads_to_the_next_page(services, address):
    """Only a sign-in leads to the next page. Another end has a page of its own."""
    browser = Browser(services.nodes[0][0], "/sign-in/values")
    browser.submit(browser.fetch()[1], answer__text__why="ana")
    status, text, _ = browser.submit(browser.fetch()[1], command="cancel")
    yield "an end that signs nobody in has a page", (status, "<h1>Failed</h1>" in text) == (200, True)
    yield "its values are no cookies", "__Host-why" not in browser.cookies
    browser.submit(browser.fetch()[1])
    status, _, headers = browser.submit(browser.fetch()[1], answer__text__word="c")
    yield "a sign-in leads to the next page", (status, headers["location"], browser.cookies.get("__Host-word")) == (303, address, "c")


def double_click(services, password):
    """A form that is sent twice while the service works. A browser shows only the second response."""
    browser = Browser(services.nodes[0][0])
    browser.fetch()
    browser.answer(answer__text__username="ana")
    page = browser.answer(answer__choice__method="PASSWORD_SRP")
    clicks, pages = [copy.deepcopy(browser), copy.deepcopy(browser)], {}
    clicks[1].port = services.nodes[1][0]

    def click(number):
        pages[number] = clicks[number].submit(page, answer__secret__password=password)
    threads = [threading.Thread(target=click, args=(number,)) for number in (0, 1)]
    services.pool.process.send_signal(signal.SIGSTOP)
    try:
        for thread in threads:
            thread.start()
            time.sleep(0.5)
        # A page that is loaded again waits, too.
        reload = threading.Thread(target=lambda: pages.update(reload=browser.fetch()))
        reload.start()
        time.sleep(0.2)
    finally:
        services.pool.process.send_signal(signal.SIGCONT)
    for thread in (*threads, reload):
        thread.join()
    yield "the first of two clicks signs in", "You are signed in" in pages[0][1] and "__Host-accessToken" in clicks[0].cookies
    yield "the second has the same response", pages[1][:2] == pages[0][:2] and clicks[1].cookies == clicks[0].cookies
    yield "a page that is loaded again waits for the answer", pages["reload"][0] == 200
