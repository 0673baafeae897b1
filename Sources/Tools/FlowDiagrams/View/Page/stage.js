// The current step: what the flow shows and asks, as the host's screen.

class Stage {
  constructor(walk) {
    this.walk = walk;
    this.element = document.getElementById("stage");
    this.clock = 0;
  }

  // Shows the current step. The focus moves here if the reader sent a line.
  show(takesFocus) {
    clearInterval(this.clock);
    const { current } = this.walk;
    const parts = !current ? this.startParts() : current.output.present ? this.stepParts(current)
      : current.output.call ? this.callParts(current) : this.endParts(current);
    this.element.replaceChildren(...[this.title(), this.notices(), parts].flat().filter(Boolean));
    this.complain();
    if (takesFocus) this.element.scrollIntoView({ block: "start" });
    if (takesFocus && !this.element.querySelector("[aria-invalid=true]")) this.element.focus({ preventScroll: true });
  }

  send(line) {
    this.walk.apply(line);
  }

  heading(kind, style, title, name) {
    const code = name && name !== title ? make("code", {}, name) : null;
    return [make("div", { class: "eyebrow" }, make("span", { class: `chip ${style}` }, kind), code), make("h2", {}, title)];
  }

  // What the walk with which the page began shows.
  title() {
    return this.walk.title ? make("p", { class: "note bad" }, `${say("Counterexample")}: ${this.walk.title}`) : null;
  }

  // The notifications of the last line.
  notices() {
    const outputs = this.walk.entries.at(-1)?.answer.shown ?? [];
    return outputs.filter((output) => output.notify).map(({ notify }) =>
      make("div", { class: "note news" }, `⚑ ${say("The app is notified")}: ${textOf("notifications", notify.name)}`, facts(notify.parameters)));
  }

  error(error) {
    if (!error) return null;
    const kind = error.class ? ` · ${error.class}` : "";
    const message = error.message ? `: ${error.message}` : "";
    const own = texts.errors?.[error.type];
    return make("p", { class: "note bad" }, own ? `${own} ` : null, make("code", {}, `${error.type}${kind}`), message);
  }

  // MARK: The host

  startParts() {
    const form = makeForm(this.walk.data.inputs, say("Start"), (answers) => this.send({ start: answers }));
    this.form = form;
    return [...this.heading(say("Start"), "", say("Start the flow")), form];
  }

  stepParts({ output, shown: visible }) {
    const step = output.present;
    const { data, state } = this.walk;
    const asks = step.requires.map((ask) => ({ ...asksOf(data, state).find((known) => known.name === ask.name), ...ask }));
    const takesAnswer = eventsOf(data, state).includes("submit");
    this.form = takesAnswer ? makeForm(asks, asks.length ? say("Submit") : say("Continue"), (answers) => this.send({ submit: answers })) : null;
    return [
      ...this.heading(say("Asks the user"), "", textOf("steps", step.step), step.step), this.error(step.error),
      facts(visible.present.parameters), this.form, this.timeLimit(step.timeLimit), this.commands(),
    ];
  }

  endParts({ output, shown: visible }) {
    const end = output.end;
    const node = this.walk.nodeOf(this.walk.state);
    const style = this.walk.data.picture.cards.some(([, of, , kind]) => of === node && kind === "ends-well") ? "good" : "bad";
    this.form = null;
    const again = button(say("Start again"), () => this.walk.replay([]), "main");
    return [
      ...this.heading(say("The flow has ended"), style, textOf("outcomes", end.outcome), end.outcome), this.error(end.error),
      end.step ? make("p", { class: "quiet" }, `${say("The host shows")} ${textOf("steps", end.step)}`) : null,
      facts(visible.end.parameters), make("div", { class: "row" }, again), this.commands(),
    ];
  }

  callParts({ output, shown: visible }) {
    this.form = null;
    const reply = makeServiceForm(this.walk, (line) => this.send(line));
    return [
      ...this.heading(say("Waits for the service"), "service", output.call.operation),
      make("details", { open: true }, make("summary", {}, say("The request")), make("pre", { class: "request", tabindex: "0" }, pretty(visible.call.request))),
      reply, this.commands(),
    ];
  }

  // Buttons for what the host can send besides an answer.
  commands() {
    const names = eventsOf(this.walk.data, this.walk.state).filter((name) => name !== "submit" && name !== "start");
    if (!names.length) return null;
    const builtin = ["cancel", "back"];
    const buttons = names.map((name) => button(textOf("commands", name), () => this.send(builtin.includes(name) ? { [name]: true } : { event: name })));
    return make("div", { class: "row", role: "group", "aria-label": say("Commands") }, buttons);
  }

  // MARK: Time

  // A time limit, which the reader lets run, or lets run out at once.
  timeLimit(seconds) {
    if (seconds === undefined) return null;
    let left = seconds;
    const count = make("span", {}, this.timeText(left));
    const expire = () => this.send({ timeout: true });
    const run = button(say("Let it run"), () => {
      if (this.clock) { clearInterval(this.clock); this.clock = 0; run.textContent = say("Let it run"); return; }
      run.textContent = say("Stop");
      this.clock = setInterval(() => {
        left -= 1;
        count.textContent = this.timeText(left);
        if (left <= 0) expire();
      }, 1000);
    }, "plain");
    this.clock = 0;
    return make("div", { class: "time" }, make("span", { "aria-hidden": "true" }, "◷"), count, run, button(say("Let it run out"), expire, "plain"));
  }

  timeText(seconds) {
    const minutes = Math.floor(seconds / 60);
    return `${say("Time limit")} ${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // MARK: Refusals

  // Shows why the flow refused the last line, at the field that it names if there is one.
  complain() {
    const refusal = this.walk.refusal;
    if (!refusal) return;
    const message = texts.refusals?.[refusal.code] ?? refusal.message;
    if (refusal.parameter && this.form?.complain(refusal.parameter, message)) return;
    this.element.prepend(make("p", { class: "note bad", role: "alert" }, message, make("code", {}, ` ${refusal.code}`)));
  }
}
