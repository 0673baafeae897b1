import FlowDiagnostics
import FlowLowering
import FlowSyntax

/// The parts that cannot be relied on in documents whose structure is wrong.
///
/// Of findings about names those are left out that can follow from what is wrong already. Better one too few: it is reported when
/// the structure is good.
struct CascadeSuppression {
    typealias Place = DocumentPlaces.Place

    let places: DocumentPlaces
    private let services: Set<FileID>
    /// Elements with a fault of their own.
    private(set) var faulty: Set<Place> = []
    /// Elements of which nothing is read, or not as it is meant.
    private(set) var lost: Set<Place> = []
    /// The outermost declarations and nodes with a fault somewhere in them.
    private(set) var units: Set<Place> = []
    /// Their names, by which others extend them.
    private(set) var unitNames: Set<ByteText> = []
    /// Words that were perhaps to be names, and names that come into being by something else.
    private(set) var words: Set<ByteText> = [ByteText("selection"), ByteText("*")]
    /// Whether anything at all depends on what is wrong.
    private(set) var isTotal = false
    /// Whether a declaration is without its name, so that it could be any.
    private(set) var hidesNames = false
    private(set) var isInService = false

    /// The damage that the findings of the structure show.
    init(_ findings: [Diagnostic], in graph: DocumentGraph) {
        let trees = graph.nodes.map(\.document.tree)
        places = DocumentPlaces(trees)
        services = Set(graph.nodes.filter { $0.document.kind == .service }.map(\.document.fileID))
        for finding in findings { add(finding) }
        for tree in trees {
            for element in tree.allElements where tree.name(of: element) == .error {
                words.formUnion(tree.text(.type, of: element).map { [ByteText($0)] } ?? [])
            }
        }
    }

    private mutating func add(_ finding: Diagnostic) {
        guard let (place, tree) = places.place(finding.range) else { return isTotal = true }
        let element = place.element
        // The root names the files that a flow is made of, and so do imports. A substitution says what operation is called
        // everywhere, and so what its variants are.
        if element == tree.root || namesFile(element, tree) || tree.name(of: element) == .substitute { isTotal = true }
        if services.contains(place.file) { isInService = true }
        switch finding.code {
        case .missingAttribute, .missingElement:
            if !Self.users.contains(tree.name(of: element)) { hidesNames = true }
        case .unknownElement, .misplacedElement: lost.insert(place)
        default: break
        }
        faulty.insert(place)
        let unit = tree.unit(of: element)
        units.insert(Place(file: place.file, element: unit))
        unitNames.formUnion(tree.declaredName(of: unit).map { [ByteText($0)] } ?? [])
        collectWords(element, tree)
    }

    /// Elements that only use names, so that nothing else depends on them.
    private static let users: Set<ElementName> = [
        .on, .go, .otherwise, .set, .merge, .clear, .send, .omit, .show, .count, .reset, .notify, .pass, .receive,
        .handle, .answer, .never, .always, .reachable,
    ]

    /// Attributes that never declare anything.
    private static let uses: Set<AttributeName> = [.to, .then, .restart, .from, .when]

    /// All words in an element and what it contains that a declaration could be made of.
    private mutating func collectWords(_ element: ElementID, _ tree: SyntaxTree) {
        for attribute in tree.attributes(of: element) where !Self.uses.contains(attribute.name) {
            words.formUnion(tree.tokens(of: attribute).map { ByteText($0.text) })
        }
        words.formUnion(
            (tree.content(of: element) ?? "").split(whereSeparator: \.isWhitespace).map { ByteText(String($0)) })
        for child in tree.children(of: element) { collectWords(child, tree) }
    }

    private func namesFile(_ element: ElementID, _ tree: SyntaxTree) -> Bool {
        if tree.name(of: element) == .import { return true }
        let paths = tree.attributes(of: element).lazy.map { tree.text(of: $0) }
        return paths.contains { $0.hasSuffix(".xml") } || tree.children(of: element).contains { namesFile($0, tree) }
    }
}
