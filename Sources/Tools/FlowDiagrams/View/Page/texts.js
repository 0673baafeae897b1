// Words for people: the texts of the chosen language, or else readable forms of the flow's names.

const abbreviations = new Set(["SMS", "MFA", "OTP", "TOTP", "SRP", "ID", "URL", "URI", "QR", "WEB"]);
let texts = {};

// "newPassword" and "NEW_PASSWORD" become "New password".
function readableName(name) {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[\s_.-]+/).filter(Boolean);
  const lower = parts.map((part) => (abbreviations.has(part.toUpperCase()) ? part.toUpperCase() : part.toLowerCase()));
  const text = lower.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Kinds: steps, asks, words, commands, outcomes, notifications.
const textOf = (kind, name) => ownText(kind, name) ?? readableName(name);
// The text of the chosen language, or undefined. Objects inherit members with names such as `constructor`, which are no texts.
const ownText = (kind, name) => (Object.hasOwn(texts[kind] ?? {}, name) ? texts[kind][name] : undefined);
// A text of the page itself.
const say = (text) => ownText("page", text) ?? text;

// Elements with texts in the reader's language, which may run from right to left.
const directed = new Set(["h2", "p", "label", "legend", "small", "button", "summary", "option", "dt", "dd"]);

// Makes an element. Children are elements or texts; null is left out.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  if (directed.has(tag) || properties.class?.startsWith("note")) element.dir = "auto";
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const button = (text, action, kind = "") => make("button", { type: "button", class: kind, on: { click: action } }, text);

// A value for people: a text as it is, and a redacted part as dots.
function shown(value) {
  if (value === "<redacted>" || value === null) return "••••••";
  return typeof value === "string" ? value : JSON.stringify(value, (_, part) => (part === "<redacted>" ? "••••••" : part));
}

const pretty = (value) => JSON.stringify(value, (_, part) => (part === "<redacted>" ? "••••••" : part), 2);

// A list of names with values.
function facts(object) {
  const rows = Object.entries(object ?? {}).flatMap(([name, value]) => [
    make("dt", {}, textOf("asks", name)), make("dd", {}, shown(value)),
  ]);
  return rows.length ? make("dl", { class: "facts" }, rows) : null;
}

// Seconds as minutes and seconds.
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

let toastTimer = 0;
function announce(text) {
  const status = document.getElementById("status");
  status.textContent = text;
  status.classList.add("seen");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => status.classList.remove("seen"), 2600);
}
