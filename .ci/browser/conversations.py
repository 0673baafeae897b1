"""Conversations as a person has them with the page of a flow, by keyboard alone."""
import base64
import os
import subprocess

from chromium import DESKTOP, resize
from flow_page import Page
from keyboard import VISIBLE, Keyboard, Keys

SECRET = "Secret-9f3c"
EXAMPLES = "Fill in examples"


def conversations():
    """Conversations as a person has them: for each flow, what is typed, chosen and pressed."""
    begin = [("press", "Start"), ("fill", "Name on your badge", "Ana!"), ("enter",), ("fill", "Name on your badge", "ana"), ("enter",),
             ("choose", "Agree"), ("press", "Submit"), ("choose", "A code by email"), ("press", "Submit"), ("reply", "EMAIL_OTP")]
    yield "kiosk", [*begin, ("press", "Send another code"), ("reply", "EMAIL_OTP"), ("fill", "Code", "123456"), ("press", "Submit"),
                    ("reply", "CodeMismatchException"), ("tool", "back"), ("reply", "CodeMismatchException"), ("fill", "Code", "654321"),
                    ("enter",), ("reply", "Success")]
    yield "kiosk", [*begin, ("press", "Back"), ("choose", "My password"), ("press", "Submit"), ("press", "Cancel")]
    yield "amplify", [("open", "Optional"), ("fill", "Username", "ana"), ("fill", "Password (secret)", SECRET), ("press", "Start"),
                      ("reply", "PASSWORD_VERIFIER"), ("reply", "SMS_MFA"), ("press", EXAMPLES), ("press", "Submit"),
                      ("reply", "Success")]
    yield "legacy-sdk", [("open", "Optional"), ("pick", "Start custom authentication", "yes"), ("press", "Start"),
                         ("open", "Fail with an error"), ("fill", "Error type", "AppError"), ("enter",)]
    yield "legacy-sdk", [("open", "Optional"), ("fill", "Username", "ana"), ("fill", "Password (secret)", SECRET), ("press", "Start"),
                         ("reply", "A reply that is not JSON")]


def by_hand(driver, flowc, folder, name, actions):
    """The faults of a walk by keyboard: where the focus goes, what is spoken, what axe finds, what the copies say."""
    path = os.path.join(folder, f"{name}.html")
    resize(driver, DESKTOP)
    page, hand = Page(driver, path), Keyboard(driver)
    hand.type(Keys.TAB, Keys.ENTER)
    faults = [] if page.run("return document.activeElement.id") == "stage" else ["the first link does not lead to the step"]
    for action in actions:
        getattr(hand, action[0])(*action[1:])
        if action[0] in ("press", "enter", "reply", "tool") and action != ("press", EXAMPLES):
            faults += [f"after {action}: {fault}" for fault in [*step_faults(page, action), *page.axe("#stage")]]
        elif action[0] == "open":
            faults += [f"axe after {action}: {fault}" for fault in page.axe("#stage")]
    faults += [f"axe at the end: {fault}" for fault in page.axe()]
    text, link, outputs = page.run("return [flowPage.scenario(), location.hash, JSON.stringify(flowPage.outputs())]")
    for tab in ("values", "handlers", "scenarios", "walk"):
        hand.tab(tab)
        faults += [f"axe in {tab}: {fault}" for fault in page.axe("#panels")]
    shown = page.run("return document.body.innerText + document.getElementById('panels').textContent")
    places = {"the copied scenario": text, "the link": link_text(link), "the page": shown}
    faults += [f"a typed secret is in {place}" for place, content in places.items() if SECRET in content]
    faults += [*copy_faults(page, hand, text), *hand.faults]
    page.open(path, link)
    if SECRET not in outputs and page.run("return JSON.stringify(flowPage.outputs())") != outputs:
        faults.append("the link plays another walk")
    return faults + passes(flowc, text, name)


def step_faults(page, action):
    """Where the focus is after an action, and what is spoken: the step, or the field that the flow refuses."""
    focus, isInvalid, heading, kind, spoken = page.run("""
        const focused = document.activeElement, stage = document.getElementById("stage");
        return [focused.id, focused.getAttribute("aria-invalid") === "true", stage.querySelector("h2").textContent,
            stage.querySelector(".chip").textContent, document.getElementById("spoken").textContent]""")
    if focus != ("back" if action == ("tool", "back") else "stage") and not isInvalid:
        yield f"the focus is on '{focus}'"
    if not page.run(VISIBLE):
        yield f"the focus on '{focus}' cannot be seen"
    if heading not in spoken or kind not in spoken:
        yield f"'{spoken}' is spoken at '{heading}'"


def copy_faults(page, hand, text):
    """Copies the walk, pastes it as a scenario, plays it, and begins again."""
    hand.tool("scenario")
    if page.run("return document.activeElement.id") != "scenario" or "copied" not in page.run("return document.getElementById('status').textContent"):
        yield "the copy is not confirmed where the focus is"
    hand.tab("scenarios")
    hand.reach(hand.find("//*[@id='pasted']", ""))
    hand.chord(Keys.CONTROL, "v")
    if page.run("return document.getElementById('pasted').value") != text:
        yield f"the clipboard has another scenario: {page.run('return document.getElementById(`pasted`).value')[:80]!r}"
    hand.reach(hand.find("//button[normalize-space()='Play this scenario']", ""))
    hand.type(Keys.ENTER)
    result = page.run("return document.querySelector('#panel-scenarios [role=status]').textContent")
    if result != "walk: as expected" or hand.focused.text != "Play this scenario":
        yield f"the pasted scenario gives '{result}', and the focus is on '{hand.focused.text}'"
    hand.tool("restart")
    if page.run("return [document.activeElement.id, document.querySelector('#stage h2').textContent]") != ["stage", "Start the flow"]:
        yield "to begin again does not lead to the start"


def link_text(link):
    text = link[len("#walk="):].replace("-", "+").replace("_", "/")
    return base64.b64decode(text + "=" * (-len(text) % 4)).decode()


def passes(flowc, text, name, folder="flows"):
    """The fault of a copied scenario that `flowc test` does not pass."""
    place = ".build/copied.scenario.xml"
    with open(place, "w", encoding="utf-8") as file:
        file.write(text.replace(f'flow="{name}', f'flow="../{folder}/{name}'))
    done = subprocess.run([flowc, "test", place], capture_output=True, text=True)
    os.remove(place)
    return [] if done.returncode == 0 else ["a copied walk fails: " + (done.stdout + done.stderr)[-600:]]
