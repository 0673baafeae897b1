// One custom challenge, which begins at once and may be answered three times.
const { table } = require('./oracle.js');

exports.handler = table([
  [/^(.-){0,2}c\+$/, 'tokens'],
  [/^$/, 'CUSTOM_CHALLENGE'],
  [/^(.-)?c-$/, 'CUSTOM_CHALLENGE'],
]);
