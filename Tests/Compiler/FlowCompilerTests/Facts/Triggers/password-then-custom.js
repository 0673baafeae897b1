// A password, then one custom challenge; a second factor, which no trigger asks for, may stand behind the password, once.
const { table } = require('./oracle.js');

exports.handler = table([
  [/^s.$/, 'PASSWORD_VERIFIER'],
  [/^s.p\+(m\+)?$/, 'CUSTOM_CHALLENGE'],
  [/^s.p\+(m\+c\+|c\+(m\+)?)$/, 'tokens'],
]);
