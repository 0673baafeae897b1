// The search: a field in the header that lists results as they are typed. Without scripts, the pages lack only this.
const root = document.currentScript.dataset.root;
const box = document.querySelector(".search");
box.innerHTML = `<label><span class="hidden">Search</span>
  <input type="text" placeholder="Search (press /)" autocomplete="off" spellcheck="false" role="combobox"
    aria-expanded="false" aria-controls="results" aria-autocomplete="list"></label>
  <ul id="results" role="listbox" aria-label="Results" hidden></ul>`;
const field = box.querySelector("input");
const list = box.querySelector("ul");
let selected = -1;

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

// The name of a flow counts most, then a word in a title. An entry without some of the words comes after those with all.
function score(entry, wanted) {
  const [title, kind, place, , text] = entry;
  const name = title.toLowerCase(), about = (kind + " " + place).toLowerCase(), body = text.toLowerCase();
  let sum = 0, found = 0;
  for (const word of wanted) {
    const at = name.indexOf(word);
    const points = place.toLowerCase() === word ? 100 : name === word ? 12 : at === 0 ? 8 : at > 0 ? 6 : about.includes(word) ? 4 : body.includes(word) ? 1 : 0;
    sum += points;
    found += points > 0;
  }
  if (name === wanted.join(" ")) sum += 10;
  return found < Math.ceil(wanted.length / 2) ? 0 : found * 100 + sum - Math.min(title.length, 60) / 60;
}

function matches(text) {
  const wanted = words(text);
  if (!wanted.length) return [];
  return (window.siteSearch ?? []).map(entry => [score(entry, wanted), entry]).filter(([points]) => points > 0)
    .sort((a, b) => b[0] - a[0]).slice(0, 12).map(([, entry]) => entry);
}

function item([title, kind, place, address, text], index) {
  const link = document.createElement("a");
  link.href = root + address;
  link.tabIndex = -1;
  const head = document.createElement("b");
  head.textContent = title;
  const about = document.createElement("small");
  about.textContent = [kind, place].filter(Boolean).join(" · ");
  const body = document.createElement("span");
  body.textContent = text;
  link.append(head, about, body);
  const item = document.createElement("li");
  item.id = "result-" + index;
  item.setAttribute("role", "option");
  item.append(link);
  return item;
}

function show() {
  const found = matches(field.value);
  selected = -1;
  field.removeAttribute("aria-activedescendant");
  list.replaceChildren(...found.map(item));
  if (!found.length && window.siteSearch && field.value.trim()) {
    list.innerHTML = `<li class="none" role="option" aria-disabled="true">Nothing found</li>`;
  }
  list.hidden = !list.children.length;
  field.setAttribute("aria-expanded", String(!list.hidden));
}

function select(step) {
  const items = list.querySelectorAll("li:not(.none)");
  if (!items.length) return;
  selected = (selected + step + items.length) % items.length;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === selected)));
  items[selected].scrollIntoView({block: "nearest"});
  field.setAttribute("aria-activedescendant", items[selected].id);
}

function hide() {
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); show(); });
field.addEventListener("keydown", event => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    select(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    list.querySelectorAll("a")[Math.max(selected, 0)]?.click();
    hide();
  } else if (event.key === "Escape") {
    hide();
  }
});
document.addEventListener("click", event => { if (!box.contains(event.target) || event.target.closest("a")) hide(); });
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  field.focus();
});
