import FlowCompiler
import FlowSyntax
import FlowTable

/// The parameters of each challenge, according to the service description.
struct ChallengeParameters {
    struct Parameter {
        /// The names of the members that lead to the parameter in a reply.
        var path: [String]
        var isRequired: Bool
        var isSecret: Bool
        /// The possible words of the parameter; empty if the description names none.
        var words: [String]
    }

    /// By path of the challenge's name in a reply: the path of the object with its parameters.
    private var objects: [[String]: [String]] = [:]
    /// By challenge: its parameters, with paths in that object.
    private var parameters: [String: [Parameter]] = [:]

    /// Reads the service descriptions of a compiled flow.
    init(_ compilation: Compilation) {
        for tree in compilation.graph.nodes.map(\.document.tree) where tree.name(of: tree.root) == .service {
            for element in tree.children(of: tree.root, named: .reply) { addReply(element, tree) }
            for element in tree.children(of: tree.root, named: .challenge) { addChallenge(element, tree) }
        }
    }

    /// Returns the parameters of a challenge, with their paths in replies that have the challenge's name at `path`.
    func parameters(of challenge: String, namedAt path: [String]) -> [Parameter] {
        parameters[challenge, default: []].map { parameter in
            var parameter = parameter
            parameter.path = object(forNameAt: path) + parameter.path
            return parameter
        }
    }

    /// Returns the path of the object with the parameters, in replies that have a challenge's name at `path`.
    func object(forNameAt path: [String]) -> [String] { objects[path, default: []] }

    /// Records where replies with a challenge have their parameters.
    private mutating func addReply(_ element: ElementID, _ tree: SyntaxTree) {
        guard let challenge = tree.text(.challenge, of: element) else { return }
        objects[Self.path(challenge)] = Self.path(tree.text(.parameters, of: element) ?? "")
    }

    /// Records the parameters of a challenge.
    private mutating func addChallenge(_ element: ElementID, _ tree: SyntaxTree) {
        guard let name = tree.text(.name, of: element) else { return }
        parameters[name] = tree.children(of: element, named: .parameter).compactMap { child in
            guard let name = tree.text(.name, of: child) else { return nil }
            return Parameter(
                path: Self.path(tree.text(.at, of: child) ?? name),
                isRequired: tree.text(.required, of: child) == "true",
                isSecret: tree.text(.type, of: child).flatMap(SlotType.init(name:))?.isSecret == true,
                words: (tree.text(.of, of: child) ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }

    /// Returns the names of a path, which slashes separate.
    private static func path(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
