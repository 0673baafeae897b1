public import FlowRuntime
public import FlowSealing
public import Logging
import Synchronization

/// Runs sign-ins for many clients, and has no memory of them between two events.
///
/// ```
/// let host = FlowHost([flow], keys: keys, redis: RedisSettings(host: "redis"))
/// let reply = await host.play(.start(["username": "ana"]), of: "amplify", state: nil, user: browser)
/// …
/// let next = await host.play(.submit(["code": "123456"]), of: "amplify", state: state, user: browser)
/// ```
///
/// Any node can play any event of a sign-in, since the sealed state comes with the event or from Redis. A guard in
/// Redis accepts each step's answer once. Create one host for each process.
public struct FlowHost: Sendable, Redacted {
    private let flows: [String: HostedFlow]
    private let sealers: [String: [SnapshotSealer]]
    private var shared: StepPlayer.Shared
    private let observer: StepObserver
    private let activity = Activity()

    /// Creates a host. It connects to Redis with the first event.
    /// - Parameters:
    ///   - flows: the flows, each with the versions that this node can continue. For one name, the last flow counts.
    ///   - keys: seals the states; the same on all nodes.
    ///   - redis: where the guard is.
    ///   - settings: where sign-ins are stored, and how long the host waits.
    ///   - logger: receives what goes wrong, without secrets.
    public init(
        _ flows: [HostedFlow], keys: SnapshotKeyring, redis: RedisSettings,
        settings: FlowHostSettings = FlowHostSettings(), logger: Logger = Logger(label: "flow-host")
    ) {
        self.flows = Dictionary(flows.map { ($0.name, $0) }) { $1 }
        sealers = self.flows.mapValues { flow in
            let nobody = SnapshotBinding(poolID: flow.poolID, clientID: flow.clientID)
            return flow.versions.map { SnapshotSealer($0, binding: nobody, seal: keys) }
        }
        shared = StepPlayer.Shared(
            store: GuardStore(redis, logger: logger), settings: settings, digests: EventDigests(keys))
        observer = StepObserver(logger)
    }

    /// Returns this host with another ``FlowHostSettings/stateStorage``. Both have the same connections, accept each
    /// other's states, and shut down together.
    public func storingState(in storage: FlowHostSettings.StateStorage) -> FlowHost {
        var host = self
        host.shared.settings.stateStorage = storage
        return host
    }

    /// The number of flows, without keys, addresses or states.
    public var description: String { "FlowHost of \(flows.count) flows" }

    /// Applies an event to a sign-in, and returns the step that follows.
    ///
    /// The event is played to its end even if the caller's task is canceled, so that its result is not lost.
    /// - Parameters:
    ///   - event: the event. A start begins a new sign-in, and ignores `state`.
    ///   - flow: the name of a hosted flow.
    ///   - state: the state of the step; nil only for a start.
    ///   - turn: the ``HostedStep/turn`` of the answered step; nil if the client does not know it. If `state` belongs
    ///     to another step, the event is refused as superseded.
    ///   - user: identifies the browser's session or the device. Other users cannot use the state.
    /// - Returns: the next step, or why the event was refused.
    public func play(
        _ event: StepEvent, of flow: String, state: String?, turn: String? = nil, user: [UInt8]
    ) async -> StepReply {
        await run(event.kind, of: flow, user) { await $0.play(event, state, turn) }
    }

    /// Returns the step that a sign-in presents, for a page that is loaded again.
    /// - Parameters:
    ///   - flow: the name of a hosted flow.
    ///   - state: the state of the step.
    ///   - user: as for ``play(_:of:state:turn:user:)``.
    /// - Returns: the step, or why it cannot be shown.
    public func current(of flow: String, state: String, user: [UInt8]) async -> StepReply {
        await run("current", of: flow, user) { await $0.play(nil, state, nil) }
    }

    /// Returns what the start of a flow asks for, in the version that begins new sign-ins; nil for an unknown flow.
    public func inputs(of flow: String) -> [FlowAsk]? {
        flows[flow]?.versions.first.map { FlowSession($0).inputs }
    }

    /// Returns whether Redis accepts writes now; false after ``shutDown()``.
    public func isReady() async -> Bool {
        guard activity.isOpen else { return false }
        return (try? await shared.store.check()) != nil
    }

    /// Refuses further events as unavailable, and waits for those in progress. Then closes the connections.
    public func shutDown() async {
        await activity.close()
        shared.store.close()
    }

    /// Plays an event in a task of its own, which the end of the caller's task does not cancel.
    private func run(
        _ kind: String, of name: String, _ user: [UInt8],
        _ play: @escaping @Sendable (StepPlayer) async -> StepReply
    ) async -> StepReply {
        await observer.observe(kind, of: flows[name] == nil ? "" : name) {
            guard let flow = flows[name], let sealers = sealers[name] else {
                return .refused(StepRefusal(.malformed, "unknown-flow", "there is no such flow"))
            }
            guard activity.begin() else { return .refused(.unavailable) }
            let reply = FirstReply()
            let player = StepPlayer(
                flow: flow, sealers: sealers.map { $0.bound(toUser: user) }, shared: shared,
                now: .sinceEpoch,
                reportUnavailable: { reply.resolve(.refused(.unavailable)) })
            Task(executorPreference: shared.store.executor) {
                reply.resolve(shared.store.isUnavailable ? .refused(.unavailable) : await play(player))
                activity.end()
            }
            return await reply.value
        }
    }
}

/// The events in progress.
private final class Activity: Sendable {
    private struct State {
        var isOpen = true
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Counts an event, and returns whether it may begin.
    func begin() -> Bool {
        state.withLock { state in
            if state.isOpen { state.count += 1 }
            return state.isOpen
        }
    }

    func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Accepts no further events, and waits for the last one in progress.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isOpen = false
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
