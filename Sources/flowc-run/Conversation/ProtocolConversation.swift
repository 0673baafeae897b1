package import FlowCore
package import FlowRuntime
import FlowTesting
import FlowTool

/// A line protocol conversation with real requests and handlers.
///
/// Lines are processed in order: an event waits until the previous one has led to a step, or to work for the driver. A
/// cancellation does not wait, since it may end what all others wait for.
package struct ProtocolConversation: Sendable {
    private let adapter: RunnerAdapter
    private let mailbox: DriverMailbox
    private let lines: LineSource
    private let write: Writer

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - adapter: the flow.
    ///   - mailbox: the mailbox for the driver's work, if any.
    ///   - lines: the driver's lines.
    ///   - write: writes lines to the driver.
    package init(_ adapter: RunnerAdapter, mailbox: DriverMailbox, lines: LineSource, write: Writer) {
        self.adapter = adapter
        self.mailbox = mailbox
        self.lines = lines
        self.write = write
    }

    /// Runs until the input ends and all lines are processed. No line ends it.
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
            // The driver's work may still be on its way to the mailbox.
            await mailbox.turn()
            guard await !mailbox.take(line) else { return }
            Self.write(FlowOutput.refused(FlowRefusal(.eventNotAccepted, line.eventName)).json, to: write)
        case .event("cancel", _): await begin(line)
        case .start, .submit, .select, .event:
            await mailbox.turn()
            await begin(line)
        }
    }

    /// Processes a line until the flow has received it, not until its result.
    private func begin(_ line: ProtocolLine) async {
        await mailbox.beginEvent()
        Task {
            if let output = await adapter.say(line) { Self.write(output.json, to: write) }
            await mailbox.endEvent()
        }
        await adapter.arrival(of: line)
    }

    private static func write(_ line: JSONValue, to write: Writer) { write(SafeText(json: line) + "\n") }

    /// Traces a run as lines, with requests in wire format and without secrets.
    package static func tracer(_ write: Writer) -> FlowTracer {
        { event in
            if case .called(let request) = event { Self.write(FlowOutput.call(request).inWireFormat.json, to: write) }
        }
    }

    /// Writes a flow's notifications as lines.
    package static func notifier(_ write: Writer) -> @Sendable (FlowNotification) async -> Void {
        { told in Self.write(FlowOutput.notify(told).json, to: write) }
    }
}
