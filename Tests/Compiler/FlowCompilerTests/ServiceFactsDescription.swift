/// What a service description says, one line for each fact.
struct ServiceFactsDescription {
    /// The member of a request that holds what a variant needs.
    private static let variantFolder = "AuthParameters"

    private let root: ServiceFactsElement
    private let replies: [String: [ServiceFactsElement]]
    private(set) var lines: Set<String> = []

    init(_ root: ServiceFactsElement) {
        self.root = root
        replies = Dictionary(
            root.all("reply").map { ($0.attributes["name"] ?? "", $0.all("output")) }, uniquingKeysWith: +)
        for bound in ["at-least", "at-most"] {
            if let seconds = root.attributes["session-\(bound)"] { lines.insert("session \(bound) \(seconds)") }
        }
        for error in root.all("errors").flatMap({ $0.words("names") }) { lines.insert("error \(error)") }
        for operation in root.all("operation") { add(operation) }
        for challenge in root.all("challenge") { add(challenge: challenge) }
    }

    private mutating func add(_ operation: ServiceFactsElement) {
        let name = operation.attributes["name"] ?? ""
        let subject = "operation \(name)"
        lines.insert(subject)
        for error in operation.words("errors") { lines.insert("\(subject) error \(error)") }
        let outputs = operation.all("output") + (replies[operation.attributes["reply"] ?? ""] ?? [])
        for output in outputs { add(output, to: "\(subject) output") }
        let folders = [Self.variantFolder, operation.attributes["responses"] ?? Self.variantFolder]
        let inputs = operation.all("input")
        let own = inputs.filter { input in !folders.contains { input.path.hasPrefix("\($0)/") } }
        for input in own { add(input, to: "\(subject) input") }
        for variant in operation.all("variant") {
            add(variant: variant, of: name, shared: inputs.filter { $0.path.hasPrefix("\(Self.variantFolder)/") })
        }
        if let folder = operation.attributes["responses"] {
            note(folder, subject)
            let shared = inputs.filter { $0.path.hasPrefix("\(folder)/") }
            for challenge in root.all("challenge") { addAnswers(to: challenge, name, folder, shared) }
        }
    }

    private mutating func add(variant: ServiceFactsElement, of operation: String, shared: [ServiceFactsElement]) {
        let subject = "flow \(operation) \(variant.attributes["name"] ?? "")"
        lines.insert(subject)
        note(Self.variantFolder, "operation \(operation)")
        for input in shared + variant.all("input") { add(input, to: "\(subject) input", in: Self.variantFolder) }
        addFollowing(variant, subject)
    }

    private mutating func add(challenge: ServiceFactsElement) {
        let subject = "challenge \(challenge.attributes["name"] ?? "")"
        lines.insert(subject)
        for parameter in challenge.all("parameter") { add(parameter, to: "\(subject) parameter", isTyped: false) }
        addFollowing(challenge, subject)
    }

    private mutating func addAnswers(
        to challenge: ServiceFactsElement, _ operation: String, _ folder: String, _ shared: [ServiceFactsElement]
    ) {
        let subject = "answer \(operation) \(challenge.attributes["name"] ?? "") response"
        for response in shared { add(response, to: subject, in: folder) }
        for response in challenge.all("response") { add(response, to: subject, isTyped: false) }
    }

    private mutating func addFollowing(_ element: ServiceFactsElement, _ subject: String) {
        for brings in element.all("brings") {
            for challenge in brings.words("challenge") { lines.insert("\(subject) brings \(challenge)") }
            if brings.attributes["success"] == "true" { lines.insert("\(subject) brings success") }
        }
    }

    /// A map that the description gives by what lies in it.
    private mutating func note(_ folder: String, _ subject: String) {
        lines.formUnion(["\(subject) input \(folder)", "\(subject) input \(folder) is map"])
    }

    /// A member of a folder, which is taken off its path. Types are known of members of the body itself.
    private mutating func add(_ member: ServiceFactsElement, to subject: String, in folder: String) {
        let path = member.path
        let inner = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : "../" + path
        add(inner, member, to: subject, isTyped: false)
    }

    private mutating func add(_ member: ServiceFactsElement, to subject: String, isTyped: Bool = true) {
        add(member.path, member, to: subject, isTyped: isTyped)
    }

    private mutating func add(_ path: String, _ member: ServiceFactsElement, to subject: String, isTyped: Bool) {
        let line = subject + " " + path
        lines.insert(line)
        if member.isRequired { lines.insert(line + " required") }
        let steps = path.utf8.count { $0 == UInt8(ascii: "/") }
        if steps > 1 { lines.insert(subject + " " + path.split(separator: "/").prefix(2).joined(separator: "/")) }
        guard isTyped, steps == 0, let type = member.attributes["type"] else { return }
        lines.insert(line + " is " + type)
    }
}
