public import FlowRuntime

/// A flow that a host runs, with every version that may have pending sign-ins.
///
/// A sign-in ends in the version in which it began. In a rolling upgrade, first deploy a host that begins sign-ins with
/// the old version, and has the new one in `others`. When all nodes know both, deploy a host that begins with the new
/// version, and has the old one in `others`, until the last old sign-in has expired.
public struct HostedFlow: Sendable, Redacted {
    /// The name by which clients call the flow.
    public let name: String
    /// The tables; the first one begins new sign-ins.
    let versions: [TransitionTable]
    let poolID: String
    let clientID: String
    let handlers: FlowHandlers
    let service: any FlowService

    /// Creates a flow from its tables.
    /// - Parameters:
    ///   - name: the name by which clients call the flow, such as `amplify`.
    ///   - table: the version that begins new sign-ins.
    ///   - others: other versions whose sign-ins this node continues.
    ///   - poolID: the user pool, to which states are bound.
    ///   - clientID: the app client, to which states are bound.
    ///   - handlers: the handlers that the flow calls.
    ///   - service: sends the requests.
    public init(
        name: String, table: TransitionTable, others: [TransitionTable] = [], poolID: String, clientID: String,
        handlers: FlowHandlers, service: any FlowService
    ) {
        self.name = name
        versions = [table] + others
        self.poolID = poolID
        self.clientID = clientID
        self.handlers = handlers
        self.service = service
    }

    /// The flow's name, and the number of its versions.
    public var description: String { "flow \(name), \(versions.count) versions" }
}
