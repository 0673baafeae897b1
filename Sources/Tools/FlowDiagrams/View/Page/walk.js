// A walk through the flow: the lines that the reader sent as host and service, with the interpreter's answers.

const placeholder = (name) => `<${name}>`;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// Returns a copy of an object in which the value at a path is replaced by a placeholder, unless it is null. A value on the way
// that is no object has no such path, but may contain the secret.
function withPlaceholder(value, path) {
  const [name, ...rest] = path;
  if (!isObject(value) || !Object.hasOwn(value, name) || value[name] === null) return value;
  const inner = rest.length && isObject(value[name]) ? withPlaceholder(value[name], rest) : placeholder(name);
  return inner === value[name] ? value : { ...value, [name]: inner };
}

// Returns the body of a reply with placeholders at the paths of secrets. A text is a body as the service sent it, and stays
// as it is without secrets. A body that is no object is malformed for the flow, and may contain a secret anywhere.
function withoutSecretsInBody(body, secrets) {
  if (!secrets.length) return body;
  const isText = typeof body === "string";
  const value = isText ? parsed(replacedNumbers(body, (digits) => JSON.stringify(kept + digits))) : body;
  if (!isObject(value)) return placeholder("reply");
  const visible = secrets.reduce(withPlaceholder, value);
  if (visible === value) return body;
  return isText ? JSON.stringify(visible).replace(/"\\u0000(-?\d[\d.eE+-]*)"/g, "$1") : visible;
}

// Begins a text that stands for a number as it is written.
const kept = "\0";

// Returns JSON with another text for each number that JavaScript would write in another form, and the number of objects and
// lists around it.
function replacedNumbers(json, write) {
  let depth = 0;
  return json.replace(/"(?:[^"\\]|\\.)*"|[[\]{}]|-?\d[\d.eE+-]*/g, (part) => {
    if (part === "[" || part === "{") depth += 1;
    if (part === "]" || part === "}") depth -= 1;
    return /^[-\d]/.test(part) && String(Number(part)) !== part ? write(part, depth) : part;
  });
}

// Returns the object of a JSON text. For the flow, a number is its digits, as a text is. In lists and maps, it accepts neither.
const parsedAnswers = (json) => JSON.parse(replacedNumbers(json, (digits, depth) => (depth === 1 ? JSON.stringify(digits) : digits)));

