import FlowTable

/// What the host shows and asks at a step.
public struct FlowPresentation: Sendable, Redacted {
    /// The step's name in the flow.
    public let step: String
    /// The values to show, as a JSON object.
    public let parameters: JSONValue
    /// The inputs to ask for.
    public let asks: [FlowAsk]
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?
    /// The seconds until the host must send the event `timeout`, or nil if neither a time limit nor a deadline applies
    /// to the step.
    public let timeLimit: Int?

    /// The step's name, without values.
    public var description: String { "step \(step)" }
}

/// How a flow ended.
public struct FlowOutcome: Sendable, Redacted {
    /// The outcome's name.
    public let name: String
    /// The name of the step that the end presents; empty if the end presents none.
    public let step: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?

    /// The outcome's name, without values.
    public var description: String { "outcome \(name)" }
}

/// A message from the flow to its host that needs no answer.
public struct FlowNotification: Sendable, Redacted {
    /// The notification's name.
    public let name: String
    /// The values shown, as a JSON object.
    public let parameters: JSONValue
    /// The pending error, or nil if there is none.
    public let error: FlowPendingError?

    /// The notification's name, without values.
    public var description: String { "notification \(name)" }
}

/// An error that the flow reports to its host.
public struct FlowPendingError: Sendable, Redacted {
    /// The error's type, as the service, a handler or the flow names it.
    public let type: String
    /// The message, which may be empty.
    public let message: String
    /// The class that the flow declares for the type; empty if the flow declares none.
    public let category: String

    /// The error's type, without its message.
    public var description: String { "error \(type)" }
}

extension FlowSession {
    /// The presented step, or nil if the session waits for something else.
    public var presentation: FlowPresentation? { presentation(redacted: .nothing) }

    /// Returns the presented step, or nil if the session waits for something else.
    ///
    /// For traces, `redacted` selects the shown values to replace. Unless it is ``FlowRedaction/nothing``, the error's
    /// message is empty.
    public func presentation(redacted: FlowRedaction) -> FlowPresentation? {
        guard machine.kind == .present, !machine.isPaused else { return nil }
        let state = Int(machine.state)
        let error = pendingError(redacted: redacted)
        let step = table.string(table.view.pointee.presentName[state])
        let offset = table.view.pointee.presentRecord[state]
        // A step without shown values, asks and limits has no record.
        if offset == 0 {
            return FlowPresentation(step: step, parameters: .object([]), asks: [], error: error, timeLimit: nil)
        }
        var reader = table.record(offset)
        let limits = StepLimits(&reader, parameters)
        let shown = FlowShow.readShows(&reader, table, parameters, redacted: redacted)
        let asks = FlowAsk.readList(&reader, table).map { $0.narrowed(toWordsOfferedIn: parameters) }
        // The milliseconds left are rounded up to seconds, so that the host does not send `timeout` too early.
        let secondsLeft = limits.end(since: presentedAt).map { Int(max(0, $0 - time + 999) / 1000) }
        return FlowPresentation(
            step: step, parameters: .object(shown), asks: asks, error: error, timeLimit: secondsLeft)
    }

    /// How the flow ended, or nil if it has not ended.
    public var outcome: FlowOutcome? { outcome(redacted: .nothing) }

    /// Returns how the flow ended, or nil if it has not ended.
    ///
    /// For traces, `redacted` selects the shown values to replace. Unless it is ``FlowRedaction/nothing``, the error's
    /// message is empty.
    public func outcome(redacted: FlowRedaction) -> FlowOutcome? {
        // The state before the first start is also of this kind, but nothing has ended there.
        guard machine.kind == .end, Int(machine.state) != table.view.pointee.initialState, !machine.isPaused else {
            return nil
        }
        let error = pendingError(redacted: redacted)
        let offset = table.view.pointee.endRecord[Int(machine.state) - table.view.pointee.firstEnd]
        // An end without an outcome, a step and shown values has no record.
        if offset == 0 { return FlowOutcome(name: "", step: "", parameters: .object([]), error: error) }
        var reader = table.record(offset)
        let name = table.string(reader.readVarint())
        let step = table.string(reader.readVarint())
        let shown = FlowShow.readShows(&reader, table, parameters, redacted: redacted)
        return FlowOutcome(name: name, step: step, parameters: .object(shown), error: error)
    }

