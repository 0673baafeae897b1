// Scenarios: a walk as the file that `flowc test` plays, and such a file as walks.

const escaped = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
  .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);

function xmlElement(name, attributes, json = "") {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  const start = `<${name}${written.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}`;
  const text = json === "" ? "" : typeof json === "string" ? json : JSON.stringify(json);
  return text === "" ? `${start}/>` : `${start}>${escaped(text)}</${name}>`;
}

// The element of a line that the reader sent.
function inputElement(line) {
  if (line.event) return xmlElement("event", { name: line.event }, line.error ? { error: line.error } : "");
  if ("reply" in line) return xmlElement("reply", {}, bodyText(line.reply));
  if (line.error) return xmlElement("error", { type: line.error.type, message: line.error.message });
  if (line.select !== undefined) return xmlElement("select", { value: line.select });
  const [name, value] = Object.entries(line)[0];
  return value === true ? xmlElement(name, {}) : xmlElement(name, {}, value);
}

// The body of a reply as JSON. A text is a body as the service sent it; if it is no JSON, it becomes a JSON string.
function bodyText(body) {
  return typeof body === "string" && parsed(body) !== undefined ? body : JSON.stringify(body);
}

// The attributes that expect the error of an output, or none.
const errorAttributes = ({ error }) => ({ error: error?.type, class: error?.class });

// The element that expects an output; null for a call of a handler, which scenarios do not mention.
function outputElement({ call, present, notify, end, refused }) {
  if (call) return xmlElement("call", { operation: call.operation }, call.request);
  if (present) return xmlElement("present", { step: present.step, within: present.timeLimit, ...errorAttributes(present) }, present.parameters);
  if (end) return xmlElement("end", { outcome: end.outcome, ...errorAttributes(end) }, end.parameters);
  if (refused) return xmlElement("refused", { code: refused.code, parameter: refused.parameter ?? refused.event });
  if (!notify) return null;
  const error = notify.error ? { error: { type: notify.error.type, class: notify.error.class ?? undefined } } : {};
  return xmlElement("notify", { name: notify.name }, { ...notify.parameters, ...error });
}

