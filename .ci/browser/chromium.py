"""A headless Chromium, for the checks of pages: it is installed with its driver and the Python packages if they are missing."""
import importlib.util
import os
import shutil
import subprocess
import sys

DESKTOP, PHONE = (1440, 900), (390, 844)


def install(command, *packages):
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    if not shutil.which(command) and shutil.which("apt-get"):
        subprocess.run([*sudo, "apt-get", "update", "-qq"], stdout=subprocess.DEVNULL)
        subprocess.run([*sudo, "apt-get", "install", "-y", "-qq", *packages], stdout=subprocess.DEVNULL,
                       env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))
    return shutil.which(command) or sys.exit(f"{command} is missing")


def packages(modules, *names):
    """The Python packages with some modules, in an environment of their own if the interpreter lacks them."""
    if all(importlib.util.find_spec(module) for module in modules):
        return
    home = os.path.abspath(".build/check-view")
    python = os.path.join(home, "bin", "python3")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
    lacks = subprocess.run([python, "-c", "import " + ", ".join(modules)], capture_output=True).returncode
    if lacks:
        subprocess.run([python, "-m", "pip", "install", "-q", *names], check=True)
    if sys.executable == python:
        sys.exit(f"one of {', '.join(names)} is missing")
    os.execv(python, [python, *sys.argv])


def browser(scripts=True):
    """A browser; without scripts, pages cannot run any."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    options.binary_location = install("chromium", "chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(install("chromedriver", "chromium-driver")))
    # axe takes long on a busy machine.
    driver.set_script_timeout(180)
    return driver


def resize(driver, size, scheme="light"):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme},
                                                                      {"name": "prefers-reduced-motion", "value": "reduce"}]})


def axe_faults(driver, part=None):
    """The faults that axe finds on the page, or in the element with a selector."""
    from axe_selenium_python import Axe
    axe = Axe(driver)
    if not driver.execute_script("return Boolean(window.axe)"):
        axe.inject()
    return [f"{fault['id']}: {fault['help']} ({len(fault['nodes'])}, {fault['nodes'][0]['html'][:120]})"
            for fault in axe.run(part)["violations"]]
