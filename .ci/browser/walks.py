"""Walks through a small flow, whose page once went wrong: secrets that are no texts, marks, refusals, links and errors."""
import os
import re
import subprocess
import time

from chromium import DESKTOP, resize
from conversations import SECRET, link_text, passes
from flow_page import Page

# Bodies of a reply with a secret that is no text or at another place.
BODIES = ['{"Wait":1.0,"Token":98765}', f'{{"Token":["{SECRET}"]}}', f'{{"Token":{{"a":"{SECRET}"}}}}', f'{{"Inner":["{SECRET}"]}}',
          f'{{"Inner":{{"Key":{{"a":"{SECRET}"}}}}}}', f'{{"Token":"{SECRET}"', f'["{SECRET}"]', f'"{SECRET}"']
# Functions that only newer browsers than those of Docs/HowTo/WalkThroughAFlow.md have.
NEWER = r"toReversed|toSorted|toSpliced|groupBy|withResolvers|fromAsync|rawJSON"
BEGIN = [{"start": {"first": "a"}}, {"submit": {"toString": "a"}}]
BROKEN = ["{}", '{"lines":"ab"}', '{"lines":[{}]}', '{"lines":[{"event":5}]}', '{"lines":[],"handlers":{"a":null}}', "x"]


def walk_faults(driver, flowc, folder):
    path = os.path.join(folder, "walks.html")
    subprocess.run([flowc, "view", ".ci/browser/walks.flow.xml", "-o", path], check=True)
    resize(driver, DESKTOP)
    page = Page(driver, path)
    yield from twice_faults(driver, flowc, folder)
    page.open(path)
    for part in (secret_faults, undone_faults, mark_faults, answer_faults, link_faults, text_faults):
        yield from part(page, flowc)
    yield from width_faults(driver, page)
    with open(path, encoding="utf-8") as file:
        yield from (f"{name} is newer than the oldest browsers" for name in re.findall(NEWER, file.read()))


def walk(page, *lines):
    page.run("flowPage.walk.replay(arguments[0])", lines)


def secret_faults(page, flowc):
    """No secret of a reply leaves the page, whatever its form, even if the flow refuses the reply. Numbers keep their form."""
    for body in BODIES:
        for lines in (BEGIN, BEGIN[:1]):
            walk(page, *lines, {"reply": body})
            link, copy = page.run("return [location.hash, flowPage.scenario()]")
            if SECRET in link_text(link) + copy or "98765" in link_text(link) + copy:
                yield f"the secret of the reply {body} leaves the page"
            yield from passes(flowc, copy, "walks", ".ci/browser")
    walk(page, *BEGIN, {"reply": BODIES[0]})
    if '"Wait":1.0,"Token":"<Token>"' not in page.run("return flowPage.scenario().replaceAll('&quot;', '\"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')"):
        yield "a number changes beside a secret"


def undone_faults(page, flowc):
    """If the flow does not handle an error, it is at its last step again, and goes on from there."""
    walk(page, *BEGIN, {"error": {"type": "Odd", "message": ""}})
    if page.run("const { walk } = flowPage; return [walk.current.output.present?.step, walk.nodeOf(walk.state), walk.refusal.code]") != ["ask", 1, "not-handled"]:
        yield "the page does not return to the last step"
    page.run("for (const line of arguments[0]) flowPage.walk.apply(line)", [BEGIN[1], {"reply": {"Wait": "1"}}])
    if page.run("return flowPage.walk.current.output.end?.outcome") != "done":
        yield "the walk does not go on from the last step"
    yield from passes(flowc, page.run("return flowPage.scenario()"), "walks", ".ci/browser")


MARKED = "return [...document.querySelectorAll('.taken-row')].map((row) => row.querySelector('title')?.textContent ?? row.textContent)"


def mark_faults(page, flowc):
    """Only what the walk takes is marked, and also what it takes at nodes that only decide."""
    for lines, expected in [(BEGIN[:1], ["start", "begin: if"]), ([{"start": {}}], ["start", "begin: otherwise"]),
                            ([*BEGIN[:1], {"event": "skip"}], ["start", "begin: if", "ask: skip"])]:
        walk(page, *lines)
        rows = page.run(MARKED)
        if len(rows) != len(expected) or not all(any(row.startswith(text) for row in rows) for text in expected):
            yield f"{lines} marks {rows}"
    walk(page, BEGIN[0])
    if page.run("return document.querySelectorAll('.visited').length") != 2:
        yield "a node that only decides is not marked"


