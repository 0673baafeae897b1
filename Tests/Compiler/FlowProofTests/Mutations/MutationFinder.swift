import FlowCompiler
import FlowDiagnostics
import FlowSyntax

/// Finds what can be taken away from the flow files of a compilation, or renamed.
struct MutationFinder {
    private let path: String
    private let tree: SyntaxTree
    private(set) var mutations: [Mutation] = []

    /// All mutations, file after file. Two with the same words in the same node are told apart by a number.
    static func all(_ compilation: Compilation) -> [Mutation] {
        var seen: [String: Int] = [:]
        return compilation.graph.nodes.filter { $0.document.kind == .flow }.flatMap { node in
            var finder = MutationFinder(path: node.path, tree: node.document.tree)
            for element in finder.tree.allElements { finder.look(at: element) }
            return finder.mutations.map { mutation in
                let count = seen[mutation.description, default: 0] + 1
                seen[mutation.description] = count
                return count == 1 ? mutation : mutation.numbered(count)
            }
        }
    }

    private init(path: String, tree: SyntaxTree) {
        self.path = path
        self.tree = tree
    }

    private mutating func look(at element: ElementID) {
        switch tree.name(of: element) {
        case .on, .go, .otherwise: remove(element, .transition)
        case .send: removeAndRename(element, .send)
        case .receive: removeAndRename(element, .receive)
        case .pass: removeAndRename(element, .pass)
        case .needs:
            guard let names = tree.attribute(.name, of: element) else { return }
            if tree.tokens(of: names).count == 1 {
                remove(element, .needs)
            } else {
                removeWords(names, element, .needs)
            }
            renameWords(names, element, .needs)
        default: break
        }
        guard let names = tree.attribute(.requires, of: element) else { return }
        let whole = tree.nameRange(of: names).offsets.lowerBound..<tree.valueRange(of: names).offsets.upperBound + 1
        add(.requires, .removed, whole, "", "requires=\"\(tree.text(of: names))\"", element)
        if tree.tokens(of: names).count > 1 { removeWords(names, element, .requires) }
        renameWords(names, element, .requires)
    }

    private mutating func remove(_ element: ElementID, _ kind: Mutation.Kind) {
        let tag = tree.file.text(tree.tagRange(of: element).offsets)
        add(kind, .removed, tree.range(of: element).offsets, "", tag.onOneLine, element)
    }

    private mutating func removeAndRename(_ element: ElementID, _ kind: Mutation.Kind) {
        remove(element, kind)
        guard let name = tree.attribute(.name, of: element) else { return }
        let tag = tree.file.text(tree.tagRange(of: element).offsets)
        add(kind, .renamed, tree.valueRange(of: name).offsets, "no-such-name", tag.onOneLine, element)
    }

    private mutating func removeWords(_ attribute: SyntaxAttribute, _ element: ElementID, _ kind: Mutation.Kind) {
        for token in tree.tokens(of: attribute) {
            add(kind, .removed, token.range.offsets, "", "\(kind.rawValue) \(token.text)", element)
        }
    }

    private mutating func renameWords(_ attribute: SyntaxAttribute, _ element: ElementID, _ kind: Mutation.Kind) {
        for token in tree.tokens(of: attribute) {
            add(kind, .renamed, token.range.offsets, "no-such-name", "\(kind.rawValue) \(token.text)", element)
        }
    }

    private mutating func add(
        _ kind: Mutation.Kind, _ action: Mutation.Action, _ range: Range<Int>, _ replacement: String, _ words: String,
        _ element: ElementID
    ) {
        let subject = place(element).map { "\($0) " } ?? ""
        mutations.append(
            Mutation(
                kind: kind, action: action, path: path, range: range, replacement: replacement, subject: subject + words
            ))
    }

    /// The name of the nearest node, group or declaration around an element.
    private func place(_ element: ElementID) -> String? {
        var next: ElementID? = element
        while let at = next {
            if let id = tree.text(.id, of: at) { return id }
            if at != element || tree.attribute(.requires, of: at) != nil, let name = tree.text(.name, of: at),
                tree.parent(of: at) != nil
            {
                return name
            }
            next = tree.parent(of: at)
        }
        return nil
    }
}

extension Mutation {
    /// The same with a number in its name.
    func numbered(_ number: Int) -> Mutation {
        Mutation(
            kind: kind, action: action, path: path, range: range, replacement: replacement,
            subject: "\(subject) (\(number))")
    }
}

extension String {
    /// Itself with each run of white space as one blank.
    var onOneLine: String { split { $0.isWhitespace }.joined(separator: " ") }
}
