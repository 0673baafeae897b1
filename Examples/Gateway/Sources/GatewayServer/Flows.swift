import FlowHost
import FlowRuntime
import FlowTable
import Foundation
import GatewayCore

/// A flow that the gateway offers, with what its clients may send.
package struct OfferedFlow: Sendable {
    let name: String
    let hosted: HostedFlow
    /// The asks of the inputs that a client sends, in the configured order.
    let asks: [FlowAsk]
    /// The inputs that the gateway sets.
    let fixed: [JSONMember]
    /// The names of the values of an outcome that a client may see.
    let shows: Set<String>
    /// The outcomes with which the user is signed in.
    let signsIn: Set<String>
    /// The names of the inputs and answers that name the user.
    let user: [String]
    /// The labels of pages by language.
    let texts: JSONValue
    /// What `flowc generate schema` wrote; nil if the flow is not in the OpenAPI document.
    let schema: JSONValue?

    /// Returns the inputs of a start: those that the client has sent, and those that the gateway sets.
    /// - Throws: a problem if the inputs are not an object, or the client may not send one of them.
    func inputs(_ sent: JSONValue) throws(Problem) -> JSONValue {
        guard let members = sent.members else { throw .malformed }
        if let other = members.first(where: { member in !asks.contains { $0.name == member.name } }) {
            throw Problem(422, "unknown-parameter", "There is no such input", parameter: other.name)
        }
        return .object(members + fixed)
    }
}

/// Loads the flows of a configuration.
struct FlowLoader {
    let settings: GatewaySettings
    /// The folder to which paths are relative.
    let folder: String
    let service: any FlowService
    let handlers: FlowHandlers

    /// Returns all flows.
    /// - Throws: an error that names the key at fault, such as that of a file that cannot be read.
    func flows() throws -> [OfferedFlow] { try settings.flows.map(flow) }

    private func flow(_ flow: GatewaySettings.Flow) throws -> OfferedFlow {
        let key = "flows.\(flow.name)"
        let table = try table(flow.table, key + ".table")
        let older = try flow.older.enumerated().map { try self.table($1, "\(key).older.\($0)") }
        let hosted = HostedFlow(
            name: flow.name, table: table, others: older, poolID: settings.poolID, clientID: settings.clientID,
            handlers: handlers, service: service)
        let inputs = FlowSession(table).inputs
        let fixed = try self.fixed(flow, inputs)
        let schema = try flow.schema.map { try json($0, key + ".schema") }
        if let schema, schema["flow"]?.string != table.name {
            throw StartFailure("\(key).schema: the file is not the schema of the flow '\(table.name)'")
        }
        return OfferedFlow(
            name: flow.name, hosted: hosted, asks: try asks(flow, inputs, fixed: Set(fixed.map(\.name))), fixed: fixed,
            shows: Set(flow.shows), signsIn: Set(flow.signsIn),
            user: flow.user + ["username", "user", "login", "email", "phone"],
            texts: try flow.texts.map { try json($0, key + ".texts") } ?? .object([]), schema: schema)
    }

    /// Returns the asks of the inputs that a client sends.
    private func asks(
        _ flow: GatewaySettings.Flow, _ inputs: [FlowAsk], fixed: Set<String>
    ) throws -> [FlowAsk] {
        let key = "flows.\(flow.name).asks"
        let required = inputs.filter { $0.isRequired && !fixed.contains($0.name) }.map(\.name)
        let names = flow.asks ?? required
        if let missing = required.first(where: { !names.contains($0) }) {
            throw StartFailure("\(key): the flow requires the input '\(missing)'; add it here, or set it in inputs")
        }
        return try names.map { name in
            guard let ask = inputs.first(where: { $0.name == name }) else {
                throw StartFailure("\(key): the flow has no input '\(name)'")
            }
            if fixed.contains(name) { throw StartFailure("\(key): the gateway itself sets the input '\(name)'") }
            return ask
        }
    }

    /// Returns the inputs that the gateway sets: those of the configuration, and the app client.
    private func fixed(_ flow: GatewaySettings.Flow, _ inputs: [FlowAsk]) throws -> [JSONMember] {
        var values = flow.inputs
        for name in values.keys.sorted() { try check(values[name] ?? "", name, inputs, flow) }
        values["clientId"] = settings.clientID
        values["clientSecret"] = settings.clientSecret
        return inputs.compactMap { input in
            values[input.name].map { text in
                JSONMember(input.name, input.type == "flag" ? .bool(text == "true") : .string(text))
            }
        }
    }

    /// Throws unless the flow accepts a configured value for an input.
    private func check(_ text: String, _ name: String, _ inputs: [FlowAsk], _ flow: GatewaySettings.Flow) throws {
        let key = "flows.\(flow.name).inputs.\(name)"
        guard let input = inputs.first(where: { $0.name == name }) else {
            throw StartFailure("\(key): the flow has no such input")
        }
        if input.type == "flag" {
            guard ["true", "false"].contains(text) else { throw StartFailure("\(key): must be true or false") }
            return
        }
        do throws(FlowRefusal) { try input.check(text) } catch { throw StartFailure("\(key): \(error.message)") }
    }

    private func table(_ path: String, _ key: String) throws -> TransitionTable {
        do { return try TransitionTable(verifying: try bytes(path, key)) } catch let error as TableError {
            throw StartFailure("\(key): '\(path)' is no table of this version of flowc (\(error.code))")
        }
    }

    private func json(_ path: String, _ key: String) throws -> JSONValue {
        guard let value = JSONValue(json: try bytes(path, key)) else {
            throw StartFailure("\(key): '\(path)' is not JSON")
        }
        return value
    }

    private func bytes(_ path: String, _ key: String) throws -> [UInt8] {
        let url = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder, isDirectory: true))
        guard let data = try? Data(contentsOf: url) else { throw StartFailure("\(key): cannot read '\(path)'") }
        return [UInt8](data)
    }
}

/// Why the gateway did not start.
package struct StartFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
