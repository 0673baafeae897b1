package import FlowDiagnostics
package import FlowSyntax

/// An element of one of the documents at hand.
package struct Place: Hashable, Sendable {
    /// Index of the document in ``Documents``.
    package let document: Int
    /// The element.
    package let element: ElementID
}

/// The documents of one compilation, and short ways to read them.
package struct Documents: Sendable {
    /// The trees, by document.
    package let trees: [SyntaxTree]

    /// Documents in the order of loading.
    package init(_ trees: [SyntaxTree]) {
        self.trees = trees
    }

    func name(_ place: Place) -> ElementName { trees[place.document].name(of: place.element) }

    func children(_ place: Place) -> some Sequence<Place> {
        trees[place.document].children(of: place.element).lazy.map { Place(document: place.document, element: $0) }
    }

    func children(_ place: Place, _ name: ElementName) -> [Place] {
        children(place).filter { self.name($0) == name }
    }

    func attribute(_ name: AttributeName, _ place: Place) -> Name? {
        let tree = trees[place.document]
        guard let attribute = tree.attribute(name, of: place.element) else { return nil }
        return Name(text: tree.word(of: attribute), range: tree.valueRange(of: attribute))
    }

    /// The value as it is written, spaces included.
    func text(_ name: AttributeName, _ place: Place) -> Name? {
        let tree = trees[place.document]
        guard let attribute = tree.attribute(name, of: place.element) else { return nil }
        return Name(text: tree.text(of: attribute), range: tree.valueRange(of: attribute))
    }

    func has(_ name: AttributeName, _ place: Place) -> Bool {
        trees[place.document].attribute(name, of: place.element) != nil
    }

    /// The words of a list.
    func names(_ name: AttributeName, _ place: Place) -> [Name] {
        let tree = trees[place.document]
        guard let attribute = tree.attribute(name, of: place.element) else { return [] }
        return tree.tokens(of: attribute).map { Name(text: $0.text, range: $0.range) }
    }

    func isTrue(_ name: AttributeName, _ place: Place) -> Bool {
        attribute(name, place)?.text == "true"
    }

    /// A part of a value, given by UTF-8 offsets of the decoded text.
    func range(_ part: Range<Int>, of name: AttributeName, _ place: Place) -> SourceRange {
        let tree = trees[place.document]
        guard let attribute = tree.attribute(name, of: place.element) else { return tree.nameRange(of: place.element) }
        return tree.range(ofDecoded: part, in: attribute)
    }

    /// The place that stands for the element as a whole: its name in the start tag.
    func range(_ place: Place) -> SourceRange { trees[place.document].nameRange(of: place.element) }
}

/// A word of the source with its place.
package struct Name: Sendable {
    /// The word.
    package let text: String
    /// Where it stands.
    package let range: SourceRange
}
