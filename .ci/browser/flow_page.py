"""A page of `flowc view` in a browser."""
import json
import os
import sys
import time

from chromium import axe_faults


class Page:
    """A page in the browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.open(path)

    def open(self, path, fragment=""):
        began = time.monotonic()
        self.driver.get("about:blank")
        self.driver.get("file://" + path + fragment)
        for _ in range(200):
            if self.driver.execute_script("return Boolean(window.flowPage)"):
                break
            time.sleep(0.02)
        else:
            sys.exit(f"{path} does not start: {self.driver.get_log('browser')[-3:]}")
        self.loaded = time.monotonic() - began

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def first_picture(self):
        """Milliseconds from the start of the navigation to the first paint that has content."""
        return self.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")

    def requests(self):
        """What the page tried to load, by the browser's log of the network."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [url for url in sent if not url.startswith(("file://" + os.path.dirname(self.path()), "data:", "about:"))]

    def path(self):
        return self.run("return decodeURI(location.pathname)")

    def axe(self, part=None):
        return axe_faults(self.driver, part)
