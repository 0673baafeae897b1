import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A test that a guard is made of, its names not yet resolved.
enum GuardTest: Sendable {
    /// A fact holds.
    case fact(Name)
    /// A value is there.
    case present(Name)
    /// The last request carried a key.
    case sent(Name)
    /// A value is a literal.
    case equals(Name, GuardLiteral)
    /// A list, map or text holds a literal.
    case contains(Name, GuardLiteral)
    /// A text has a form.
    case matches(Name, GuardLiteral)
    /// A list or map holds all items of a list.
    case hasAll(Name, Name)
    /// A counter is below a number.
    case below(Name, Int)
}

/// A literal of a guard.
struct GuardLiteral: Sendable {
    /// Its text, without quotes.
    let text: String
    /// Where it begins in the guard, as a UTF-8 offset.
    let offset: Int
    /// Its place.
    let range: SourceRange
}

/// Why a guard cannot be read, and where.
struct GuardFault: Error, Sendable {
    /// In words.
    let message: String
    /// The place.
    let range: SourceRange
    /// A way out, where there is a likely one.
    var help: String?
}

/// A `when`.
final class GuardDeclaration: Sendable {
    /// As it is written.
    let source: EmbeddedText
    /// What it says.
    let condition: Result<BooleanTree<GuardTest>, GuardFault>

    /// The keys of requests that it asks for.
    let sentKeys: [Symbol]

    /// The place of the whole guard.
    var range: SourceRange { source.range }

    /// Reads the guard of an element.
    /// - Returns: nil if the element has none.
    init?(_ element: AttributeDecoder) {
        guard let source = element.embedded(.when) else { return nil }
        self.source = source
        condition = GuardParser.parse(source, element.pass)
        var keys: [Symbol] = []
        if case .success(let tree) = condition {
            tree.forEachLeaf { if case .sent(let key) = $0 { keys.append(key.symbol) } }
        }
        sentKeys = keys
    }
}
