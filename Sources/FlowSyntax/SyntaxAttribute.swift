/// A handle on one attribute of a `SyntaxTree`.
package struct SyntaxAttribute: Hashable, Sendable {
    /// The index of the attribute among all attributes of the tree.
    let index: Int32
    package let name: AttributeName
}
