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

// What a walk has passed: nodes, the marks of transitions at each node, and the steps from one node to the next.
//
// The interpreter reports the states in which it waited or called a handler. Nodes that only decide are found by the
// marks of the transitions that leave them.
class Passed {
  constructor(walk) {
    this.nodes = new Set(walk.entries.length ? [null] : []);
    this.marks = new Set();
    this.steps = new Set();
    this.deciding = Passed.decidingNodes(walk.data);
    for (const entry of walk.entries) this.add(entry, walk);
  }

  // By mark: the nodes that only decide, and have a transition with the mark.
  static decidingNodes(data) {
    const waiting = new Set(data.states.filter((state) => state.kind !== "choice").map((state) => state.node ?? null));
    const result = new Map();
    for (const [mark, from] of data.picture.rows.flatMap(([, , steps]) => steps)) {
      if (mark !== null && !waiting.has(from)) result.set(mark, [...new Set(result.get(mark)).add(from)]);
    }
    return result;
  }

  add({ before, answer }, walk) {
    const waiting = [before, ...answer.states].map((state) => walk.nodeOf(state));
    const deciding = answer.marks.flatMap((mark) => this.deciding.get(mark) ?? []);
    for (const node of [...waiting, ...deciding]) {
      this.nodes.add(node);
      for (const mark of answer.marks) this.marks.add(`${mark}@${node}`);
      for (const decision of deciding) this.steps.add(`${node}>${decision}`);
    }
    for (let index = 1; index < waiting.length; index += 1) {
      if (waiting[index] !== waiting[index - 1]) this.steps.add(`${waiting[index - 1]}>${waiting[index]}`);
      for (const decision of deciding) this.steps.add(`${decision}>${waiting[index]}`);
    }
  }

  // A transition that the compiler added has no mark. It was taken if the walk went from its source to its target.
  took([mark, from, to]) {
    if (mark !== null) return this.marks.has(`${mark}@${from}`);
    return to !== null && this.steps.has(`${from}>${to}`);
  }
}
