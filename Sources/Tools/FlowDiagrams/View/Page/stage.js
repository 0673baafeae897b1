// The current step: what the flow shows and asks, as the host's screen.

class Stage {
  constructor(walk) {
    this.walk = walk;
    this.element = document.getElementById("stage");
    this.element.setAttribute("aria-labelledby", "step");
    this.clock = new StageClock(() => this.showTime(true));
  }

  // Shows the current step. With `takesFocus`, the focus moves here, or to the field that a refusal names.
  show(takesFocus) {
    const { current } = this.walk;
    this.clock.begin(this.keepsRunning && !current?.output.end);
    this.keepsRunning = false;
    const parts = !current ? this.startParts() : current.output.present ? this.stepParts(current)
      : current.output.call ? this.callParts(current) : this.endParts(current);
    this.element.replaceChildren(...[this.title(), this.notices(), parts].flat(Infinity).filter(Boolean));
    this.showTime();
    this.keepAnswers();
    this.complain();
    this.speak();
    if (takesFocus) this.element.scrollIntoView({ block: "start" });
    if (takesFocus && !this.element.querySelector("[aria-invalid=true]")) this.focus();
  }

  // Announces the step to screen readers. They announce a refusal anyway: it is an alert, or its field has the focus.
  speak() {
    const words = [...this.element.querySelectorAll(".chip, h2, .note:not([role])")].map((part) => part.textContent);
    document.getElementById("spoken").textContent = words.join(". ");
  }

  focus() { this.element.focus({ preventScroll: true }); }

  // Sends the time that has passed and a line, or only `timeout` if the time limit is over.
  send(line) {
    const isLate = this.clock.isRunning && this.secondsLeft <= 0;
    if (!isLate && !line.timeout && this.clock.seconds > 0) this.walk.apply({ wait: this.clock.seconds }, true);
    this.keepsRunning = this.clock.isRunning;
    this.walk.apply(isLate ? { timeout: true } : line);
  }

  heading(kind, style, title, name) {
    const code = name && name !== title ? make("code", {}, name) : null;
    return [make("div", { class: "eyebrow" }, make("span", { class: `chip ${style}` }, kind), code), make("h2", { id: "step" }, title)];
  }

  // The finding whose counterexample the page began with.
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
    const own = ownText("errors", error.type);
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
      facts(visible.present.parameters), this.form, this.time(), this.commands(),
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
      reply, this.time(), this.commands(),
    ];
  }

  // Buttons for what the host can send besides an answer.
  commands() {
    const names = eventsOf(this.walk.data, this.walk.state).filter((name) => name !== "submit" && name !== "start");
    if (!names.length) return null;
    const builtin = ["cancel", "back"];
    const buttons = names.map((name) => button(textOf("commands", name), () => this.send(builtin.includes(name) ? { [name]: true } : { event: name })));
    const withErrors = names.filter((name) => this.walk.data.takesError.includes(name)).map((name) => this.errorForm(name));
    return [make("div", { class: "row", role: "group", "aria-label": say("Commands") }, buttons), ...withErrors];
  }

  // A form for a command with which the host sends an error.
  errorForm(name) {
    const asks = [{ name: "error type", type: "text", required: true, sample: "AppError" }, { name: "message", type: "text" }];
    const title = `${textOf("commands", name)} ${say("with an error of the host")}`;
    const form = makeForm(asks, textOf("commands", name), ({ "error type": type, message = "" }) => {
      if (/^[A-Za-z_][\w.-]*$/.test(type ?? "")) this.send({ event: name, error: { type, message } });
      else form.complain("error type", say(type ? "Begin with a letter from A to Z or _. Then use letters, digits, _, . and -" : "Enter a type"));
    });
    return make("details", {}, make("summary", {}, title), make("div", { class: "inner" }, form));
  }

  // MARK: Time

  // The seconds until the step's time limit or its first deadline, by the clock; NaN if there is none.
  get secondsLeft() { return (this.walk.timeLeft ?? NaN) - this.clock.seconds; }

  // The time left, with buttons that let it run or run out. Without a limit, it appears only while time runs.
  time() {
    const hasLimit = this.walk.timeLeft !== undefined;
    if (!hasLimit && !this.clock.isRunning) return null;
    this.count = make("span", {});
    this.toggle = button("", () => { this.clock.toggle(); this.showTime(); }, "plain");
    const expire = hasLimit ? button(say("Let it run out"), () => this.send({ timeout: true }), "plain") : null;
    return make("div", { class: "time" }, make("span", { "aria-hidden": "true" }, "◷"), this.count, this.toggle, expire);
  }

  // Shows the time. With `mayExpire`, sends `timeout` if it is over.
  showTime(mayExpire = false) {
    if (mayExpire && this.secondsLeft <= 0) return this.send({ timeout: true });
    if (!this.count?.isConnected) return undefined;
    const left = this.secondsLeft;
    this.count.textContent = Number.isNaN(left) ? say("Time runs") : `${say("Time limit")} ${clockText(Math.max(0, left))}`;
    this.toggle.textContent = say(this.clock.isRunning ? "Stop" : "Let it run");
    return undefined;
  }

  // MARK: Refusals

  // Fills in the answers that the flow refused last.
  keepAnswers() {
    const { line } = this.walk.entries.at(-1) ?? {};
    const answers = this.walk.refusal && (line.start ?? line.submit);
    if (answers) this.form?.fill(answers);
  }

  // Shows why the flow refused the last line, at the field that it names if there is one.
  complain() {
    const refusal = this.walk.refusal;
    if (!refusal) return;
    const message = ownText("refusals", refusal.code) ?? refusal.message;
    if (refusal.parameter && this.form?.complain(refusal.parameter, message)) return;
    this.element.prepend(make("p", { class: "note bad", role: "alert" }, message, make("code", {}, ` ${refusal.code}`)));
  }
}

// The time since the current step began. It stands still until the reader lets it run.
class StageClock {
  constructor(tick) {
    this.tick = tick;
    this.begin(false);
  }

  get isRunning() { return this.since !== null; }
  get seconds() { return Math.floor((this.passed + (this.isRunning ? Date.now() - this.since : 0)) / 1000); }

  begin(runs) {
    clearInterval(this.timer);
    [this.passed, this.since] = [0, null];
    if (runs) this.toggle();
  }

  toggle() {
    clearInterval(this.timer);
    if (this.isRunning) {
      this.passed += Date.now() - this.since;
      this.since = null;
      return;
    }
    this.since = Date.now();
    this.timer = setInterval(this.tick, 1000);
  }
}
