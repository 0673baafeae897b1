import FlowDiagnostics
import FlowSema
import FlowSyntax

/// The parts of documents that cannot be relied on since their structure is wrong.
///
/// Of findings about names those are left out that can follow from what is wrong already. Better one too few: it is reported when the
/// structure is good.
struct StructureDamage {
    private let trees: [FileID: SyntaxTree]
    private let services: Set<FileID>
    /// Elements with a fault of their own.
    private var faulty: Set<Place> = []
    /// Elements of which nothing is read, or not as it is meant.
    private var lost: Set<Place> = []
    /// The outermost declarations and nodes with a fault somewhere in them.
    private var units: Set<Place> = []
    /// Their names, by which others extend them.
    private var unitNames: Set<String> = []
    /// Words that were perhaps to be names, and names that come into being by something else.
    private var words: Set<String> = ["selection", "*"]
    /// Whether anything at all depends on what is wrong.
    private var isTotal = false
    /// Whether a declaration is without its name, so that it could be any.
    private var hidesNames = false
    private var isInService = false

    /// An element of one of the files.
    private struct Place: Hashable {
        let file: FileID
        let element: ElementID
    }

    /// The damage that the findings of the structure show.
    init(_ findings: [Diagnostic], in graph: DocumentGraph) {
        let trees = graph.nodes.map(\.document.tree)
        self.trees = Dictionary(trees.map { ($0.fileID, $0) }) { first, _ in first }
        services = Set(graph.nodes.filter { $0.document.kind == .service }.map(\.document.fileID))
        for finding in findings { add(finding) }
        for tree in trees {
            for element in tree.allElements where tree.name(of: element) == .error {
                words.formUnion(tree.text(.type, of: element).map { [$0] } ?? [])
            }
        }
    }

    private mutating func add(_ finding: Diagnostic) {
        guard let tree = trees[finding.range.file], let place = place(finding.range) else { return isTotal = true }
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
        let unit = unit(place, tree)
        units.insert(unit)
        unitNames.formUnion(name(of: unit, tree).map { [$0] } ?? [])
        collectWords(element, tree)
    }

    // MARK: Judgement

    /// Whether a finding about a name is true whatever was meant where the structure is wrong.
    func allows(_ finding: Diagnostic) -> Bool {
        guard !isTotal, let tree = trees[finding.range.file], let place = place(finding.range) else { return false }
        if faulty.contains(place) || isLost(place, tree) { return false }
        let names = Self.names(in: finding.message)
        let isExcused = hidesNames || !words.isDisjoint(with: names)
        switch finding.code {
        case .duplicateName, .duplicateNode:
            // An inherited name can have been taken away.
            return !isExcused || finding.notes.allSatisfy { $0.range?.file == place.file }
        case .unknownTarget where finding.notes.contains { $0.range.map { $0.file != place.file } ?? false }:
            // A style removes what an inherited node leads to: perhaps what is wrong was to replace that node.
            return false
        case .unknownTarget, .unknownHandler, .unknownFailure, .unknownCounter, .unknownEvent, .unknownFlow,
            .unknownOutcome, .nothingInherited:
            return !isExcused
        case .unknownValue where names.count > 1:
            // A handler's port without a value: that which it was given is perhaps unknown itself.
            return false
        case .unknownValue, .unknownError, .unknownChallenge, .unknownOperation, .unknownReply:
            return !isExcused && !isInService && !hasFault(place, tree)
        case .unknownPort, .unknownWord, .unknownVariant, .unknownParameter:
            return !isExcused && !isInService && !isInSpoiltUnit(place, tree)
        default: return false
        }
    }

    /// The names that a message is about: they stand in quotes.
    private static func names(in message: String) -> [String] {
        message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }

    private func isLost(_ place: Place, _ tree: SyntaxTree) -> Bool {
        var next: ElementID? = place.element
        while let element = next {
            if lost.contains(Place(file: place.file, element: element)) { return true }
            next = tree.parent(of: element)
        }
        return false
    }

    /// Whether something directly in an element is wrong: what it binds to a handler's ports, or that no request is sent.
    private func hasFault(_ place: Place, _ tree: SyntaxTree) -> Bool {
        place.element != tree.root
            && tree.children(of: place.element).contains { faulty.contains(Place(file: place.file, element: $0)) }
    }

    private func isInSpoiltUnit(_ place: Place, _ tree: SyntaxTree) -> Bool {
        let unit = unit(place, tree)
        return units.contains(unit) || name(of: unit, tree).map(unitNames.contains) == true
    }

    // MARK: Places

    /// The element whose start tag, or text directly behind it, a range stands in.
    private func place(_ range: SourceRange) -> Place? {
        guard let tree = trees[range.file] else { return nil }
        var (low, high) = (0, tree.elementCount)
        while low < high {
            let middle = (low + high) / 2
            if tree.tagRange(of: ElementID(middle)).start <= range.start { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : Place(file: range.file, element: ElementID(low - 1))
    }

    /// The outermost element around that is no root, group or list of data.
    private func unit(_ place: Place, _ tree: SyntaxTree) -> Place {
        var unit = place.element
        var next = tree.parent(of: unit)
        while let element = next {
            if element != tree.root, ![.group, .data].contains(tree.name(of: element)) { unit = element }
            next = tree.parent(of: element)
        }
        return Place(file: place.file, element: unit)
    }

    private func name(of unit: Place, _ tree: SyntaxTree) -> String? {
        tree.text(.id, of: unit.element) ?? tree.text(.name, of: unit.element)
    }
}

// MARK: - Words

extension StructureDamage {
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
            words.formUnion(tree.tokens(of: attribute).map(\.text))
        }
        words.formUnion((tree.content(of: element) ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        for child in tree.children(of: element) { collectWords(child, tree) }
    }

    private func namesFile(_ element: ElementID, _ tree: SyntaxTree) -> Bool {
        if tree.name(of: element) == .import { return true }
        let paths = tree.attributes(of: element).lazy.map { tree.text(of: $0) }
        return paths.contains { $0.hasSuffix(".xml") } || tree.children(of: element).contains { namesFile($0, tree) }
    }
}
