// One custom challenge, which begins at once and may be answered three times.
const { table } = require('./oracle.js');

exports.handler = table([
  [/^(c-){0,2}c\+$/, 'tokens'],
  [/^$/, 'CUSTOM_CHALLENGE'],
  [/^(c-)?c-$/, 'CUSTOM_CHALLENGE'],
]);
