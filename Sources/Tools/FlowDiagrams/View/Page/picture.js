// The picture: the current place, the edges that were taken, and the coverage of scenarios.

class Picture {
  constructor(data) {
    this.canvas = document.getElementById("picture");
    this.svg = this.canvas.querySelector("svg");
    this.data = data.picture;
    const box = this.svg.viewBox.baseVal;
    this.size = { width: box.width, height: box.height };
    this.zoom(Picture.readableScale);
  }

  zoom(scale) {
    this.scale = Math.min(3, Math.max(0.08, scale));
    this.svg.setAttribute("width", this.size.width * this.scale);
    this.svg.setAttribute("height", this.size.height * this.scale);
  }

  // The size at which the smallest texts can be read.
  static readableScale = 1.25;

  fit() { this.zoom(Math.min(this.canvas.clientWidth / this.size.width, this.canvas.clientHeight / this.size.height) * 0.97); }

  cardsOf(node) { return this.data.cards.filter(([, of]) => of === node); }

  // Draws a rounded frame around a card.
  frame(card, style, by) {
    const box = card.getBBox();
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    frame.setAttribute("class", style);
    const sizes = { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
    for (const [name, value] of Object.entries(sizes)) frame.setAttribute(name, value);
    card.append(frame);
  }

  // Marks the current place, and what the walk has passed.
  mark(walk) {
    for (const frame of this.svg.querySelectorAll(".halo, .trail")) frame.remove();
    for (const style of ["visited", "here", "here-row", "taken", "taken-row"]) {
      for (const element of this.svg.querySelectorAll(`.${style}`)) element.classList.remove(style);
    }
    const passed = new Passed(walk);
    const here = walk.nodeOf(walk.state);
    for (const [row, edge, steps] of this.data.rows) {
      // The lines of the heading describe shared transitions. Those of the current place are marked.
      if (row.startsWith("a_shared") && steps.some(([, from]) => from === here)) document.getElementById(row)?.classList.add("here-row");
      if (!steps.some((step) => passed.took(step))) continue;
      document.getElementById(row)?.classList.add("taken-row");
      if (edge) document.getElementById(edge)?.classList.add("taken");
    }
    this.placeFrames(here, passed.nodes);
  }

  placeFrames(here, visited) {
    this.here = null;
    for (const [id, node, isGroup] of this.data.cards) {
      const card = document.getElementById(id);
      if (!card) continue;
      if (node === here) {
        card.classList.add("here");
        card.classList.toggle("group", isGroup);
        this.frame(card, "halo", 4);
        if (!isGroup || !this.here) this.here = card;
      } else if (visited.has(node) && !isGroup) {
        card.classList.add("visited");
        this.frame(card, "trail", 2);
      }
    }
    this.show();
  }

  // Scrolls to the current place.
  show() {
    if (!this.here) return;
    const [card, canvas] = [this.here.getBoundingClientRect(), this.canvas.getBoundingClientRect()];
    const left = this.canvas.scrollLeft + card.left - canvas.left - (canvas.width - card.width) / 2;
    const top = this.canvas.scrollTop + card.top - canvas.top - Math.max(20, (canvas.height - card.height) / 2);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.canvas.scrollTo({ left, top, behavior: isStill ? "instant" : "smooth" });
  }

  // Colors each row and edge by whether a scenario takes one of its transitions; null removes the colors.
  cover(marks) {
    this.canvas.classList.toggle("coverage", marks !== null);
    for (const [row, edge, steps] of this.data.rows) {
      const numbers = steps.map(([mark]) => mark).filter((mark) => mark !== null);
      for (const id of [row, edge]) {
        const element = id && document.getElementById(id);
        element?.classList.toggle("covered", marks !== null && numbers.some((mark) => marks.has(mark)));
        element?.classList.toggle("missed", marks !== null && numbers.length > 0 && !numbers.some((mark) => marks.has(mark)));
      }
    }
  }
}

// What a walk has passed: nodes, and the steps from one node to the next that the picture shows.
//
// The interpreter reports the marks of transitions, and the states in which it waited or called a handler. Nodes that only
// decide lie on a way of taken transitions between two of these states. A transition that the compiler added has no mark.
class Passed {
  constructor(walk) {
    this.nodes = new Set(walk.entries.length ? [null] : []);
    this.taken = new Set();
    this.waiting = new Set(walk.data.states.filter((state) => state.kind !== "choice").map((state) => state.node ?? null));
    this.steps = walk.data.picture.rows.flatMap(([, , steps]) => steps);
    for (const entry of walk.entries) this.add(entry, walk);
  }

  add({ before, answer }, walk) {
    const states = [before, ...answer.states].map((state) => walk.nodeOf(state));
    const steps = this.steps.filter(([mark]) => mark === null || answer.marks.includes(mark));
    const left = this.reached(states.slice(0, -1), steps.map(([, from, to]) => [from, to]));
    const entered = this.reached(states.slice(1), steps.map(([, from, to]) => [to, from]));
    const pairs = new Set(states.slice(1).map((to, index) => `${states[index]}>${to}`));
    const decides = (node) => !this.waiting.has(node) && left.has(node) && entered.has(node);
    for (const node of [...states, ...[...left].filter(decides)]) this.nodes.add(node);
    for (const step of steps) {
      const [mark, from, to] = step;
      const isDirect = from !== to && pairs.has(`${from}>${to}`);
      const isAdded = isDirect || decides(from) && entered.has(to) || decides(to) && left.has(from);
      if (left.has(from) && (this.waiting.has(from) || decides(from)) && (mark !== null || isAdded)) this.taken.add(step);
    }
  }

  // The nodes, and those that only decide to which steps lead from them.
  reached(nodes, steps) {
    const result = new Set(nodes);
    for (const node of result) {
      for (const [from, to] of steps) if (from === node && !this.waiting.has(to)) result.add(to);
    }
    return result;
  }

  took(step) { return this.taken.has(step); }
}
