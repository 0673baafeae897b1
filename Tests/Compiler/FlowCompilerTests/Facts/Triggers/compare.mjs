// node compare.mjs OURS THEIRS: runs two triggers on every session history of up to four entries. Prints how many there were,
// then where the two differ and where ours breaks a rule of its own; the exit code is 1 if there is any such line.
import { pathToFileURL } from 'node:url';

const names = ['SRP_A', 'PASSWORD_VERIFIER', 'CUSTOM_CHALLENGE', 'SMS_MFA', 'SOMETHING_ELSE'];
const entries = names.flatMap((challengeName) => [
  { challengeName, challengeResult: true },
  { challengeName, challengeResult: false },
  { challengeName },
]);
const [ours, theirs] = await Promise.all(
  process.argv.slice(2, 4).map(async (path) => (await import(pathToFileURL(path))).handler));
const problems = [];
const short = (value) => JSON.stringify(value) ?? String(value);

/** The answer of a trigger, read before anything that it may wait for. */
async function answer(handler, request, response) {
  const event = { version: '1', request, response };
  let done;
  const returned = handler(event, { done: (_, value) => (done = value) });
  const { issueTokens, failAuthentication, challengeName } = event.response;
  if (((await returned) ?? done) !== event) problems.push(`another event comes back for ${short(request)}`);
  return { issueTokens, failAuthentication, challengeName };
}

/** What our trigger says, whatever stood in the answer before. */
async function ourAnswer(request) {
  const said = await answer(ours, request, { issueTokens: true, failAuthentication: true, challengeName: 'STALE' });
  const { issueTokens, failAuthentication, challengeName } = said;
  const kinds = [issueTokens === true, failAuthentication === true, typeof challengeName === 'string'];
  const isPlain = typeof issueTokens === 'boolean' && typeof failAuthentication === 'boolean';
  if (!isPlain || kinds.filter(Boolean).length !== 1) problems.push(`${short(request)}: ${short(said)}`);
  return said;
}

async function compare(session) {
  const our = await ourAnswer({ session });
  const their = await answer(theirs, { session }, {});
  if (short(our) !== short(their)) problems.push(`${short(session)}: ${short(our)}, not ${short(their)}`);
  const unknown = await ourAnswer({ session, userNotFound: true });
  const expected = our.issueTokens ? { issueTokens: false, failAuthentication: true } : our;
  if (short(unknown) !== short(expected)) problems.push(`no user, ${short(session)}: ${short(unknown)}`);
}

let count = 0;
let histories = [[]];
for (let length = 0; length <= 4; length += 1) {
  for (const session of histories) await compare(session);
  count += histories.length;
  histories = length < 4 ? histories.flatMap((history) => entries.map((entry) => [...history, entry])) : [];
}

const many = (entry) => Array.from({ length: 1000 }, () => entry);
const sessions = [
  undefined, null, 'SRP_A', 1, true, {}, { length: 0 }, { length: 1, 0: entries[0] }, [null], [undefined], ['SRP_A'], [[]],
  new Array(1), [null, null, null], [{ challengeResult: true }], ...entries.map(many),
];
const requests = [undefined, null, 'session', {}, ...sessions.map((session) => ({ session }))];
for (const request of requests) {
  const { failAuthentication } = await ourAnswer(request);
  if (!failAuthentication) problems.push(`does not fail: ${short(request)}`);
}

console.log(`${count} histories, ${requests.length} odd requests`);
for (const problem of problems.slice(0, 20)) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
