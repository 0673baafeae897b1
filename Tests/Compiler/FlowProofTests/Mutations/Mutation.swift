import FlowSyntax

/// One thing of a flow taken away or given another name.
struct Mutation: Sendable, CustomStringConvertible {
    /// What is taken away or renamed.
    enum Kind: String, CaseIterable, Sendable {
        case transition, requires, receive, pass, needs, send
    }

    /// How it is changed.
    enum Action: String, CaseIterable, Sendable {
        case removed, renamed
    }

    let kind: Kind
    let action: Action
    /// The file that is changed.
    let path: String
    /// The bytes that are replaced.
    let range: Range<Int>
    /// What takes their place.
    let replacement: String
    /// The nearest node around it, and its start tag or the name in question.
    let subject: String

    /// The same in the same place, whatever lines stand before it.
    var description: String { "\(path): \(subject)\(action == .renamed ? ", renamed" : "")" }

    /// The files with the change.
    func applied(to files: FlowFiles) -> FlowFiles {
        var copy = files
        var bytes = Array((files.texts[path] ?? "").utf8)
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        copy.texts[path] = String(decoding: bytes, as: UTF8.self)
        return copy
    }
}
