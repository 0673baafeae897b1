// Forms made from what a step or the start asks. The interpreter checks the answers; a field only says what it expects.

let fieldCount = 0;

// What the flow expects of an answer, in words.
function expectation(ask) {
  const parts = [];
  const own = ownText("hints", ask.name);
  if (own) parts.push(own);
  if (ask.length) parts.push(`${ask.length} ${say((ask.type === "digits" ? "digit" : "character") + (ask.length === 1 ? "" : "s"))}`);
  else if (ask.type === "digits") parts.push(say("digits"));
  if (ask.type === "seconds") parts.push(say("seconds"));
  if (ask.type === "list") parts.push(say("one item per line"));
  if (ask.type === "map") parts.push(say("one “name = value” per line"));
  if (ask.pattern) parts.push(`${say("pattern")} ${ask.pattern}`);
  if (ask.fallback) parts.push(`${say("otherwise")} ${ask.fallback}`);
  return parts.join(" · ");
}

const parseList = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

function parseMap(text) {
  const pairs = parseList(text).map((line) => {
    const at = line.indexOf("=");
    return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

function writeSample(sample) {
  if (Array.isArray(sample)) return sample.join("\n");
  if (sample && typeof sample === "object") return Object.entries(sample).map(([name, value]) => `${name} = ${value}`).join("\n");
  return String(sample ?? "");
}

// Choices: buttons for a few words, a list for many.
function choiceField(ask, id) {
  const words = ask.of ?? [];
  if (words.length > 6) {
    const options = ["", ...words].map((word) => make("option", { value: word }, word ? textOf("words", word) : "—"));
    const control = make("select", { id }, options);
    return { control, read: () => control.value || undefined, fill: (value = words[0] ?? "") => { control.value = value; } };
  }
  const inputs = words.map((word) => make("input", { type: "radio", name: id, value: word }));
  const options = inputs.map((input, index) => make("label", { class: "option" }, input, textOf("words", words[index])));
  return {
    control: make("div", { class: "options" }, options), isGroup: true,
    read: () => inputs.find((input) => input.checked)?.value,
    fill: (value = words[0]) => { for (const input of inputs) input.checked = input.value === value; },
  };
}

function flagField(id) {
  const options = [["", "—"], ["true", say("yes")], ["false", say("no")]];
  const control = make("select", { id }, options.map(([value, text]) => make("option", { value }, text)));
  return { control, read: () => (control.value ? control.value === "true" : undefined), fill: (value = true) => { control.value = String(value); } };
}

function textField(ask, id) {
  const isLong = ask.type === "list" || ask.type === "map";
  const control = isLong
    ? make("textarea", { id, rows: "3", spellcheck: "false" })
    : make("input", {
        id, type: ask.secret ? "password" : "text", autocomplete: ask.secret ? "new-password" : "off", spellcheck: "false", autocapitalize: "off",
        inputmode: ask.type === "digits" || ask.type === "seconds" ? "numeric" : undefined,
      });
  const read = () => {
    if (control.value === "") return undefined;
    if (ask.type === "list") return parseList(control.value);
    return ask.type === "map" ? parseMap(control.value) : control.value;
  };
  return { control, read, fill: (value = ask.sample) => { control.value = writeSample(value); } };
}

// Makes the field of an ask: its element, and functions to read it, fill it and show what is wrong.
function makeField(ask) {
  const id = `field-${(fieldCount += 1)}`;
  const isChoice = ask.type === "choice" || (ask.of?.length ?? 0) > 0;
  const made = isChoice ? choiceField(ask, id) : ask.type === "flag" ? flagField(id) : textField(ask, id);
  const hint = expectation(ask);
  const hintElement = make("small", { id: `${id}-hint` }, hint);
  const fault = make("small", { id: `${id}-fault`, class: "wrong", hidden: true });
  const label = textOf("asks", ask.name) + (ask.secret ? ` (${say("secret")})` : "");
  const described = made.isGroup ? null : made.control;
  described?.setAttribute("aria-describedby", `${id}-hint ${id}-fault`);
  if (ask.required) described?.setAttribute("aria-required", "true");
  const title = made.isGroup ? make("legend", {}, label) : make("label", { for: id }, label);
  const element = make(made.isGroup ? "fieldset" : "div", { class: "field" }, title, made.control, hint ? hintElement : null, fault);
  if (!hint) described?.setAttribute("aria-describedby", `${id}-fault`);
  const complain = (text) => {
    fault.textContent = text;
    fault.hidden = false;
    described?.setAttribute("aria-invalid", "true");
    (described ?? element.querySelector("input"))?.focus();
  };
  return { ask, element, read: made.read, fill: made.fill, complain };
}

// Makes a form for asks. `send` gets the answers as an object.
function makeForm(asks, submitText, send) {
  const fields = asks.map(makeField);
  const parts = (required) => fields.filter((field) => Boolean(field.ask.required) === required);
  const [needed, optional] = [parts(true), parts(false)];
  const folded = optional.length > 2 || (needed.length > 0 && optional.length > 0);
  const inner = optional.map((field) => field.element);
  const rest = folded
    ? make("details", {}, make("summary", {}, `${say("Optional")} (${optional.length})`), make("div", { class: "inner" }, inner))
    : inner;
  const samples = needed.length ? button(say("Fill in examples"), () => needed.forEach((field) => field.fill()), "plain") : null;
  const submit = make("button", { type: "submit", class: "main" }, submitText);
  const form = make("form", { novalidate: "", autocomplete: "off" }, needed.map((field) => field.element), rest, make("div", { class: "row" }, submit, samples));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entries = fields.map((field) => [field.ask.name, field.read()]).filter(([, value]) => value !== undefined);
    send(Object.fromEntries(entries));
  });
  // Fills in answers that the flow refused, without secrets.
  form.fill = (answers) => {
    for (const field of fields.filter(({ ask }) => !ask.secret && Object.hasOwn(answers, ask.name))) {
      field.fill(answers[field.ask.name]);
      field.element.closest("details")?.setAttribute("open", "");
    }
  };
  form.complain = (name, text) => {
    const field = fields.find((field) => field.ask.name === name);
    if (!field) return false;
    field.element.closest("details")?.setAttribute("open", "");
    field.complain(text);
    return true;
  };
  return form;
}
