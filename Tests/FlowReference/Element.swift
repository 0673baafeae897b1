import FlowSyntax

/// An element of a document, with its attributes as they are written, also those that the grammar does not know yet.
struct Element: Sendable, Hashable {
    /// Tells elements of all documents apart.
    let id: Int
    let name: Text
    private(set) var attributes: [Text: Text]
    let children: [Element]

    /// The root of a document.
    init(_ document: ParsedDocument, number: Int) {
        self.init(document.tree, document.tree.root, number << 24)
    }

    private init(_ tree: SyntaxTree, _ element: ElementID, _ base: Int) {
        id = base + Int(element.index)
        name = Text(tree.writtenName(of: element))
        attributes = [:]
        for attribute in tree.attributes(of: element) {
            attributes[Text(tree.writtenName(of: attribute))] = Text(tree.text(of: attribute))
        }
        children = tree.children(of: element).map { Element(tree, $0, base) }
    }

    static func == (left: Element, right: Element) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// A text as it is written.
    func text(_ attribute: Text) -> Text? { attributes[attribute] }

    /// A name or another word.
    subscript(attribute: Text) -> Text? { attributes[attribute]?.trimmed }

    /// A list of names.
    func words(_ attribute: Text) -> [Text] { attributes[attribute]?.words ?? [] }

    func isTrue(_ attribute: Text) -> Bool { self[attribute] == "true" }

    /// What is required unless it says else.
    var isRequiredByDefault: Bool { self["required"] != "false" }

    func all(_ name: Text) -> [Element] { children.filter { $0.name == name } }

    /// The same element with another attribute.
    func replacing(_ attribute: Text, by text: Text) -> Element {
        var result = self
        result.attributes[attribute] = text
        return result
    }
}