    /// Clears the values that no later event can read, if the flow has ended and accepts no event other than a start.
    ///
    /// The pending error and the values that the outcome shows are kept.
    /// - Parameter mayStart: whether a start can follow. If it can, constants are kept too.
    package mutating func forgetUnread(mayStart: Bool) {
        let events = BuiltinEvent.start.rawValue + 1..<table.view.pointee.events
        guard outcome != nil, events.allSatisfy({ !machine.accepts($0) }) else { return }
        var readSlots = mayStart ? inputs.flatMap { $0.constantSlots } : []
        let offset = table.view.pointee.endRecord[Int(machine.state) - table.view.pointee.firstEnd]
        if offset != 0 {
            var reader = table.record(offset)
            // Skip the outcome and the step.
            reader.skip(2)
            readSlots += FlowShow.readSlots(&reader, parameters)
        }
        parameters.clear(from: TableFormat.errorMessageSlot + 1) { readSlots.contains($0) }
        parameters.commit()
    }

    /// Returns a notification: its name, the values that it shows, and the pending error.
    /// - Parameters:
    ///   - record: the number in the effect ``FlowEffect/notify(_:)``.
    ///   - redacted: for traces, the shown values to replace. Unless it is ``FlowRedaction/nothing``, the error's
    ///     message is empty.
    /// - Returns: the notification with the current values. Call this before ``proceed()``, which may change them.
    public func notification(_ record: Int, redacted: FlowRedaction = .nothing) -> FlowNotification {
        var reader = table.record(record)
        let name = table.string(reader.readVarint())
        let shown = FlowShow.readShows(&reader, table, parameters, redacted: redacted)
        return FlowNotification(
            name: name, parameters: .object(shown), error: pendingError(redacted: redacted))
    }

    /// The pending error, or nil if there is none.
    ///
    /// An error is pending until the host's next accepted event or the service's next valid reply, unless it is kept.
    public var pendingError: FlowPendingError? { pendingError(redacted: .nothing) }

    /// Returns the pending error, or nil if there is none.
    ///
    /// Unless `redacted` is ``FlowRedaction/nothing``, the message is empty, because it may quote any value.
    private func pendingError(redacted: FlowRedaction) -> FlowPendingError? {
        guard case .text(let type) = parameters[TableFormat.errorTypeSlot] else { return nil }
        let message = redacted != .nothing ? "" : parameters[TableFormat.errorMessageSlot]?.text ?? ""
        return FlowPendingError(type: type, message: message, category: table.errorClass(of: type))
    }
}

/// What the driver must do next.
public enum FlowEffect: Sendable, Equatable {
    /// Present the current step to the host and wait for its answer.
    case present
    /// Send the current request to the service and wait for the reply.
    case call
    /// Call the current handler and wait for its result.
    case handle
    /// The flow has ended with the current outcome. It accepts only a start, and the commands that the end names.
    case end
    /// Notify the host, and then call ``FlowSession/proceed()``. The number is the offset of the notification's record.
    ///
    /// If you use a ``FlowMachine`` without a session, call ``FlowMachine/proceed(in:)``.
    case notify(Int)
    /// Do nothing. The flow refused the event, which changed nothing.
    case refused(FlowRefusal)
}

extension FlowMachine {
    /// How a run of code ended.
    enum Completion {
        case effect(FlowEffect)
        /// The reply lacks the parameter of this slot.
        case lacking(slot: Int)

        /// Whether the code refused the event, or found the reply invalid.
        var isRefused: Bool {
            switch self {
            case .effect(.refused), .lacking: true
            case .effect: false
            }
        }
    }

    /// Whether a run of code can still refuse its event. A notification is sent only when it cannot.
    enum Commitment {
        case undecided
        /// The run only finds out whether the code after a notification refuses the event.
        case dryRun
        case committed
    }
}
