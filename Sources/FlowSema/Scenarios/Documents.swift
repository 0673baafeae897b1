import FlowDiagnostics
package import FlowSyntax

/// The documents of one compilation, and short ways to read them.
package struct Documents: Sendable {
    /// The trees, by document.
    package let trees: [SyntaxTree]
    /// Children by name of the elements that every node looks into, so that this does not cost more the more nodes there are.
    private var outer: [Place: [ElementName: [Place]]] = [:]

    /// Documents in the order of loading.
    package init(_ trees: [SyntaxTree]) {
        self.trees = trees
        for (document, tree) in trees.enumerated() { index(Place(document: document, element: tree.root)) }
    }

    /// Notes the children of a root or group, and those of the groups in it.
    private mutating func index(_ place: Place) {
        var byName: [ElementName: [Place]] = [:]
        trees[place.document].forEachChild(of: place.element) { child, name in
            byName[name, default: []].append(Place(document: place.document, element: child))
        }
        outer[place] = byName
        for group in byName[.group] ?? [] { index(group) }
    }

    private func isOuter(_ name: ElementName) -> Bool {
        switch name {
        case .flow, .group, .service: true
        default: false
        }
    }

    func name(_ place: Place) -> ElementName { trees[place.document].name(of: place.element) }

    func children(_ place: Place) -> [Place] {
        var result: [Place] = []
        trees[place.document].forEachChild(of: place.element) { child, _ in
            result.append(Place(document: place.document, element: child))
        }
        return result
    }

    func children(_ place: Place, _ name: ElementName) -> [Place] {
        let tree = trees[place.document]
        if isOuter(tree.name(of: place.element)), let known = outer[place] { return known[name] ?? [] }
        var result: [Place] = []
        tree.forEachChild(of: place.element) { child, found in
            if found == name { result.append(Place(document: place.document, element: child)) }
        }
        return result
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
