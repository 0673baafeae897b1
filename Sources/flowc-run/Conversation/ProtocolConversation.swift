package import FlowCore
package import FlowRuntime
import FlowTesting
import FlowTool

/// A conversation in the line protocol with a flow whose requests and handlers are real.
///
/// Lines are taken in turn: an event waits until the one before has led to a step, or to work for the driver. A cancellation
/// does not wait, since what it ends may be what everybody waits for.
package struct ProtocolConversation: Sendable {
    private let adapter: RunnerAdapter
    private let mailbox: DriverMailbox
    private let lines: LineSource
    private let write: Writer

    /// Creates a conversation that has not begun.
    /// - Parameters:
    ///   - adapter: the flow.
    ///   - mailbox: where the driver does work, if it does any.
    ///   - lines: what the driver says.
    ///   - write: where lines to the driver go.
    package init(_ adapter: RunnerAdapter, mailbox: DriverMailbox, lines: LineSource, write: Writer) {
        self.adapter = adapter
        self.mailbox = mailbox
        self.lines = lines
        self.write = write
    }

    /// Converses until the input ends and what it said has been worked on. Nothing that is said ends it.
    package func run() async {
        while let line = await lines.next() {
            do throws(ProtocolLine.Fault) {
                if let said = try ProtocolLine(line) { await take(said) }
            } catch {
                Self.write(FlowOutput.refusal(error.code, error.message), to: write)
            }
        }
        await mailbox.turn()
    }

    private func take(_ line: ProtocolLine) async {
        switch line {
        case .reply, .error, .handled, .failed:
            // What the driver works on may still be on its way to the mailbox.
            await mailbox.turn()
            guard await !mailbox.take(line) else { return }
            Self.write(FlowOutput.refused(FlowRefusal(.eventNotAccepted, line.eventName)).json, to: write)
        case .event("cancel", _): await begin(line)
        case .start, .submit, .select, .event:
            await mailbox.turn()
            await begin(line)
        }
    }

    /// Says a line without waiting for what comes of it, only until the flow has heard it.
    private func begin(_ line: ProtocolLine) async {
        await mailbox.beginEvent()
        Task {
            if let output = await adapter.say(line) { Self.write(output.json, to: write) }
            await mailbox.endEvent()
        }
        await adapter.arrival(of: line)
    }

    private static func write(_ line: JSONValue, to write: Writer) { write(SafeText(json: line) + "\n") }

    /// What a run tells while it works, as lines: requests as they go on the wire, without secrets.
    package static func tracer(_ write: Writer) -> FlowTracer {
        { event in
            if case .called(let request) = event { Self.write(FlowOutput.call(request).onTheWire.json, to: write) }
        }
    }

    /// What a flow notifies, as lines.
    package static func notifier(_ write: Writer) -> @Sendable (FlowNotification) async -> Void {
        { told in Self.write(FlowOutput.notify(told).json, to: write) }
    }
}
