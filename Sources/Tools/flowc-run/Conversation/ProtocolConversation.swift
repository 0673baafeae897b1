import FlowCompiler
package import FlowCore
package import FlowRuntime
import FlowTesting
import FlowTool

/// A conversation in the line protocol. The driver is the host, and can also be the service, the handlers or both.
///
/// It processes lines in order. An event waits until the previous event has led to a step, or to work for the driver. A
/// cancellation does not wait, because it can end the event for which others wait.
package struct ProtocolConversation: Sendable {
    private let adapter: RunnerAdapter
    private let mailbox: DriverMailbox
    private let lines: LineSource
    private let write: Writer

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - adapter: runs the flow.
    ///   - mailbox: receives the replies and results of the driver.
    ///   - lines: the driver's lines.
    ///   - write: writes to the driver.
    package init(_ adapter: RunnerAdapter, mailbox: DriverMailbox, lines: LineSource, write: Writer) {
        self.adapter = adapter
        self.mailbox = mailbox
        self.lines = lines
        self.write = write
    }

    /// Processes lines until the input ends, and then waits for an event in progress that does not need the driver.
    package func run() async {
        while let line = await lines.next() {
            do throws(ProtocolLine.Fault) {
                if let parsed = try ProtocolLine(line) { await process(parsed) }
            } catch {
                Self.writeLine(FlowOutput.refusal(code: error.code, message: error.message), to: write)
            }
        }
        await mailbox.waitForTurn()
    }

    /// Passes a reply or a result to the mailbox, and any other line to the flow as an event.
    private func process(_ line: ProtocolLine) async {
        switch line {
        case .reply, .error, .handled, .failed:
            // The event in progress may be about to ask the driver.
            await mailbox.waitForTurn()
            guard await !mailbox.complete(with: line) else { return }
            Self.writeLine(FlowOutput.refused(FlowRefusal(.eventNotAccepted, line.eventName)).json, to: write)
        case .event(ProtocolLine.cancel, _): await startEvent(line)
        case .start, .submit, .select, .event:
            await mailbox.waitForTurn()
            await startEvent(line)
        }
    }

    /// Sends a line's event to the flow, and waits until the flow has received it.
    ///
    /// A separate task writes the result when the flow returns it.
    private func startEvent(_ line: ProtocolLine) async {
        await mailbox.beginEvent()
        Task {
            if let output = await adapter.apply(line) { Self.writeLine(output.json, to: write) }
            await mailbox.endEvent()
        }
        await adapter.waitForArrival(of: line)
    }

    private static func writeLine(_ line: JSONValue, to write: Writer) { write(SafeText(json: line) + "\n") }

    /// Returns a tracer that writes requests as lines, in wire format and without secrets.
    package static func tracer(_ write: Writer) -> FlowTracer {
        { event in
            guard case .called(let request) = event else { return }
            Self.writeLine(FlowOutput.call(request).inWireFormat.json, to: write)
        }
    }

    /// Returns a closure that writes the flow's notifications as lines.
    package static func notifier(_ write: Writer) -> @Sendable (FlowNotification) async -> Void {
        { notification in Self.writeLine(FlowOutput.notify(notification).json, to: write) }
    }
}
