// The search: a field in the header that lists results as they are typed. Without scripts, the pages that load this lack only the search.
const root = document.currentScript.dataset.root;
const box = document.querySelector(".search");
box.innerHTML = `<label><span class="hidden">Search</span>
  <input type="text" placeholder="Search (press /)" autocomplete="off" spellcheck="false"></label>
  <p class="hidden" role="status"></p>
  <ul hidden></ul>`;
const field = box.querySelector("input");
const list = box.querySelector("ul");

// The index is loaded when it is needed.
function load() {
  if (load.begun) return;
  load.begun = true;
  const script = document.createElement("script");
  script.src = root + "search.js";
  script.onload = show;
  document.head.append(script);
}

const words = text => text.toLowerCase().split(/[^\p{L}\p{N}*]+/u).filter(Boolean);

// The name of a flow counts most, then how many words are found, then where. With less than half of them, it is 0.
function score(entry, wanted) {
  const [title, kind, place, , text] = entry;
  const flow = words(kind === "flow" ? title : place), query = wanted.join(" "), isNamed = ` ${query} `.includes(` ${flow.join(" ")} `);
  const name = title.toLowerCase(), about = (kind + " " + place).toLowerCase(), body = text.toLowerCase();
  let sum = 0, found = 0;
  for (const word of wanted) {
    const at = name.indexOf(word);
    const points = isNamed && flow.includes(word) ? 100 : name === word ? 12 : at === 0 ? 8 : at > 0 ? 6 : about.includes(word) ? 5 : body.includes(word) ? 1 : 0;
    sum += points;
    found += points > 0;
  }
  if (words(title).join(" ") === query) sum += 10;
  return found < Math.ceil(wanted.length / 2) ? 0 : found * 100 + sum - Math.min(title.length, 60) / 60;
}

function matches(text) {
  const wanted = words(text);
  if (!wanted.length) return [];
  return (window.siteSearch ?? []).map(entry => [score(entry, wanted), entry]).filter(([points]) => points > 0)
    .sort((a, b) => b[0] - a[0]).slice(0, 12).map(([, entry]) => entry);
}

function item([title, kind, place, address, text]) {
  const link = document.createElement("a");
  link.href = root + address;
  const about = [["b", title], ["small", [kind, place].filter(Boolean).join(" · ")], ["span", text.slice(0, 300)]];
  for (const [name, content] of about) link.appendChild(document.createElement(name)).textContent = content;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function show() {
  const found = matches(field.value);
  list.replaceChildren(...found.map(item));
  list.hidden = !found.length;
  const isDone = window.siteSearch && field.value.trim();
  box.querySelector("[role=status]").textContent = isDone ? `${found.length || "no"} result${found.length === 1 ? "" : "s"}` : "";
  box.classList.toggle("empty", Boolean(isDone && !found.length));
}

// Moves the focus from the field to a result, and between results.
function move(step) {
  const places = [field, ...list.querySelectorAll("a")];
  places[Math.min(Math.max(places.indexOf(document.activeElement) + step, 0), places.length - 1)].focus();
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); show(); });
box.addEventListener("keydown", event => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && event.target === field) {
    list.querySelector("a")?.click();
  } else if (event.key === "Escape") {
    field.focus();
    list.hidden = true;
  }
});
document.addEventListener("click", event => { if (!box.contains(event.target) || event.target.closest("a")) list.hidden = true; });
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  field.focus();
});
