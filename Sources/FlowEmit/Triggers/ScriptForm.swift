/// The module system of a Node.js script.
package enum ScriptForm: Sendable {
    /// `exports.handler = …`, for `.js` and `.cjs`.
    case commonJS
    /// `export const handler = …`, for `.mjs`.
    case module
}
