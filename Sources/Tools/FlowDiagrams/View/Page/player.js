// The interpreter: the WebAssembly module with the flow's table. It decides what the flow does; this page shows it.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

class Player {
  constructor(instance, table) {
    this.exports = instance.exports;
    if (this.withBytes(table, (at, count) => this.exports.flow_load(at, count)) !== 0) throw new Error("the table is not valid");
  }

  static async compile(module, table) {
    Player.module = await WebAssembly.compile(await inflate(bytesOf(module)));
    Player.table = bytesOf(table);
  }

  // Returns a player with a conversation of its own, which has not started.
  static async start() {
    return new Player(await WebAssembly.instantiate(Player.module, {}), Player.table);
  }

  withBytes(bytes, body) {
    const pointer = this.exports.flow_allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
    const result = body(pointer, bytes.length);
    this.exports.flow_free(pointer);
    return result;
  }

  // Passes one line to the interpreter, and returns its answer.
  send(line) {
    const bytes = new TextEncoder().encode(JSON.stringify(line));
    const pointer = this.withBytes(bytes, (at, count) => this.exports.flow_send(at, count));
    const answer = new Uint8Array(this.exports.memory.buffer, pointer, this.exports.flow_answer_length());
    return JSON.parse(new TextDecoder().decode(answer));
  }
}
