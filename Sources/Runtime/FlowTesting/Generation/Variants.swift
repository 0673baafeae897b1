import FlowCore
import FlowDiagnostics
import FlowIR

/// Combinations of values for the members of a JSON object.
///
/// There are two base combinations: the required members, and all members, each with its first value. The other
/// combinations differ from a base combination in one, two or three members.
struct Variants {
    /// A member of the object, with its possible values.
    struct Member {
        /// The number that stands for the member's name.
        let name: Int
        let values: [JSONValue]
        /// Whether every combination contains the member.
        let isNeeded: Bool
        /// Whether the flow branches on the member.
        let matters: Bool
    }

    /// By number of a member: its value. Members without a value are omitted.
    typealias Choice = [Int: JSONValue]

    /// A difference from a base combination in one member.
    private struct Difference {
        let name: Int
        /// The value, or nil to omit the member.
        let value: JSONValue?
        /// Whether the value is not the member's first.
        let hasOtherValue: Bool
    }

    private let required: Choice
    private let full: Choice
    private let members: [Member]

    /// Creates the combinations of the values of members.
    init(_ members: [Member]) {
        var required: Choice = [:]
        var full: Choice = [:]
        for member in members {
            full[member.name] = member.values.first
            if member.isNeeded { required[member.name] = member.values.first }
        }
        (self.required, self.full, self.members) = (required, full, members)
    }

    /// The base combinations, and their variations in one member.
    var single: [Choice] {
        var result = bases
        for base in result { result += differences(from: base).map { Self.applying([$0], to: base) } }
        return result
    }

    /// The variations of the base combinations in two members, first those without an omission or a first value.
    var double: [Choice] {
        let variations: [(base: Choice, differences: [Difference])] = bases.flatMap { base in
            let changes = differences(from: base)
            let pairs = Self.extending(changes.map { [$0] }, by: changes)
            return pairs.map { (base: base, differences: $0) }
        }
        let withOtherValues = variations.filter { $0.differences.allSatisfy(\.hasOtherValue) }
        let withOmissions = variations.filter { !$0.differences.allSatisfy(\.hasOtherValue) }
        return (withOtherValues + withOmissions).map { Self.applying($0.differences, to: $0.base) }
    }

    /// The variations of the base combinations in three members.
    var triple: [Choice] {
        bases.flatMap { base in
            let changes = differences(from: base)
            let pairs = Self.extending(changes.map { [$0] }, by: changes)
            return Self.extending(pairs, by: changes).map { Self.applying($0, to: base) }
        }
    }

    /// The base combinations, or only one if they are the same.
    private var bases: [Choice] { full == required ? [required] : [required, full] }

    /// Returns all extensions of nonempty lists by one more difference.
    ///
    /// The members in a list are in the order of their names, so each combination occurs only once.
    private static func extending(_ lists: [[Difference]], by differences: [Difference]) -> [[Difference]] {
        lists.flatMap { list in
            differences.filter { $0.name > list[list.count - 1].name }.map { list + [$0] }
        }
    }

    /// Returns the differences from a base combination, for members on which the flow branches.
    ///
    /// A difference gives the member another value, or omits a member that is not required.
    private func differences(from base: Choice) -> [Difference] {
        members.filter(\.matters).flatMap { member in
            // If the base combination contains the member, it has its first value.
            let isPresent = base[member.name] != nil
            let others = member.values.enumerated().dropFirst(isPresent ? 1 : 0).map { number, value in
                Difference(name: member.name, value: value, hasOtherValue: number > 0)
            }
            let omission = Difference(name: member.name, value: nil, hasOtherValue: false)
            return others + (isPresent && !member.isNeeded ? [omission] : [])
        }
    }

    /// Returns a base combination with these differences.
    private static func applying(_ differences: [Difference], to base: Choice) -> Choice {
        var result = base
        for difference in differences { result[difference.name] = difference.value }
        return result
    }
}

/// The results that a search for conversations tries for each handler, besides stand-ins.
struct HandlerScripts {
    /// The name of a failure that no flow names.
    static let undeclaredFailure: ByteString = "some-other-failure"

    /// By handler: its possible results.
    private(set) var byHandler: [String: [Scenario.HandlerScript]] = [:]

    /// Collects the possible results of a flow's handlers.
    init(_ flow: LoweredFlow, _ samples: SampleValues) {
        var outputsByHandler: [String: [HandlerUse.Output]] = [:]
        for case .handler(let use) in flow.states.map(\.kind) {
            outputsByHandler[use.handler.text, default: []] += use.outputs
        }
        let failures = flow.events.filter { $0.kind == .failure }.map(\.name) + [Self.undeclaredFailure]
        for (handler, outputs) in outputsByHandler {
            // A result without members needs no script: stand-ins return it if no output is required.
            let results = Self.results(with: outputs, flow, samples).filter { $0.members?.isEmpty == false }
            byHandler[handler] = results.map { .gives(json: $0.jsonText) } + failures.map { .fails($0.text) }
        }
    }

    /// Returns results with these outputs, as JSON objects: the base combinations and their variations in one port.
    ///
    /// If several uses of the handler have the same port, the first one determines its values.
    private static func results(
        with outputs: [HandlerUse.Output], _ flow: LoweredFlow, _ samples: SampleValues
    ) -> [JSONValue] {
        var ports: [ByteString] = []
        let members = outputs.compactMap { output -> Variants.Member? in
            guard !ports.contains(output.port) else { return nil }
            ports.append(output.port)
            return Variants.Member(
                name: ports.count - 1, values: samples.values(of: output.slot, flow.slots[output.slot].type),
                isNeeded: output.isRequired, matters: samples.matters[output.slot])
        }
        return Variants(members).single.map { choice in
            JSONValue.object(choice.sorted { $0.key < $1.key }.map { JSONMember(ports[$0.key].text, $0.value) })
        }
    }
}
