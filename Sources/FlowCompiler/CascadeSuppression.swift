import FlowDiagnostics
import FlowLowering
import FlowSyntax

/// Suppresses cascading errors: findings about names that may follow from a structural error.
///
/// It rather suppresses one too many. The compiler reports it once the structure is correct.
struct CascadeSuppression {
    typealias Place = DocumentPlaces.Place

    let places: DocumentPlaces
    private let services: Set<FileID>
    /// Elements with an error of their own.
    private(set) var faulty: Set<Place> = []
    /// Elements that are skipped, or not read as intended.
    private(set) var lost: Set<Place> = []
    /// The outermost declarations and nodes that contain an error.
    private(set) var units: Set<Place> = []
    /// Their names, by which others extend them.
    private(set) var unitNames: Set<ByteText> = []
    /// Words that were perhaps meant as names, and names that something else declares.
    private(set) var words: Set<ByteText> = [ByteText("selection"), ByteText("*")]
    /// Whether everything depends on an error.
    private(set) var isTotal = false
    /// Whether a declaration lacks its name, so that it could declare any.
    private(set) var hidesNames = false
    private(set) var isInService = false

    /// Collects what depends on the structural errors.
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
