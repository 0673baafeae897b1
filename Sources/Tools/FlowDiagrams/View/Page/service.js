// The service: a list of what it can reply to the current request, made from the service description.

// A reply with its parameters. A parameter without a sample gets a placeholder as value.
function withFields(data, reply) {
  const fields = reply.fields.map((number) => data.fields[number]);
  return { ...reply, fields: fields.map((field) => ({ value: placeholder(field.path.at(-1)), ...field })) };
}

// What the reader can choose, in groups: replies of the description, errors, and what the description does not know.
function possibleReplies(walk) {
  const { data, stateInfo } = walk;
  const replies = (stateInfo.replies ?? []).map((number) => withFields(data, data.replies[number]));
  const errors = (data.errors[stateInfo.errors] ?? []).map((type) => ({ kind: "error", name: type }));
  const of = (kind) => replies.filter((reply) => reply.kind === kind);
  return [
    [say("Success"), of("success").map((reply) => ({ ...reply, title: say("Success") }))],
    [say("Challenges"), of("challenge")],
    [say("Errors"), errors],
    [say("Trouble"), [
      { kind: "error", name: "network", title: say("Connection failure") },
      ...of("unknown").map((reply) => ({ ...reply, title: say("A challenge that the description does not declare") })),
      { kind: "raw", name: "{}", title: say("A reply that is neither a success nor a challenge") },
      { kind: "raw", name: "not JSON", title: say("A reply that is not JSON") },
    ]],
  ].filter(([, list]) => list.length);
}

// The field of a parameter that the service returns. A value that is no text is written as JSON.
function replyField(field) {
  const id = `field-${(fieldCount += 1)}`;
  const isText = typeof field.value === "string";
  const written = isText ? field.value : JSON.stringify(field.value);
  const control = make("input", { id, type: "text", value: written, autocomplete: "off", spellcheck: "false", list: field.words && isText ? `${id}-words` : undefined });
  const words = field.words && isText ? make("datalist", { id: `${id}-words` }, field.words.map((word) => make("option", { value: word }))) : null;
  const name = field.path.at(-1) + (field.secret ? ` (${say("secret")})` : "");
  const sends = field.required ? null : make("input", { type: "checkbox", checked: Boolean(field.usual), "aria-label": `${say("Send")} ${field.path.at(-1)}` });
  const label = make("label", { for: id }, make("span", { class: "mono" }, name));
  control.addEventListener("input", () => { if (sends) sends.checked = true; });
  const element = make("div", { class: "field" }, sends ? make("div", { class: "row" }, sends, label) : label, control, words);
  const read = () => {
    if (isText) return control.value;
    try { return JSON.parse(control.value); } catch { return control.value; }
  };
  return { element, field, read, isSent: () => !sends || sends.checked };
}

// The parameters of a challenge or a success, with the optional ones folded.
function parameterFields(reply) {
  const fields = reply.fields.map(replyField);
  const elements = (expected) => fields.filter(({ field }) => Boolean(field.required || field.usual) === expected).map(({ element }) => element);
  const optional = elements(false);
  const folded = optional.length
    ? make("details", {}, make("summary", {}, `${say("Optional")} (${optional.length})`), make("div", { class: "inner" }, optional)) : null;
  const body = () => {
    const fixed = reply.fixed.reduce((value, [path, part]) => placed(value, path, part), {});
    return fields.filter((part) => part.isSent()).reduce((value, part) => placed(value, part.field.path, part.read()), fixed);
  };
  return { elements: [...elements(true), folded], line: () => ({ reply: body() }) };
}

// The field for the message of an error, or for the body of a reply that the description does not know.
function plainField(reply) {
  const id = `field-${(fieldCount += 1)}`;
  const isError = reply.kind === "error";
  const control = make("input", { id, type: "text", value: isError ? "" : reply.name, autocomplete: "off" });
  const label = make("label", { for: id }, say(isError ? "Message" : "Body"));
  return {
    elements: [make("div", { class: "field" }, label, control)],
    line: () => (isError ? { error: { type: reply.name, message: control.value } } : { reply: control.value }),
  };
}

// A form with the possible replies. `send` gets the chosen one as a line.
function makeServiceForm(walk, send) {
  const groups = possibleReplies(walk);
  const all = groups.flatMap(([, list]) => list);
  const id = `field-${(fieldCount += 1)}`;
  const options = groups.map(([title, list]) => make("optgroup", { label: title },
    list.map((reply) => make("option", { value: String(all.indexOf(reply)) }, reply.title ?? reply.name))));
  const choice = make("select", { id }, options);
  const details = make("div", { class: "inner" });
  let made = null;
  const update = () => {
    const reply = all[Number(choice.value)];
    made = reply.kind === "error" || reply.kind === "raw" ? plainField(reply) : parameterFields(reply);
    details.replaceChildren(...made.elements.filter(Boolean));
  };
  choice.addEventListener("change", update);
  update();
  const submit = make("button", { type: "submit", class: "main" }, say("Reply"));
  const form = make("form", { novalidate: "", autocomplete: "off" },
    make("div", { class: "field" }, make("label", { for: id }, say("The service replies with")), choice), details, make("div", { class: "row" }, submit));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(made.line());
  });
  return form;
}