// Returns the walk as a scenario file. The ghost plays the walk again with placeholders for secrets and without waits,
// since in a scenario only `timeout` lets time pass.
function scenarioText(walk, ghost) {
  const handlers = walk.publicHandlers;
  ghost.replay(walk.publicLines.filter((line) => !line.wait), handlers, true);
  const lines = [];
  for (const [name, result] of Object.entries(handlers)) {
    lines.push(result.fails ? xmlElement("handler", { name, failure: result.fails }) : xmlElement("handler", { name }, result.gives));
  }
  for (const { line, answer } of ghost.entries) {
    lines.push(inputElement(line), ...answer.outputs.map(outputElement).filter(Boolean));
  }
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<scenarios flow="${escaped(walk.data.file)}">\n  <scenario name="walk">`;
  return `${head}\n${lines.map((line) => `    ${line}\n`).join("")}  </scenario>\n</scenarios>\n`;
}

// Whether the scenario that was written last goes through the states of the walk.
function isSameWalk(walk, ghost) {
  const states = ({ entries }) => entries.filter(({ line }) => !line.wait).map(({ after }) => after).join();
  return states(walk) === states(ghost);
}

// MARK: Reading

function readLine(element, defines) {
  const attribute = (name) => element.getAttribute(name) ?? undefined;
  const text = element.hasAttribute("use") ? (defines[attribute("use")] ?? "{}") : element.textContent.trim() || "{}";
  const json = () => JSON.parse(text);
  switch (element.tagName) {
    case "start": case "submit": return { input: { [element.tagName]: parsedAnswers(text) } };
    // As text, the body is what the service sent: numbers keep their form, and a JSON string its quotation marks.
    case "reply": return { input: { reply: text } };
    case "select": return { input: { select: attribute("value") } };
    case "event": return { input: { event: attribute("name"), ...json() } };
    case "back": case "cancel": case "timeout": return { input: { [element.tagName]: true } };
    case "error": return { input: { error: { type: attribute("type"), message: attribute("message") ?? "" } } };
    case "call": return { expected: { call: { operation: attribute("operation"), json: json() } } };
    case "present": return { expected: { present: { name: attribute("step"), within: attribute("within"), error: attribute("error"), class: attribute("class"), json: json() } } };
    case "end": return { expected: { end: { name: attribute("outcome"), error: attribute("error"), class: attribute("class"), json: json() } } };
    case "notify": return { expected: { notify: { name: attribute("name"), json: json() } } };
    case "refused": return { expected: { refused: { code: attribute("code"), parameter: attribute("parameter") } } };
    default: return null;
  }
}

function readHandler(element) {
  const failure = element.getAttribute("failure");
  return failure ? { fails: failure.trim() } : { gives: parsedAnswers(element.textContent.trim() || "{}") };
}

// The error that a file has no scenario, or none of a name.
const missingScenario = (name) => new Error(say("The file has no scenario") + (name ? ` '${name}'` : ""));

// Returns the scenarios of a file: each with its name, its handlers, and lines that are an input or an expected output.
function readScenarios(text) {
  const file = new DOMParser().parseFromString(text, "application/xml");
  if (file.querySelector("parsererror")) throw new Error(say("This is not XML"));
  const children = (parent, tag) => [...parent.children].filter((child) => child.tagName === tag);
  const root = file.documentElement;
  const defines = Object.fromEntries(children(root, "define").map((define) => [define.getAttribute("name"), define.textContent.trim()]));
  const scenarios = new Map();
  const elements = new Map(children(root, "scenario").map((element) => [element.getAttribute("name"), element]));
  const read = (name) => {
    if (scenarios.has(name)) return scenarios.get(name);
    const element = elements.get(name);
    if (!element) throw missingScenario(name);
    const prefix = element.hasAttribute("after") ? read(element.getAttribute("after").trim()) : { handlers: {}, lines: [] };
    const own = Object.fromEntries(children(element, "handler").map((child) => [child.getAttribute("name").trim(), readHandler(child)]));
    const lines = [...element.children].map((child) => readLine(child, defines)).filter(Boolean);
    const scenario = { name, handlers: { ...prefix.handlers, ...own }, lines: [...prefix.lines, ...lines] };
    scenarios.set(name, scenario);
    return scenario;
  };
  return [...elements.keys()].map(read);
}

// MARK: Playing

// Whether an output is the expected one. The interpreter compares the values.
function isExpected(expected, output, player) {
  const [kind, wanted] = Object.entries(expected)[0];
  const got = output[kind];
  if (!got) return false;
  if (kind === "refused") return got.code === wanted.code && (!wanted.parameter || wanted.parameter === (got.parameter ?? got.event));
  const isSame = (expected, value, exactly = false) => player.send({ compare: { expected, got: value, exactly } }) === true;
  if (kind === "call") return got.operation === wanted.operation && isSame(wanted.json, got.request, true);
  if (kind === "notify") {
    const { error, ...parameters } = wanted.json;
    // Without a pending error, a parameter can be named `error`, too.
    const isParameter = !got.error && (got.parameters.error ?? null) !== null;
    return got.name === wanted.name && isSame(isParameter ? wanted.json : parameters, got.parameters)
      && isSame(isParameter ? null : error ?? null, got.error);
  }
  const hasError = Boolean(got.error) === Boolean(wanted.error || wanted.class);
  const isError = (!wanted.error || wanted.error === got.error?.type) && (!wanted.class || wanted.class === got.error?.class);
  if (wanted.within !== undefined && Number(wanted.within) !== got.timeLimit) return false;
  return (got.step === wanted.name || got.outcome === wanted.name) && hasError && isError && isSame(wanted.json, got.parameters);
}

// Plays a scenario, and returns the first difference from what it expects, or null.
function playScenario(walk, scenario) {
  walk.replay([], scenario.handlers, true);
  let pending = [];
  for (const { input, expected } of scenario.lines) {
    if (input) {
      if (pending.length) return { expected: null, got: pending[0] };
      pending = walk.apply(input, true).outputs.filter((output) => !output.handle);
    } else {
      const output = pending.shift();
      if (!output || !isExpected(expected, output, walk.player)) return { expected, got: output ?? null };
    }
  }
  return pending.length ? { expected: null, got: pending[0] } : null;
}
