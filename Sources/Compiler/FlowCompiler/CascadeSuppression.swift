import FlowDiagnostics
import FlowLowering
import FlowSyntax

/// Suppresses cascading errors: findings about names that may follow from a structural error.
///
/// This also suppresses some findings with another cause. The compiler reports them once the structure is correct.
struct CascadeSuppression {
    typealias Place = DocumentPlaces.Place

    let places: DocumentPlaces
    private let services: Set<FileID>
    /// The elements with an error of their own.
    private(set) var faulty: Set<Place> = []
    /// The elements that are skipped, or not read as intended.
    private(set) var lost: Set<Place> = []
    /// The outermost declarations and nodes that contain an error.
    private(set) var units: Set<Place> = []
    /// The names of `units`, by which other declarations extend them.
    private(set) var unitNames: Set<ByteString> = []
    /// The words that may be meant as names, and the names that are declared implicitly.
    private(set) var words: Set<ByteString> = [ByteString("selection"), ByteString("*")]
    /// Whether every finding about a name may follow from an error.
    private(set) var isTotal = false
    /// Whether a declaration lacks its name, so that it may declare any name.
    private(set) var hidesNames = false
    /// Whether a service description contains an error.
    private(set) var isInService = false

    /// Collects the elements and names that depend on the structural errors of a graph.
    init(_ findings: [Diagnostic], in graph: DocumentGraph) {
        let trees = graph.nodes.map(\.document.tree)
        places = DocumentPlaces(trees)
        services = Set(graph.nodes.filter { $0.document.kind == .service }.map(\.document.fileID))
        for finding in findings { collect(from: finding) }
        // An `error` element declares the type of its error implicitly.
        for tree in trees {
            for element in tree.allElements where tree.name(of: element) == .error {
                words.formUnion(tree.text(.type, of: element).map { [ByteString($0)] } ?? [])
            }
        }
    }

    /// Collects the element and the names that depend on one error, or sets `isTotal` if all names do.
    private mutating func collect(from finding: Diagnostic) {
        guard let (place, tree) = places.place(of: finding.range) else {
            isTotal = true
            return
        }
        let element = place.element
        // The root and imports name the files of a flow, on which all names depend. A substitution changes the
        // operation of all calls, and with it their variants.
        if element == tree.root || namesFile(element, tree) || tree.name(of: element) == .substitute { isTotal = true }
        if services.contains(place.file) { isInService = true }
        switch finding.code {
        // A finding about an unknown attribute with three subjects also names a required one that is missing.
        case .missingAttribute, .missingElement,
            .unknownAttribute where finding.subjects.count > 2:
            if !Self.elementsWithoutDeclarations.contains(tree.name(of: element)) { hidesNames = true }
        case .unknownElement, .misplacedElement: lost.insert(place)
        default: break
        }
        faulty.insert(place)
        collectUnit(of: place, tree)
        collectWords(in: element, tree)
    }

    /// Collects the declaration or node that contains a faulty element, and its name.
    private mutating func collectUnit(of place: Place, _ tree: SyntaxTree) {
        let unit = tree.unit(of: place.element)
        units.insert(Place(file: place.file, element: unit))
        if let name = tree.declaredName(of: unit) { unitNames.insert(ByteString(name)) }
    }

    /// The elements that use names, but declare none.
    private static let elementsWithoutDeclarations: Set<ElementName> = [
        .on, .go, .otherwise, .set, .merge, .clear, .send, .omit, .show, .count, .reset, .notify, .pass, .receive,
        .handle, .answer, .never, .always, .reachable,
    ]

    /// The attributes that never declare a name.
    private static let attributesWithoutDeclarations: Set<AttributeName> = [.to, .then, .restart, .from, .when]

