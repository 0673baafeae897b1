// Plays a conversation with a compiled flow in the WebAssembly module: node play.mjs MODULE TABLE.
// Amplify's flow: a password, MFA set-up with an authenticator app, a wrong code, the right one, tokens.
import { readFileSync } from "node:fs";

const [modulePath, tablePath] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), {});
const { memory, flow_allocate, flow_free, flow_load, flow_send, flow_answer_length } = instance.exports;

function withBytes(bytes, body) {
    const pointer = flow_allocate(bytes.length);
    new Uint8Array(memory.buffer, pointer, bytes.length).set(bytes);
    const result = body(pointer, bytes.length);
    flow_free(pointer);
    return result;
}

function send(line) {
    const pointer = withBytes(new TextEncoder().encode(JSON.stringify(line)), (at, count) => flow_send(at, count));
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, flow_answer_length())));
}

// Returns the last output of the answer to a line.
const say = (line) => send(line).outputs.at(-1);

function expect(effect, kind, name, part) {
    const found = effect[kind]?.[part];
    if (found !== name) throw new Error(`expected ${kind} '${name}', got ${JSON.stringify(effect)}`);
    console.log(`${kind} ${name}`);
    return effect[kind];
}

const table = readFileSync(tablePath);
const cut = table.subarray(0, table.length - 1);
if (withBytes(cut, (at, count) => flow_load(at, count)) === 0) throw new Error("a table that is cut off was taken");
if (withBytes(table, (at, count) => flow_load(at, count)) !== 0) throw new Error("the table was not taken");

const offered = JSON.stringify(["SOFTWARE_TOKEN_MFA", "EMAIL_OTP"]);
expect(say({ start: { username: "ana", password: "Pa55word!", flowType: "userPassword" } }), "call", "InitiateAuth", "operation");
const setUp = { ChallengeName: "MFA_SETUP", Session: "s1", ChallengeParameters: { MFAS_CAN_SETUP: offered } };
expect(say({ reply: setUp }), "present", "CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION", "step");
expect(say({ select: "TOTP" }), "call", "AssociateSoftwareToken", "operation");
const shown = expect(
    say({ reply: { SecretCode: "JBSWY3DP", Session: "s2" } }), "present", "CONTINUE_SIGN_IN_WITH_TOTP_SETUP", "step");
if (!JSON.stringify(shown.parameters).includes("JBSWY3DP")) throw new Error("the secret to set up is not shown");
expect(say({ submit: {} }), "refused", "missing-parameter", "code");
const code = shown.requires.find((ask) => ask.required).name;
const answer = { submit: { [code]: "123456" } };
expect(say(answer), "call", "VerifySoftwareToken", "operation");
const wrong = { error: { type: "EnableSoftwareTokenMFAException", message: "Code mismatch" } };
expect(say(wrong), "present", "CONTINUE_SIGN_IN_WITH_TOTP_SETUP", "step");
expect(say(answer), "call", "VerifySoftwareToken", "operation");
const finish = expect(say({ reply: { Status: "SUCCESS", Session: "s3" } }), "call", "RespondToAuthChallenge", "operation");
if (finish.request.Session !== "s3") throw new Error("the session that ends the set-up is not sent");
const tokens = { AccessToken: "access", IdToken: "id", RefreshToken: "refresh", ExpiresIn: 3600 };
expect(say({ reply: { AuthenticationResult: tokens } }), "end", "signedIn", "outcome");
console.log("the module plays the flow");
