import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Decodes the attributes of an element.
///
/// Documents with structural errors are decoded, too. So every attribute is optional, even if the grammar requires it.
struct AttributeDecoder {
    /// The builder that interns names and numbers declarations.
    let builder: ASTBuilder
    let tree: SyntaxTree
    let element: ElementID

    /// The attributes that the element has.
    ///
    /// Most attributes that the compiler asks for are absent, and a lookup in this set is faster than a search.
    private let presentAttributes: AttributeSet

    init(builder: ASTBuilder, tree: SyntaxTree, element: ElementID) {
        self.builder = builder
        self.tree = tree
        self.element = element
        presentAttributes = tree.attributeNames(of: element)
    }

    var kind: ElementName { tree.name(of: element) }

    /// The place of the element in findings: its name in the start tag.
    var range: SourceRange { tree.nameRange(of: element) }

    /// Calls `body` with a decoder and the name of each child element, in document order.
    func forEachChild(_ body: (AttributeDecoder, ElementName) -> Void) {
        tree.forEachChild(of: element) { child, name in
            body(AttributeDecoder(builder: builder, tree: tree, element: child), name)
        }
    }

    /// Returns a decoder for each child element of a kind, in document order.
    func children(_ kind: ElementName) -> [AttributeDecoder] {
        var children: [AttributeDecoder] = []
        forEachChild { child, childKind in if childKind == kind { children.append(child) } }
        return children
    }

    /// Returns the value of an attribute as a name, or nil if the attribute is absent.
    func name(_ attribute: AttributeName) -> Name? {
        read(attribute).map { found in
            Name(
                symbol: tree.withTrimmedBytes(of: found) { builder.symbols.intern($0) },
                range: tree.valueRange(of: found))
        }
    }

    /// Returns the names that an attribute lists. The result is empty if the attribute is absent.
    func names(_ attribute: AttributeName) -> [Name] { namesAndRange(attribute)?.names ?? [] }

    /// Returns the names that an attribute lists and the place of its value, or nil if the attribute is absent.
    func namesAndRange(_ attribute: AttributeName) -> (names: [Name], range: SourceRange)? {
        read(attribute).map { found in
            var names: [Name] = []
            tree.forEachToken(of: found) { names.append(Name(symbol: builder.symbols.intern($0), range: $1)) }
            return (names, tree.valueRange(of: found))
        }
    }

    /// Returns the value of an attribute without white space around it, or nil if the attribute is absent.
    func word(_ attribute: AttributeName) -> String? { read(attribute).map { tree.trimmedText(of: $0) } }

    /// Returns the value of an attribute with all white space, or nil if the attribute is absent.
    func text(_ attribute: AttributeName) -> WrittenText? {
        read(attribute).map { WrittenText(text: tree.text(of: $0), range: tree.valueRange(of: $0)) }
    }

    /// Returns the value of an attribute as a number, or nil if the attribute is absent.
    ///
    /// `value` is nil if the text is not a number that fits into an `Int`.
    func number(_ attribute: AttributeName) -> (value: Int?, range: SourceRange)? {
        read(attribute).map { (Int(tree.trimmedText(of: $0)), tree.valueRange(of: $0)) }
    }

    /// Returns true if the value of an attribute is `true`, false for another value, or nil if it is absent.
    func flag(_ attribute: AttributeName) -> Bool? { word(attribute).map { $0 == "true" } }

    /// Returns the type in the attribute `type`, or nil if the attribute is absent or does not name a type.
    func type() -> (type: SlotType, range: SourceRange)? {
        guard let found = read(.type), let type = SlotType(name: tree.trimmedText(of: found)) else { return nil }
        return (type, tree.valueRange(of: found))
    }

    /// Returns the value of an attribute as an embedded language, or nil if the attribute is absent.
    func embedded(_ attribute: AttributeName) -> EmbeddedText? {
        read(attribute).map { EmbeddedText(text: tree.text(of: $0), tree: tree, attribute: $0) }
    }

    /// Returns the value of an attribute as a path, whose components are separated by slashes.
    ///
    /// The result is empty if the attribute is absent or has no components.
    func path(_ attribute: AttributeName) -> [ByteString] {
        (word(attribute) ?? "").split(separator: "/").map { ByteString(String($0)) }
    }

    /// Returns an attribute of the element and counts the reading, or returns nil if the attribute is absent.
    private func read(_ attribute: AttributeName) -> SyntaxAttribute? {
        guard presentAttributes.contains(attribute), let found = tree.attribute(attribute, of: element) else {
            return nil
        }
        builder.audit?.recordReading(of: found, in: tree)
        return found
    }
}

/// The value of an attribute that embeds another language: a guard or a pattern.
struct EmbeddedText: Sendable {
    let text: String
    /// The tree that contains the attribute.
    let tree: SyntaxTree
    let attribute: SyntaxAttribute

    /// The place of the whole value.
    var range: SourceRange { tree.valueRange(of: attribute) }

    /// Returns the place of a part of the decoded value, given as a range of UTF-8 offsets.
    func range(of part: Range<Int>) -> SourceRange { tree.range(ofDecoded: part, in: attribute) }
}
