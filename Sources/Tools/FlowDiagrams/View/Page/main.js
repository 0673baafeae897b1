// The page: puts its parts together.

const textIn = (id) => document.getElementById(id).textContent;
const data = JSON.parse(textIn("data"));

// The page writes its fragment anew with each line.
const firstFragment = location.hash;

await Player.compile(textIn("module"), textIn("table"));
const walk = new Walk(await Player.start(), data);
// The ghost plays what the reader does not see: the copied scenario, and coverage.
const ghost = new Walk(await Player.start(), data);
const picture = new Picture(data);
const stage = new Stage(walk);
let tabs;
let scenarioPanel;

function buildTabs() {
  tabs = new Tabs([["walk", "Walk"], ["values", "Values"], ["handlers", "Handlers"], ["scenarios", "Scenarios"]]);
  scenarioPanel = new ScenarioPanel(tabs.section("scenarios"), walk, ghost, picture);
}

function show(takesFocus = true) {
  const focused = document.activeElement;
  stage.show(takesFocus);
  picture.mark(walk);
  fillWalk(tabs.section("walk"), walk);
  fillValues(tabs.section("values"), walk);
  fillHandlers(tabs.section("handlers"), walk);
  document.getElementById("back").disabled = walk.entries.length === 0;
  document.getElementById("restart").disabled = walk.entries.length === 0;
  // A button that is disabled or gone cannot keep the focus.
  if (focused && focused !== document.body && (focused.disabled || !focused.isConnected)) stage.focus();
  history.replaceState(null, "", walk.entries.length ? walk.fragment : location.href.split("#")[0]);
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const area = make("textarea", {}, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    focused?.focus();
  }
  announce(done);
}

function copyScenario() {
  const text = scenarioText(walk, ghost);
  copy(text, say(isSameWalk(walk, ghost) ? "The scenario is copied. Secrets are placeholders."
    : "The scenario is copied. Without secrets and without the time that you let run, the flow takes another path in it."));
}

// MARK: Languages

function chooseLanguage(language) {
  texts = data.texts?.[language] ?? {};
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) Object.assign(element, { textContent: say(element.dataset.text), dir: "auto" });
  buildTabs();
  picture.cover(null);
  show(false);
}

function offerLanguages() {
  const languages = Object.keys(data.texts ?? {});
  const all = languages.includes("en") ? languages : ["en", ...languages];
  const select = document.getElementById("language");
  select.replaceChildren(...all.map((language) => make("option", { value: language }, new Intl.DisplayNames([language], { type: "language" }).of(language))));
  select.addEventListener("change", () => chooseLanguage(select.value));
  document.getElementById("languages").hidden = all.length < 2;
  const wanted = navigator.languages.map((language) => language.split("-")[0]).find((language) => all.includes(language)) ?? "en";
  select.value = wanted;
  return wanted;
}

// MARK: Beginning

const on = (id, action) => document.getElementById(id).addEventListener("click", action);
// The focus stays on these buttons, so that they can be pressed again.
on("back", () => { walk.back(true); show(false); });
on("restart", () => { walk.replay([], walk.handlers, true); show(false); });
on("link", () => copy(location.href, say("The link is copied. Secrets are placeholders.")));
on("scenario", copyScenario);
on("zoom-in", () => picture.zoom(picture.scale * 1.25));
on("zoom-out", () => picture.zoom(picture.scale / 1.25));
on("zoom-fit", () => picture.fit());
on("zoom-here", () => { picture.zoom(Picture.readableScale); picture.show(); });
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("stage").focus();
});

chooseLanguage(offerLanguages());
walk.changed = show;
if (!walk.open(firstFragment) && data.walk) {
  walk.title = data.walk.title;
  walk.replay(data.walk.lines, data.walk.handlers ?? {});
}
window.addEventListener("hashchange", () => walk.open(location.hash));

// For programs that drive the page.
window.flowPage = {
  walk,
  play: (text, name) => scenarioPanel.playText(text, name),
  scenario: () => scenarioText(walk, ghost),
  outputs: () => walk.entries.flatMap(({ answer }) => answer.outputs).filter((output) => !output.handle),
};
