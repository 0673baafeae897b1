import FlowCompiler
import FlowDiagnostics
import FlowReference
import FlowSyntax
import TestSupport
import Testing

/// The flows of known defects of the language, as far as they compile: their conversations, and random ones.
@Suite struct DefectTests {
    /// The folders with a flow, below the one that `DEFECTS` names.
    static let folders: [String] = {
        let root = Environment.value("DEFECTS") ?? PackageFiles.absolute("../shared/language-defects")
        let outer = PackageFiles.names(in: root).map { root + "/" + $0 }
        let inner = outer.flatMap { folder in PackageFiles.names(in: folder).map { folder + "/" + $0 } }
        return (outer + inner).filter { PackageFiles.names(in: $0).contains("f.flow.xml") }
    }()

    @Test(arguments: folders) func bothSidesPlayAlike(_ folder: String) throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: folder))
        let compilation = FlowCompiler.compile(path: folder + "/f.flow.xml", loader: loader)
        let codes = compilation.diagnostics.map(\.code.rawValue)
        guard !codes.contains("livelock"), let subject = Subject(folder, compilation) else { return }
        let name = folder.split(separator: "/").suffix(2).joined(separator: "/")
        let lines = ((try? PackageFiles.text(folder + "/in.jsonl")) ?? "").split(separator: "\n")
        let spoken = lines.compactMap { JSON(bytes: Array($0.utf8)).flatMap { Spoken(line: $0) } }
        Self.play(subject, name, spoken)
    }

    private static func play(_ subject: Subject, _ name: String, _ spoken: [Spoken]) {
        var comparison = Comparison(subject)
        for line in spoken { comparison.take(line) }
        if let difference = comparison.difference { Issue.record("\(name)\n\(difference)") }
        let found = Conversations.play(subject, Settings.seed, events: 400, most: 1)
        for difference in found.differences { Issue.record("\(name), at random\n\(difference)") }
    }
}

extension Spoken {
    /// A line of the line protocol.
    init?(line: JSON) {
        func text(_ json: JSON?) -> Text { if case .string(let text)? = json { text } else { "" } }
        guard let member = line.members?.first else { return nil }
        let inner = { (name: Text) in member.value.members?.first { $0.name == name }?.value }
        switch member.name {
        case "start": self = .start(member.value)
        case "submit": self = .submit(member.value)
        case "select": self = .select(text(member.value))
        case "back", "cancel", "timeout": self = .send(member.name, nil)
        case "event":
            let error = line.members?.first { $0.name == "error" }?.value.members
            let part = { (name: Text) in text(error?.first { $0.name == name }?.value) }
            self = .send(text(member.value), error == nil ? nil : PendingError(part("type"), part("message")))
        case "reply":
            if case .string(let body) = member.value { self = .reply(body) } else { self = .reply(member.value.text) }
        case "error": self = .fail(text(inner("type")), text(inner("message")))
        case "handled": self = .handled(member.value)
        case "failed": self = .handlerFailed(text(inner("name")), text(inner("message")))
        default: return nil
        }
    }
}
