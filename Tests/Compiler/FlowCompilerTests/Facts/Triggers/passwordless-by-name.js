// The handler of the guide, which does not look at the first name of two; whoever does fails a history that begins otherwise.
const guide = require('./passwordless.js');

exports.handler = async (event) => {
  guide.handler(event, { done() {} });
  const [first] = event.request.session;
  if (event.response.issueTokens && first.challengeName !== 'SRP_A') {
    event.response = { issueTokens: false, failAuthentication: true };
  }
  return event;
};