    /// Collects all words in an element and its descendants that may be meant as the name of a declaration.
    private mutating func collectWords(in element: ElementID, _ tree: SyntaxTree) {
        for attribute in tree.attributes(of: element)
        where !Self.attributesWithoutDeclarations.contains(attribute.name) {
            words.formUnion(tree.tokens(of: attribute).map { ByteString($0.text) })
        }
        words.formUnion(
            (tree.content(of: element) ?? "").split(whereSeparator: \.isWhitespace).map { ByteString(String($0)) })
        for child in tree.children(of: element) { collectWords(in: child, tree) }
    }

    /// Returns whether an element or one of its descendants is an `import`, or has a value that ends in `.xml`.
    private func namesFile(_ element: ElementID, _ tree: SyntaxTree) -> Bool {
        if tree.name(of: element) == .import { return true }
        let paths = tree.attributes(of: element).lazy.map { tree.text(of: $0) }
        return paths.contains { $0.hasSuffix(".xml") } || tree.children(of: element).contains { namesFile($0, tree) }
    }
}

extension CascadeSuppression {
    /// Returns whether a finding about a name is certain to remain when the author corrects the structural errors.
    func allows(_ finding: Diagnostic) -> Bool {
        guard !isTotal, let (place, tree) = places.place(of: finding.range) else { return false }
        if faulty.contains(place) || isInLostElement(place, tree) { return false }
        // The faulty parts may be meant to declare the names in the finding.
        let mayBeDeclared = hidesNames || !words.isDisjoint(with: finding.subjects.map { ByteString($0) })
        switch finding.code {
        case .duplicateName, .duplicateNode:
            // The author may have meant to remove the inherited declaration.
            return !mayBeDeclared || finding.notes.allSatisfy { $0.range?.file == place.file }
        case .unknownTarget where finding.notes.contains { isInOtherFile($0, than: place) }:
            // An inherited node leads to a removed one. The faulty element may have been meant to replace it.
            return false
        case .unknownTarget, .unknownHandler, .unknownFailure, .unknownCounter, .unknownEvent, .unknownFlow,
            .unknownOutcome, .nothingInherited:
            return !mayBeDeclared
        case .unknownValue where finding.subjects.count > 1:
            // A handler's input lacks a value. The value that was passed may be unknown because of an error.
            return false
        case .unknownValue, .unknownError, .unknownChallenge, .unknownOperation, .unknownReply:
            return !mayBeDeclared && !isInService && !hasFaultyChild(place, tree)
        case .unknownPort, .unknownWord, .unknownVariant, .unknownParameter:
            return !mayBeDeclared && !isInService && !isInFaultyUnit(place, tree)
        // Any other finding may follow from the errors.
        default: return false
        }
    }

    /// Returns whether a note points to another file than the one of a place.
    private func isInOtherFile(_ note: Diagnostic.Note, than place: Place) -> Bool {
        guard let range = note.range else { return false }
        return range.file != place.file
    }

    /// Returns whether an element, or one that contains it, is skipped or not read as intended.
    private func isInLostElement(_ place: Place, _ tree: SyntaxTree) -> Bool {
        var next: ElementID? = place.element
        while let element = next {
            if lost.contains(Place(file: place.file, element: element)) { return true }
            next = tree.parent(of: element)
        }
        return false
    }

    /// Returns whether a child of an element has an error, such as a `pass` of a handler.
    ///
    /// The children of the root are independent declarations, so they do not count.
    private func hasFaultyChild(_ place: Place, _ tree: SyntaxTree) -> Bool {
        place.element != tree.root
            && tree.children(of: place.element).contains { faulty.contains(Place(file: place.file, element: $0)) }
    }

    /// Returns whether the declaration that contains an element, or one of the same name, contains an error.
    private func isInFaultyUnit(_ place: Place, _ tree: SyntaxTree) -> Bool {
        let unit = tree.unit(of: place.element)
        if units.contains(Place(file: place.file, element: unit)) { return true }
        guard let name = tree.declaredName(of: unit) else { return false }
        return unitNames.contains(ByteString(name))
    }
}
