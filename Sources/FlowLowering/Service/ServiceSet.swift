import FlowDiagnostics
import FlowModel

/// The services that a flow is written against. Each name of an operation, a challenge or a value is looked up in all of them.
struct ServiceSet: Sendable {
    /// The services in the order of writing.
    let all: [ServiceDescription]
    /// The keys that some request can carry, for checks of what is sent for all.
    let requestKeys: Set<Symbol>
    /// The values that some reply can bring, by name; the first one described counts for its type.
    let outputTypes: [Symbol: ValueType]

    /// A set of services.
    init(_ services: [ServiceDescription]) {
        all = services
        requestKeys = services.reduce(into: services.first?.requestKeys ?? []) { $0.formUnion($1.requestKeys) }
        outputTypes = services.dropFirst().reduce(into: services.first?.outputTypes ?? [:]) { types, service in
            types.merge(service.outputTypes) { first, _ in first }
        }
    }

    /// The services that have an operation.
    func services(withOperation name: Symbol) -> [ServiceDescription] { all.filter { $0.operations[name] != nil } }

    /// The services that have a challenge.
    func services(withChallenge name: Symbol) -> [ServiceDescription] { all.filter { $0.challenges[name] != nil } }

    /// The services whose replies bring a value.
    func services(bringing name: Symbol) -> [ServiceDescription] { all.filter { $0.outputTypes[name] != nil } }

    /// The words that a value of replies is one of; nil if it can be anything.
    func words(of output: Symbol) -> [Symbol]? {
        services(bringing: output).first?.outputWords[output].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether some service has an error.
    func hasError(_ name: Symbol) -> Bool { all.contains { $0.errors.contains(name) } }

    /// Whether requests can begin rounds of challenges with a word.
    func begins(_ word: Symbol) -> Bool { all.contains { $0.beginnings[word] != nil } }
}
