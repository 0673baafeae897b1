/// How a script for Node.js gives others what it has.
package enum ScriptForm: Sendable {
    /// `exports.handler = …`, for `.js` and `.cjs`.
    case commonJS
    /// `export const handler = …`, for `.mjs`.
    case module
}
