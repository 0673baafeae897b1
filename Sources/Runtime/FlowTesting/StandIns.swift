package import FlowCore
import FlowTable

/// The outputs of handlers that compute nothing. The interpreter in WebAssembly has them too.
package enum StandIns {
    /// Returns the outputs of a call: the given members, and a stand-in for each other required port.
    package static func outputs(of work: FlowWork, given: [JSONMember] = []) -> JSONValue {
        var outputs = given
        for (port, type) in zip(work.outputs, work.outputTypes) where isRequired(port, by: work) {
            if given.contains(where: { $0.name.utf8.elementsEqual(port.utf8) }) { continue }
            outputs.append(JSONMember(port, standIn(for: port, of: type)))
        }
        return .object(outputs)
    }

    /// A number of seconds that flows rarely mention.
    package static let seconds = "60"
    package static func failureMessage(of handler: String) -> String { "scripted failure of " + handler }

    /// Returns whether a result of the call must contain the port.
    private static func isRequired(_ port: String, by work: FlowWork) -> Bool {
        work.requiredOutputs.contains { $0.utf8.elementsEqual(port.utf8) }
    }

    /// Returns a stand-in for the value of a port: a value of the port's type, which contains its name if possible.
    private static func standIn(for port: String, of type: SlotType) -> JSONValue {
        let text = JSONValue.string("<" + port + ">")
        return switch type {
        case .list: .array([text])
        case .map: .object([JSONMember(port, text)])
        case .flag: .bool(true)
        case .seconds: .string(seconds)
        default: text
        }
    }
}
