/// A service description, read from its tree.
struct Service: Sendable {
    /// A key of a request, or something that a reply brings.
    struct Field: Sendable {
        let name: Text
        private(set) var type: Text
        let path: [Text]
        let encoding: Text?
        let prefix: Text
        let isVariant: Bool
        /// With which replies it is described to come, where that is written.
        let with: [Text]?

        init(_ element: Element, below folder: [Text], path: [Text]? = nil) {
            name = element["name"] ?? ""
            type = element["type"] ?? "text"
            self.path = path ?? folder + (element["at"] ?? name).path
            encoding = element["encoding"]
            prefix = element.text("prefix") ?? ""
            isVariant = element.isTrue("variant")
            with = element["with"] == nil ? nil : element.words("with")
        }

        /// The same key, of a flag as of a text.
        var withoutFlags: Field {
            var result = self
            if type == "flag" { result.type = "text" }
            return result
        }

        /// Whether both are read alike from a reply.
        func isRead(like other: Field) -> Bool {
            path == other.path && encoding == other.encoding && prefix == other.prefix
        }

        /// Whether it is a family of keys.
        var isFamily: Bool { name.bytes.last == UInt8(ascii: "*") }
    }

    /// A form of reply.
    struct Form: Sendable {
        let challenge: [Text]?
        let parameters: [Text]
        let success: [Text]?
        let outputs: [Field]
        /// The element, nothing where an operation has no form.
        let element: Element?
    }

    struct Operation: Sendable {
        /// The number of its service's document.
        let service: Int
        let name: Text
        let inputs: [Field]
        let variants: [Text: [Field]]
        let responses: [Text]
        let form: Form
        let element: Element
    }

    struct Challenge: Sendable {
        let name: Text
        let parameters: [Element]
        let responses: [Element]
        let element: Element

        /// The parameters, with their paths in replies of a form.
        func fields(_ form: Form) -> [Field] { parameters.map { Field($0, below: form.parameters) } }
    }

    /// The number of its document.
    let number: Int
    let name: Text
    let answer: Text
    /// The root of its document.
    let root: Element
    private(set) var operations: [Text: Operation] = [:]
    private(set) var challenges: [Challenge] = []

    init(_ root: Element, number: Int) {
        self.number = number
        self.root = root
        name = root["name"] ?? ""
        answer = root["answer"] ?? ""
        for element in root.all("operation") {
            let operation = Self.operation(element, root, number)
            operations[operation.name] = operation
        }
        challenges = root.all("challenge").map {
            Challenge(
                name: $0["name"] ?? "", parameters: $0.all("parameter"), responses: $0.all("response"), element: $0)
        }
    }

    func challenge(_ name: Text) -> Challenge? { challenges.first { $0.name == name } }

    /// Whether the description says that a reply cannot follow on a request: one with a variant, or the answer to a challenge.
    func bars(_ event: Event, on operation: Operation, _ variant: Text?) -> Bool {
        let isAnswer = operation.name == answer || !operation.responses.isEmpty
        let challenge = isAnswer ? variant.flatMap { self.challenge($0)?.element } : nil
        let way = challenge ?? operation.element.all("variant").first { $0["name"] == variant }
        let brings = way?.all("brings") ?? []
        if brings.isEmpty { return false }
        return switch event {
        case .success: !brings.contains { $0.isTrue("success") }
        case .challenge(let name):
            self.challenge(name) != nil && !brings.contains { $0.words("challenge").contains(name) }
        default: false
        }
    }

    private static func operation(_ element: Element, _ root: Element, _ number: Int) -> Operation {
        let form = root.all("reply").first { $0["name"] == element["reply"] && element["reply"] != nil }
        let outputs = (form?.all("output") ?? []) + element.all("output")
        var variants: [Text: [Field]] = [:]
        for variant in element.all("variant") {
            variants[variant["name"] ?? ""] = variant.all("input").map { Field($0, below: []) }
        }
        return Operation(
            service: number, name: element["name"] ?? "", inputs: element.all("input").map { Field($0, below: []) },
            variants: variants,
            responses: element["responses"]?.path ?? [],
            form: Form(
                challenge: form?["challenge"]?.path, parameters: form?["parameters"]?.path ?? [],
                success: form?["success"]?.path, outputs: outputs.map { Field($0, below: []) }, element: form),
            element: element)
    }

    /// The keys of an answer to a challenge: a path of one member lies in the object of responses.
    func responses(_ challenge: Text, _ operation: Operation) -> [Field] {
        (self.challenge(challenge)?.responses ?? []).map { element in
            let path = (element["at"] ?? element["name"] ?? "").path
            return Field(element, below: [], path: path.count > 1 ? path : operation.responses + path)
        }
    }

    /// By name: the type of everything that a reply can bring.
    var outputTypes: [Text: Text] {
        var types: [Text: Text] = [:]
        for operation in operations.values { operation.form.outputs.forEach { types[$0.name] = $0.type } }
        for challenge in challenges {
            challenge.parameters.forEach { types[$0["name"] ?? ""] = $0["type"] ?? "text" }
        }
        return types
    }
}
