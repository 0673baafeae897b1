import FlowDiagnostics
import FlowIR
import FlowTable

/// The services that a flow is written against.
struct ServiceSet: Sendable {
    /// The services in source order.
    let all: [ServiceDescription]
    /// The keys of all requests to any of the services.
    let requestKeys: Set<Symbol>
    /// The type of each value that a reply can contain. The first service that describes a name decides.
    let outputTypes: [Symbol: SlotType]

    /// Indexes services. If several have an output of the same name, the first one determines its type.
    init(_ services: [ServiceDescription]) {
        // Most flows have one service. Its indexes are then shared instead of copied.
        all = services
        requestKeys = services.reduce(into: services.first?.requestKeys ?? []) { $0.formUnion($1.requestKeys) }
        outputTypes = services.dropFirst().reduce(into: services.first?.outputTypes ?? [:]) { types, service in
            types.merge(service.outputTypes) { first, _ in first }
        }
    }

    func withOperation(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.operations[name] != nil } }

    func withChallenge(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.challenges[name] != nil } }

    /// Returns the services whose replies can contain a value of this name.
    func withOutput(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.outputTypes[name] != nil } }

    /// Returns the words to which the first service with an output limits it, or nil if there is no limit.
    func words(of output: Symbol) -> [Symbol]? {
        withOutput(output).first?.outputWords[output].flatMap { $0.isEmpty ? nil : $0 }
    }

    func hasError(_ name: Symbol) -> Bool { all.contains { $0.errors.contains(name) } }

    /// Returns whether a request can begin a custom sign-in with a word.
    func canBeginSignIn(with word: Symbol) -> Bool { all.contains { $0.beginnings[word] != nil } }
}
