// A walk through the flow: the lines that the reader sent as host and service, with the interpreter's answers.

const placeholder = (name) => `<${name}>`;

// Returns a copy of an object in which a text at a path is replaced by a placeholder.
function withPlaceholder(value, path) {
  const [name, ...rest] = path;
  if (value === null || typeof value !== "object" || Array.isArray(value) || !(name in value)) return value;
  const inner = rest.length ? withPlaceholder(value[name], rest) : typeof value[name] === "string" ? placeholder(name) : value[name];
  return { ...value, [name]: inner };
}

// Returns the body of a reply with placeholders at the paths of secrets. A text is a body as the service sent it, and stays
// as it is without secrets.
function withoutSecretsInBody(body, secrets) {
  const value = typeof body === "string" ? parsed(body) : body;
  const visible = secrets.reduce(withPlaceholder, value);
  if (visible === value) return body;
  return typeof body === "string" ? JSON.stringify(visible) : visible;
}

// The value of a JSON text; undefined if it is none.
function parsed(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

// Returns a value with another one at a path of names.
function placed(value, path, inner) {
  const [name, ...rest] = path;
  const base = value && typeof value === "object" && !Array.isArray(value) ? value : {};
  return { ...base, [name]: rest.length ? placed(base[name], rest, inner) : inner };
}

// What a state asks, and the events that the host can send there.
const asksOf = (data, state) => (data.states[state]?.asks ?? []).map((number) => data.asks[number]);
const eventsOf = (data, state) => data.events[data.states[state]?.events] ?? [];

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
    for (const entry of this.entries.toReversed()) {
      const index = entry.answer.outputs.findLastIndex((output) => output.present || output.call || output.end);
      if (index >= 0) return { output: entry.answer.outputs[index], shown: entry.answer.shown[index] };
    }
    return null;
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
    if (!isQuiet) this.changed();
    return answer;
  }

  back(isQuiet = false) { this.replay(this.lines.slice(0, -1), this.handlers, isQuiet); }

  // Begins again, and sends these lines.
  replay(lines, handlers = this.handlers, isQuiet = false) {
    this.handlers = handlers;
    this.entries = [];
    this.player.send({ restart: true });
    this.player.send({ handlers });
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
    if (line.reply) return { reply: withoutSecretsInBody(line.reply, this.data.secrets[this.data.states[before]?.secrets] ?? []) };
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

  // Replays the walk of a link, if the fragment holds one.
  open(fragment) {
    if (!fragment.startsWith("#walk=")) return false;
    try {
      const text = atob(fragment.slice(6).replaceAll("-", "+").replaceAll("_", "/"));
      const { lines, handlers } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (part) => part.charCodeAt(0))));
      this.replay(lines, handlers ?? {});
      return true;
    } catch {
      announce(say("The link does not contain a walk"));
      return false;
    }
  }
}
