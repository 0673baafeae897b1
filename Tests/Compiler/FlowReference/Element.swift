import FlowSyntax

/// An element of a document, with its attributes as they are written, also those that the grammar does not know yet.
final class Element: Sendable, Hashable {
    /// An attribute in the forms in which it is read.
    private struct Attribute: Sendable {
        let text: Text
        let word: Text
        let words: [Text]
    }

    /// Tells elements of all documents apart.
    let id: Int
    let name: Text
    let children: [Element]
    /// The guard of `when`.
    let condition: Guard?
    private let attributes: [Text: Attribute]
    /// The name of the element around it, empty for a root.
    let parent: Text

    /// The root of a document.
    convenience init(_ document: ParsedDocument, number: Int) {
        self.init(document.tree, document.tree.root, number << 24, in: "")
    }

    private init(_ tree: SyntaxTree, _ element: ElementID, _ base: Int, in parent: Text) {
        self.parent = parent
        id = base + Int(element.index)
        name = Text(tree.writtenName(of: element))
        var attributes: [Text: Attribute] = [:]
        for attribute in tree.attributes(of: element) {
            let text = Text(tree.text(of: attribute))
            attributes[Text(tree.writtenName(of: attribute))] = Attribute(
                text: text, word: text.trimmed, words: text.words)
        }
        self.attributes = attributes
        condition = attributes["when"].map { Guard($0.text) }
        let name = name
        children = tree.children(of: element).map { Element(tree, $0, base, in: name) }
    }

    static func == (left: Element, right: Element) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The names of its attributes.
    var attributeNames: [Text] { Array(attributes.keys) }

    /// A text as it is written.
    func text(_ attribute: Text) -> Text? { attributes[attribute]?.text }

    /// A name or another word.
    subscript(attribute: Text) -> Text? { attributes[attribute]?.word }

    /// A list of names.
    func words(_ attribute: Text) -> [Text] { attributes[attribute]?.words ?? [] }

    func isTrue(_ attribute: Text) -> Bool { self[attribute] == "true" }

    /// What is required unless it says else.
    var isRequiredByDefault: Bool { self["required"] != "false" }

    func all(_ name: Text) -> [Element] { children.filter { $0.name == name } }
}
