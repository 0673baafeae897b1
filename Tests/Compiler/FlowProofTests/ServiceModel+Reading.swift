extension ServiceModel {
    /// Reads service descriptions; where several have an operation, requests say which.
    init(_ texts: [String]) {
        for text in texts {
            let model = ServiceModel(text)
            let name = XMLElement.read(text).attributes["name"] ?? ""
            challenges.merge(model.challenges) { first, _ in first }
            for (operation, value) in model.operations {
                operations[name + ":" + operation] = value
                operations[operation] = operations[operation] ?? value
            }
        }
    }

    /// Reads a service description.
    init(_ text: String) {
        let root = XMLElement.read(text)
        let answer = root.all("operation").first { $0.attributes["name"] == root.attributes["answer"] }
        let folder = root.all("reply").map { $0.path("parameters") }.first { !$0.isEmpty } ?? []
        for element in root.all("challenge") {
            var way = Self.way(element)
            way.inputs = element.all("response").map { Self.input($0, below: answer?.path("responses") ?? []) }
            way.parameters = element.all("parameter").map { Self.output($0, below: folder) }
            challenges[element.attributes["name"] ?? ""] = way
        }
        let replies = Dictionary(root.all("reply").map { ($0.attributes["name"] ?? "", $0) }) { first, _ in first }
        for element in root.all("operation") {
            var operation = Self.operation(element, reply: replies[element.attributes["reply"] ?? ""])
            operation.challenges = challengeNames
            operations[operation.name] = operation
        }
    }

    private static func operation(_ element: XMLElement, reply: XMLElement?) -> Operation {
        var operation = Operation(name: element.attributes["name"] ?? "")
        operation.reply.challenge = reply?.path("challenge") ?? []
        operation.reply.success = reply?.path("success") ?? []
        operation.reply.outputs = (element.all("output") + (reply?.all("output") ?? [])).map { output($0, below: []) }
        operation.inputs = element.all("input").map { input($0, below: []) }
        operation.errors = element.words("errors")
        operation.answersChallenges = element.attributes["responses"] != nil
        operation.proves = element.attributes["proves"] != nil
        for variant in element.all("variant") {
            var way = way(variant)
            way.inputs = variant.all("input").map { input($0, below: []) }
            operation.variants[variant.attributes["name"] ?? ""] = way
        }
        return operation
    }

    private static func way(_ element: XMLElement) -> Way {
        var way = Way()
        way.proves = element.attributes["proves"] != nil
        let brings = element.all("brings")
        if !brings.isEmpty {
            way.following = (brings.flatMap { $0.words("challenge") }, brings.contains { $0.isTrue("success") })
        }
        return way
    }

    /// A response without a path of several members lies in the object of responses.
    private static func input(_ element: XMLElement, below folder: [String]) -> Input {
        let name = element.attributes["name"] ?? ""
        var path = element.path("at")
        if path.isEmpty { path = [name] }
        if path.count == 1 { path = folder + path }
        return Input(
            name: name, path: path, isSession: element.attributes["type"] == "session",
            isRequired: element.isTrue("required"), isVariant: element.isTrue("variant"),
            isSpread: name.hasSuffix("*"))
    }

    private static func output(_ element: XMLElement, below folder: [String]) -> Output {
        var path = element.path("at")
        if path.isEmpty { path = [element.attributes["name"] ?? ""] }
        return Output(
            path: folder + path, type: element.attributes["type"] ?? "text",
            encoding: element.attributes["encoding"] ?? "", prefix: element.attributes["prefix"] ?? "",
            isRequired: element.isTrue("required"), isGrant: element.attributes["grants"] != nil,
            words: element.words("of"))
    }
}
