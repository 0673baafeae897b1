// What a table of session histories answers, by patterns over the history written as text: two characters an entry, the
// first letter of the challenge in lower case (x for any other) and + for true, - for anything else.
const letters = { SRP_A: 's', PASSWORD_VERIFIER: 'p', CUSTOM_CHALLENGE: 'c', SMS_MFA: 'm' };

const text = (session) =>
  session
    .map(({ challengeName, challengeResult }) => (letters[challengeName] ?? 'x') + (challengeResult === true ? '+' : '-'))
    .join('');

/** A handler that answers as the first pattern says that fits; nothing fits: the sign-in fails. */
exports.table = (rows) => async (event) => {
  const history = text(event.request.session);
  const [, answer] = rows.find(([pattern]) => pattern.test(history)) ?? [];
  const issueTokens = answer === 'tokens';
  event.response = { issueTokens, failAuthentication: answer === undefined };
  if (answer !== undefined && !issueTokens) event.response.challengeName = answer;
  return event;
};
