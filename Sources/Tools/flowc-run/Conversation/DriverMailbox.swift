package import FlowCore
package import FlowRuntime
import FlowTable
package import FlowTesting
package import FlowTool

/// Asks the driver, the program that reads and writes the lines, to act as a flow's service and handlers.
///
/// It also counts the events in progress, so that each line of the driver can wait for its turn.
package actor DriverMailbox: ServiceDriver {
    /// The continuation of a call that waits for the driver.
    private enum PendingCall {
        case reply(CheckedContinuation<FlowReply, Never>)
        case result(CheckedContinuation<Result<FlowHandlerOutputs, FlowHandlerFailure>, Never>)
    }

    private let askDriver: @Sendable (FlowOutput) -> Void
    private var pendingCall: PendingCall?
    /// The number of the last call, so that a late cancellation does not end the next call.
    private var callNumber = 0
    private var eventCount = 0
    /// The continuations of the driver's lines that wait for their turn.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates an empty mailbox.
    /// - Parameter askDriver: receives the outputs that ask the driver for a reply or a result.
    package init(askDriver: @escaping @Sendable (FlowOutput) -> Void) {
        self.askDriver = askDriver
    }

    // MARK: For the flow

    /// Asks the driver for the service's reply to a request.
    ///
    /// The driver receives the whole request in its wire format.
    /// - Returns: the reply, or the error `noAnswer` if the call ends without a reply.
    package func call(_ request: FlowRequest) async -> FlowReply {
        let number = beginCall()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: Self.noAnswer) }
                post(.reply(continuation), asking: FlowOutput.call(request).inWireFormat)
            }
        } onCancel: {
            Task { await self.cancelCall(number) }
        }
    }

    /// Asks the driver for the result of a handler.
    /// - Throws: the failure that the driver reports, or `noResult` if the call ends without a result.
    package func handle(_ work: FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        let number = beginCall()
        let result: Result<FlowHandlerOutputs, FlowHandlerFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(Self.noResult)) }
                post(.result(continuation), asking: .handle(work))
            }
        } onCancel: {
            Task { await self.cancelCall(number) }
        }
        return try result.get()
    }

    private static let noAnswer = FlowReply.error(
        type: ReservedError.noAnswer.rawValue, message: "the wait ended before the driver replied")
    private static let noResult = FlowHandlerFailure(.noResult, "the wait ended before the driver sent the result")

    /// Ends the previous call without a result if that call still waits, and returns the number of the next call.
    private func beginCall() -> Int {
        resumePendingCall(with: nil)
        callNumber += 1
        return callNumber
    }

    /// Stores a call, and asks the driver for its result.
    private func post(_ call: PendingCall, asking output: FlowOutput) {
        pendingCall = call
        askDriver(output)
        resumeWaiters()
    }

    /// Ends the call that has this number, without a result, if it is the last call.
    private func cancelCall(_ number: Int) {
        if number == callNumber { resumePendingCall(with: nil) }
    }

    // MARK: For the driver

    /// Completes the pending call with a line of the driver.
    /// - Returns: false if no call waits for such a line.
    package func complete(with line: ProtocolLine) -> Bool {
        switch (pendingCall, line) {
        case (.reply, .reply), (.reply, .error), (.result, .handled), (.result, .failed):
            resumePendingCall(with: line.fromWireFormat)
            return true
        default: return false
        }
    }

    /// Resumes the pending call, if there is one.
    /// - Parameter line: the line with which the driver answers the call, or nil to end the call without a result.
    private func resumePendingCall(with line: ProtocolLine?) {
        let call = pendingCall
        pendingCall = nil
        switch (call, line) {
        case (.reply(let waiter), .reply(.string(let body))): waiter.resume(returning: .body(Array(body.utf8)))
        case (.reply(let waiter), .reply(let body)): waiter.resume(returning: .json(body))
        case (.reply(let waiter), .error(let type, let message)):
            waiter.resume(returning: .error(type: type, message: message))
        case (.reply(let waiter), _): waiter.resume(returning: Self.noAnswer)
        case (.result(let waiter), .handled(let outputs)):
            waiter.resume(returning: .success(FlowHandlerOutputs(outputs)))
        case (.result(let waiter), .failed(let name, let message)):
            waiter.resume(returning: .failure(FlowHandlerFailure(name, message)))
        case (.result(let waiter), _): waiter.resume(returning: .failure(Self.noResult))
        case (nil, _): break
        }
    }

    // MARK: Turns

    func beginEvent() { eventCount += 1 }

    /// Removes an event from the number of events in progress, and resumes the lines that wait for their turn.
    func endEvent() {
        eventCount -= 1
        resumeWaiters()
    }

    /// Waits until no event is in progress, or the event in progress waits for the driver.
    func waitForTurn() async {
        while eventCount > 0, pendingCall == nil {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Resumes all lines that wait for their turn. Each then checks again whether it must wait.
    private func resumeWaiters() {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }
}
