/// A handle on one attribute of a `SyntaxTree`.
package struct SyntaxAttribute: Hashable, Sendable {
    /// The index among all attributes of the tree.
    let index: Int32
    package let name: AttributeName
}
