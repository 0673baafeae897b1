import FlowDiagnostics
import FlowIR
import FlowSyntax

/// An atomic test of a guard. Its names are not yet resolved.
enum GuardTest: Sendable {
    /// Tests whether a fact or flag is true.
    case fact(Name)
    case present(Name)
    /// Tests whether the node's last request carried a key.
    case sent(Name)
    case equals(Name, GuardLiteral)
    /// Tests whether a list has a literal as an item, a map as a key, or a text as a part.
    case contains(Name, GuardLiteral)
    /// Tests whether a text matches a pattern.
    case matches(Name, GuardLiteral)
    /// Tests whether a list or map has all items of a list.
    case hasAll(Name, Name)
    /// Tests whether a counter is below a limit.
    case below(Name, Int)
}

/// A literal in a guard: a word or a quoted text.
struct GuardLiteral: Sendable {
    /// The text without quotation marks.
    let text: String
    /// The offset of the text in the guard, in UTF-8 bytes.
    let offset: Int
    let range: SourceRange
}

/// A syntax error in a guard.
struct GuardFault: Error, Sendable {
    let message: String
    let range: SourceRange
    /// The suggested correction; nil if no likely one is known.
    var help: String?
}

/// The guard of an element: its attribute `when`.
final class GuardDeclaration: Sendable {
    let source: EmbeddedText
    /// The parsed condition, or the syntax error.
    let condition: Result<BooleanTree<GuardTest>, GuardFault>
    /// The keys that `sent` tests in the guard.
    let sentKeys: [Symbol]

    /// The place of the whole guard.
    var range: SourceRange { source.range }

    /// Reads the guard of an element, or returns nil if the element has none.
    init?(_ element: AttributeDecoder) {
        guard let source = element.embedded(.when) else { return nil }
        self.source = source
        condition = GuardParser.parse(source, element.builder)
        var keys: [Symbol] = []
        if case .success(let tree) = condition {
            tree.forEachLeaf { if case .sent(let key) = $0 { keys.append(key.symbol) } }
        }
        sentKeys = keys
    }
}
