// The details below the current step: the walk so far, values, handlers and scenarios.

// A list of tabs, of which one is open. Arrow keys move between them.
class Tabs {
  constructor(tabs) {
    this.list = document.querySelector(".tabs");
    this.panels = document.getElementById("panels");
    this.buttons = tabs.map(([id, title]) => make("button", {
      type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, on: { click: () => this.open(id) },
    }, say(title)));
    this.sections = tabs.map(([id]) => make("div", { class: "panel", role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: "0" }));
    this.list.replaceChildren(...this.buttons);
    this.panels.replaceChildren(...this.sections);
    this.list.onkeydown = (event) => this.move(event);
    this.open(tabs[0][0]);
  }

  open(id) {
    for (const [index, tab] of this.buttons.entries()) {
      const isOpen = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      this.sections[index].hidden = !isOpen;
    }
  }

  move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const index = this.buttons.indexOf(document.activeElement);
    const next = this.buttons[(index + step + this.buttons.length) % this.buttons.length];
    this.open(next.id.slice(4));
    next.focus();
  }

  section(id) { return document.getElementById(`panel-${id}`); }
}

// MARK: The walk

const senders = { reply: "service", error: "service", wait: "time" };

// One line in a few words.
function lineText(line) {
  if (line.event) return textOf("commands", line.event) + (line.error ? ` · ${line.error.type}` : "");
  if (line.wait) return clockText(line.wait);
  if (line.select !== undefined) return textOf("words", line.select);
  if (line.error) return line.error.type;
  if (line.reply) return say("Reply");
  return readableName(Object.keys(line)[0]);
}

function outputText({ call, handle, present, notify, end, refused }) {
  if (call) return `⇢ ${call.operation}`;
  if (handle) return `⚙ ${handle.handler}`;
  if (notify) return `⚑ ${notify.name}`;
  if (refused) return `✕ ${refused.code}`;
  return present ? textOf("steps", present.step) + (present.error ? ` · ${present.error.type}` : "") : `${say("End")}: ${textOf("outcomes", end.outcome)}`;
}

function walkRow(who, text, json, action) {
  const summary = make("summary", { class: text.startsWith("✕") ? "bad" : "" }, text);
  const written = typeof json.reply === "string" ? json.reply : pretty(json);
  return make("li", {}, make("span", { class: "who" }, say(who)), make("details", {}, summary, make("pre", { tabindex: "0" }, written)), action);
}

function fillWalk(section, walk) {
  if (!walk.entries.length) return section.replaceChildren(make("p", { class: "quiet" }, say("Nothing has happened yet.")));
  const visible = walk.publicLines;
  const rows = walk.entries.flatMap(({ line, answer }, index) => {
    const isLast = index === walk.entries.length - 1;
    const goBack = isLast ? null : button(say("Back to here"), () => walk.replay(walk.lines.slice(0, index + 1)), "plain");
    const who = senders[Object.keys(line)[0]] ?? "host";
    return [walkRow(who, lineText(line), visible[index], goBack), ...answer.shown.map((output) => walkRow(output.handle ? "handler" : "flow", outputText(output), output))];
  });
  section.replaceChildren(make("ol", { class: "steps" }, rows));
}

// MARK: Values

function fillValues(section, walk) {
  const row = (name, type, value) => make("tr", {}, make("td", {}, name), make("td", { class: "quiet" }, type), make("td", {}, value));
  const slots = walk.values.map(([slot, value]) => row(walk.data.slots[slot][0], walk.data.slots[slot][1], shown(value)));
  const counters = walk.data.counters.map((name, index) => row(name, say("counter"), String(walk.counters[index] ?? 0)));
  if (!slots.length && !counters.length) return section.replaceChildren(make("p", { class: "quiet" }, say("The flow has no values yet.")));
  const head = make("tr", {}, ["Name", "Type", "Value"].map((title) => make("th", { scope: "col" }, say(title))));
  section.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, slots, counters)));
}

// MARK: Handlers

// Each handler with its result: placeholders, the values of a scenario, or a failure. A change plays the walk again.
function fillHandlers(section, walk) {
  const rows = Object.entries(walk.data.handlers).map(([name, { failures }]) => {
    const id = `handler-${name}`;
    const own = walk.handlers[name]?.gives ? [["gives", say("returns what the scenario says")]] : [];
    const options = [["", say("returns placeholders")], ...own, ...[...failures, "some-other-failure"].map((failure) => [failure, `${say("fails with")} ${failure}`])];
    const select = make("select", { id }, options.map(([value, text]) => make("option", { value }, text)));
    select.value = own.length ? "gives" : (walk.handlers[name]?.fails ?? "");
    select.addEventListener("change", () => {
      const { [name]: _, ...others } = walk.handlers;
      walk.replay(walk.lines, select.value ? { ...others, [name]: { fails: select.value } } : others);
      document.getElementById(id)?.focus();
    });
    return make("div", { class: "field" }, make("label", { for: id }, make("code", {}, name)), select);
  });
  const note = make("p", { class: "quiet" }, say(rows.length ? "A change plays the walk again from the start." : "The flow calls no handler."));
  section.replaceChildren(note, ...rows);
}

// MARK: Scenarios

class ScenarioPanel {
  constructor(section, walk, ghost, picture) {
    Object.assign(this, { section, walk, ghost, picture });
    // A file that the browser reads in another way than the compiler must not stop the page.
    const read = (text) => { try { return readScenarios(text); } catch { return []; } };
    this.scenarios = walk.data.scenarios.flatMap(([, text]) => read(text));
    this.build();
  }

  build() {
    const rows = this.scenarios.map((scenario) => make("li", {}, make("span", {}, scenario.name), button(say("Play"), () => this.play(scenario), "plain")));
    const cover = make("input", { type: "checkbox", id: "cover", on: { change: () => this.picture.cover(cover.checked ? this.coverage() : null) } });
    const own = rows.length ? [make("label", { class: "row" }, cover, say("Color the picture by what these scenarios cover")), make("ul", { class: "scenarios" }, rows)] : [];
    const text = make("textarea", { id: "pasted", rows: "5", spellcheck: "false" });
    const paste = make("div", { class: "field" }, make("label", { for: "pasted" }, say("A scenario file")), text);
    this.result = make("p", { class: "quiet", role: "status" });
    this.section.replaceChildren(...own, paste, make("div", { class: "row" }, button(say("Play this scenario"), () => this.playText(text.value))), this.result);
  }

  // Plays the first scenario of a text, or the one with a name.
  playText(text, name) {
    try {
      const scenario = readScenarios(text).find((scenario) => !name || scenario.name === name);
      if (!scenario) throw missingScenario(name);
      return this.play(scenario);
    } catch (error) {
      this.result.textContent = error.message;
      return null;
    }
  }

  play(scenario) {
    const difference = playScenario(this.walk, scenario);
    this.walk.changed(false);
    this.result.textContent = difference
      ? `${scenario.name}: ${say("expected")} ${JSON.stringify(difference.expected)}, ${say("got")} ${JSON.stringify(difference.got)}`
      : `${scenario.name}: ${say("as expected")}`;
    announce(this.result.textContent.slice(0, 90));
    return difference === null;
  }

  // The marks of all transitions that the scenarios take.
  coverage() {
    const marks = new Set();
    for (const scenario of this.scenarios) {
      playScenario(this.ghost, scenario);
      for (const { answer } of this.ghost.entries) for (const mark of answer.marks) marks.add(mark);
    }
    return marks;
  }
}
