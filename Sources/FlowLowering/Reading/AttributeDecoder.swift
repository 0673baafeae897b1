import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Decodes the attributes of an element, each once.
///
/// A missing value is absent, even if the grammar requires it: documents with structural errors are read, too.
struct AttributeDecoder {
    /// The builder that it belongs to.
    let pass: ASTBuilder
    /// The tree of the document.
    let tree: SyntaxTree
    /// The element.
    let element: ElementID

    /// The present attributes: most of those requested are absent.
    private let names: AttributeSet

    /// Makes a decoder of an element.
    init(pass: ASTBuilder, tree: SyntaxTree, element: ElementID) {
        self.pass = pass
        self.tree = tree
        self.element = element
        names = tree.attributeNames(of: element)
    }

    /// The name of the element.
    var kind: ElementName { tree.name(of: element) }

    /// The place that stands for the element as a whole: its name in the start tag.
    var range: SourceRange { tree.nameRange(of: element) }

    /// Calls a function with a reader for every child, in document order.
    func forEachChild(_ body: (AttributeDecoder, ElementName) -> Void) {
        tree.forEachChild(of: element) { child, name in
            body(AttributeDecoder(pass: pass, tree: tree, element: child), name)
        }
    }

    /// A value that is one name.
    func name(_ attribute: AttributeName) -> Name? {
        take(attribute).map { found in
            Name(
                symbol: tree.withWord(of: found) { pass.symbols.intern($0) }, range: tree.valueRange(of: found))
        }
    }

    /// A value that is a list of names; empty if it is absent.
    func names(_ attribute: AttributeName) -> [Name] { list(attribute)?.names ?? [] }

    /// A value that is a list of names, with its place.
    /// - Returns: nil if it is absent.
    func list(_ attribute: AttributeName) -> (names: [Name], range: SourceRange)? {
        take(attribute).map { found in
            var names: [Name] = []
            tree.forEachToken(of: found) { names.append(Name(symbol: pass.symbols.intern($0), range: $1)) }
            return (names, tree.valueRange(of: found))
        }
    }

    /// A value that is one of the words of the language.
    func word(_ attribute: AttributeName) -> String? { take(attribute).map { tree.word(of: $0) } }

    /// A value that is any text, spaces included.
    func text(_ attribute: AttributeName) -> WrittenText? {
        take(attribute).map { WrittenText(text: tree.text(of: $0), range: tree.valueRange(of: $0)) }
    }

    /// A value that is a number.
    func number(_ attribute: AttributeName) -> (value: Int?, range: SourceRange)? {
        take(attribute).map { (Int(tree.word(of: $0)), tree.valueRange(of: $0)) }
    }

    /// A value that is `true` or `false`.
    func flag(_ attribute: AttributeName) -> Bool? { word(attribute).map { $0 == "true" } }

    /// A value that is a type.
    func type() -> (type: ValueType, range: SourceRange)? {
        guard let found = take(.type), let type = ValueType(rawValue: tree.word(of: found)) else { return nil }
        return (type, tree.valueRange(of: found))
    }

    /// A value in a language of its own.
    func embedded(_ attribute: AttributeName) -> EmbeddedText? {
        take(attribute).map { EmbeddedText(text: tree.text(of: $0), tree: tree, attribute: $0) }
    }

    /// A path: names between slashes.
    func path(_ attribute: AttributeName) -> [String] {
        (word(attribute) ?? "").split(separator: "/").map(String.init)
    }

    private func take(_ attribute: AttributeName) -> SyntaxAttribute? {
        guard names.contains(attribute), let found = tree.attribute(attribute, of: element) else { return nil }
        pass.audit?.take(found, of: tree)
        return found
    }
}

/// A value in a language of its own: a guard or a pattern, parts of which have places.
struct EmbeddedText: Sendable {
    /// The decoded value.
    let text: String
    /// The tree and the attribute that it was read from.
    let tree: SyntaxTree
    let attribute: SyntaxAttribute

    /// The place of the whole value.
    var range: SourceRange { tree.valueRange(of: attribute) }

    /// The place of a part, given by UTF-8 offsets.
    func range(of part: Range<Int>) -> SourceRange { tree.range(ofDecoded: part, in: attribute) }
}