// The value of a JSON text; undefined if it is none.
function parsed(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

// Returns a value with another one at a path of names.
function placed(value, path, inner) {
  const [name, ...rest] = path;
  const base = isObject(value) ? value : {};
  return { ...base, [name]: rest.length ? placed(base[name], rest, inner) : inner };
}

// What a state asks, and the events that the host can send there.
const asksOf = (data, state) => (data.states[state]?.asks ?? []).map((number) => data.asks[number]);
const eventsOf = (data, state) => data.events[data.states[state]?.events] ?? [];
// Whether the flow waits after an output.
const isWait = (output) => output.present || output.call || output.end;

class Walk {
  constructor(player, data) {
    this.player = player;
    this.data = data;
    this.handlers = {};
    this.entries = [];
    this.changed = () => {};
  }

  // The number of the current state, or null before the start.
  get state() { return this.entries.at(-1)?.after ?? null; }
  get stateInfo() { return this.state === null ? null : this.data.states[this.state]; }
  get lines() { return this.entries.map((entry) => entry.line); }
  // The node of a state; null for the state before the start.
  nodeOf(state) { return state === null ? null : (this.data.states[state].node ?? null); }

  // The current step, request or end: as the host or the service gets it, and as it may be shown.
  get current() {
    const entry = [...this.entries].reverse().find(({ isUndone, answer }) => !isUndone && answer.outputs.some(isWait));
    if (!entry) return null;
    const index = entry.answer.outputs.findLastIndex(isWait);
    return { output: entry.answer.outputs[index], shown: entry.answer.shown[index] };
  }

  // The seconds until the current step's time limit or its first deadline; undefined if it has none.
  get timeLeft() { return this.entries.at(-1)?.answer.timeLeft; }
  // The refusal of the last line, or undefined.
  get refusal() { return this.entries.at(-1)?.answer.outputs.at(-1)?.refused; }
  get values() { return this.entries.at(-1)?.answer.values ?? []; }
  get counters() { return this.entries.at(-1)?.answer.counters ?? []; }

  // Sends a line, and returns its answer.
  apply(line, isQuiet = false) {
    const before = this.state;
    const answer = this.player.send(line);
    this.entries.push({ line, before, after: answer.states.at(-1) ?? before, answer });
    // As in a runner, the flow returns to its last step if it refuses the result of a request or a handler.
    const refused = answer.outputs.at(-1)?.refused;
    if (refused && (refused.code === "not-handled" || answer.outputs.some((output) => output.handle))) this.undo();
    if (!isQuiet) this.changed();
    return answer;
  }

  // Returns the flow to its last step or end, and keeps the lines since then in the walk. Time does not return.
  undo() {
    const settled = this.entries.findLastIndex(({ isUndone, answer }) => !isUndone && answer.outputs.some((output) => output.present || output.end));
    for (const entry of this.entries.slice(settled + 1)) entry.isUndone = !entry.line.wait;
    const last = this.entries.at(-1);
    let answer = this.begin();
    for (const { line } of this.entries.filter(({ isUndone }) => !isUndone)) answer = this.player.send(line);
    last.after = this.entries[settled]?.after ?? null;
    const { values, counters, timeLeft } = answer;
    last.answer = { ...last.answer, values, counters, timeLeft };
  }

  // Lets the interpreter begin again, with the results of handlers.
  begin() {
    this.player.send({ restart: true });
    return this.player.send({ handlers: this.handlers });
  }

  back(isQuiet = false) { this.replay(this.lines.slice(0, -1), this.handlers, isQuiet); }

  // Begins again, and sends these lines.
  replay(lines, handlers = this.handlers, isQuiet = false) {
    this.handlers = handlers;
    this.entries = [];
    this.begin();
    for (const line of lines) this.apply(line, true);
    if (!isQuiet) this.changed();
  }

  // The lines with a placeholder for each secret: what may leave the page.
  get publicLines() { return this.entries.map((entry) => this.withoutSecrets(entry)); }

  // The results of handlers with a placeholder for each secret output.
  get publicHandlers() {
    const withoutSecrets = (name, { gives }) => {
      const secrets = this.data.handlers[name]?.secrets ?? [];
      return { gives: secrets.reduce((values, port) => withPlaceholder(values, [port]), gives) };
    };
    return Object.fromEntries(Object.entries(this.handlers).map(([name, result]) => [name, result.gives ? withoutSecrets(name, result) : result]));
  }

  withoutSecrets({ line, before }) {
    if (line.start) return { start: this.withoutSecretAnswers(line.start, this.data.inputs) };
    if (line.submit) return { submit: this.withoutSecretAnswers(line.submit, asksOf(this.data, before)) };
    // The flow refuses a reply without a request. It may contain the secrets of any reply.
    if (line.reply) return { reply: withoutSecretsInBody(line.reply, this.data.secrets[this.data.states[before]?.secrets] ?? this.data.secrets.flat()) };
    return line;
  }

  withoutSecretAnswers(answers, asks) {
    return Object.fromEntries(Object.entries(answers).map(([name, value]) => {
      const ask = asks.find((ask) => ask.name === name);
      // The flow refuses an answer that it does not ask for. It may be a secret that belongs elsewhere.
      return [name, ask && !ask.secret ? value : (ask?.sample ?? placeholder(name))];
    }));
  }

  // The walk as the fragment of a link.
  get fragment() {
    const bytes = new TextEncoder().encode(JSON.stringify({ lines: this.publicLines, handlers: this.publicHandlers }));
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return "#walk=" + text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  // Replays the walk of a link, if the fragment holds one. Otherwise, keeps the walk.
  open(fragment) {
    if (!fragment.startsWith("#walk=")) return false;
    const [oldLines, oldHandlers] = [this.lines, this.handlers];
    try {
      const text = atob(fragment.slice(6).replaceAll("-", "+").replaceAll("_", "/"));
      const { lines, handlers = {} } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (part) => part.charCodeAt(0))));
      const isWalk = Array.isArray(lines) && lines.every((line) => isObject(line) && Object.keys(line).length) && Object.values(handlers).every(isObject);
      if (!isWalk) throw new TypeError();
      this.replay(lines, handlers);
      return true;
    } catch {
      this.replay(oldLines, oldHandlers);
      announce(say("The link does not contain a walk"));
      return false;
    }
  }
}