def twice_faults(driver, flowc, folder):
    """Of a flow that is used twice, only the use that the walk passes is marked."""
    path = os.path.join(folder, "twice.html")
    subprocess.run([flowc, "view", ".ci/browser/twice.flow.xml", "-o", path], check=True)
    page = Page(driver, path)
    walk(page, {"start": {}}, {"submit": {}})
    rows = [row.split()[0].rstrip(":") for row in page.run(MARKED)]
    if rows != ["start", "first", "first.ask", "first.decide", "first.good", "second"]:
        yield f"the first use marks {rows}"


def answer_faults(page, flowc):
    """A refused form keeps its answers without secrets. Numbers are the digits that a scenario has, and errors have names."""
    walk(page, BEGIN[0], {"submit": {"toString": "A1", "hidden": SECRET}})
    if sorted(page.run("return [...document.querySelectorAll('#stage > form input')].map((field) => field.value)")) != ["", "A1"]:
        yield "a refused form loses its answers or keeps a secret"
    for number in ("1.0", "12345678901234567890", "-0", "1e400"):
        text = (f'<scenarios flow="walks.flow.xml"><scenario name="a"><start>{{"first": {number}}}</start><present step="ask"/>'
                f'<submit>{{"toString": "a"}}</submit><call operation="Ask">{{"Word": "a"}}</call><reply>{{"Wait": 1}}</reply>'
                f'<end outcome="done">{{"first": "{number}"}}</end></scenario></scenarios>')
        yield from passes(flowc, text, "walks", ".ci/browser")
        if not page.run("return flowPage.play(arguments[0])", text):
            yield f"an input with {number} does not play as in flowc test"
    walk(page, BEGIN[0])
    for name, outcome in (("App Error", None), ("App.Error", "failed")):
        page.run("""const form = [...document.querySelectorAll("#stage details form")].at(-1);
            form.querySelector("input").value = arguments[0]; form.requestSubmit();""", name)
        if page.run("return flowPage.walk.current.output.end?.outcome ?? null") != outcome:
            yield f"the page does not check the error {name}"
    yield from passes(flowc, page.run("return flowPage.scenario()"), "walks", ".ci/browser")


def link_faults(page, flowc):
    """A link without a walk leaves the current walk as it is."""
    walk(page, *BEGIN)
    for text in BROKEN:
        page.run("location.hash = '#walk=' + btoa(arguments[0])", text)
        time.sleep(0.1)
        if page.run("return flowPage.walk.entries.length") != len(BEGIN):
            yield f"the link {text} loses the walk"
            walk(page, *BEGIN)


def text_faults(page, flowc):
    """Names that all objects have get readable texts, and texts from right to left begin at the right."""
    walk(page, BEGIN[0])
    labels = page.run("return [...document.querySelectorAll('#stage label')].map((label) => label.textContent)")
    if "To string" not in labels:
        yield f"the labels are {labels}"
    page.run("const select = document.getElementById('language'); select.value = 'he'; select.dispatchEvent(new Event('change'))")
    if page.run("return getComputedStyle(document.querySelector('#stage h2')).direction") != "rtl":
        yield "a Hebrew heading begins at the left"


def width_faults(driver, page):
    """The step fits a narrow screen, and a printed page has no tools."""
    walk(page, BEGIN[0])
    resize(driver, (320, 700))
    page.run("document.querySelector('#stage .eyebrow').append(Object.assign(document.createElement('code'), { textContent: 'LONG_NAME_'.repeat(9) }))")
    if page.run("return document.documentElement.scrollWidth") > 320:
        yield "the step is wider than a narrow screen"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    if page.run("""const picture = document.querySelector(".canvas > svg").getBoundingClientRect(), canvas = document.querySelector(".canvas");
            return getComputedStyle(document.querySelector(".tools")).display !== "none" || picture.height > canvas.clientHeight || picture.width > innerWidth"""):
        yield "a printed page has tools, or cuts the picture"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    resize(driver, DESKTOP)
