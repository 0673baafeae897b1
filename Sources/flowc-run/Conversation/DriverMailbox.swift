package import FlowCore
package import FlowRuntime
import FlowTable
package import FlowTesting
package import FlowTool

/// A mailbox for work that the driver does as handler or service.
///
/// It also counts the events in progress, since an input line waits for its turn.
package actor DriverMailbox: FlowService {
    /// A continuation that waits for the driver.
    private enum Work {
        case reply(CheckedContinuation<FlowReply, Never>)
        case result(CheckedContinuation<Result<FlowHandlerOutputs, FlowHandlerFailure>, Never>)
    }

    private let tell: @Sendable (FlowOutput) -> Void
    private var work: Work?
    /// The current work's number. A late cancellation must not end the next work.
    private var number = 0
    private var eventCount = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates an empty mailbox.
    /// - Parameter tell: receives the lines that ask the driver.
    package init(tell: @escaping @Sendable (FlowOutput) -> Void) {
        self.tell = tell
    }

    // MARK: For the flow

    /// Asks the driver for the service's response.
    ///
    /// The request is shown in full, in its wire format.
    package func call(_ request: FlowRequest) async -> FlowReply {
        let mine = begin()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: Self.noAnswer) }
                wait(for: .reply(continuation), telling: FlowOutput.call(request).inWireFormat)
            }
        } onCancel: {
            Task { await self.abandon(mine) }
        }
    }

    /// Asks the driver for a handler's result.
    package func handle(_ work: FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        let mine = begin()
        let result: Result<FlowHandlerOutputs, FlowHandlerFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(Self.noResult)) }
                wait(for: .result(continuation), telling: .handle(work))
            }
        } onCancel: {
            Task { await self.abandon(mine) }
        }
        return try result.get()
    }

    private static let noAnswer = FlowReply.error(
        type: ReservedError.noAnswer.rawValue, message: "the wait has ended")
    private static let noResult = FlowHandlerFailure(.noResult, "the wait has ended")

    private func begin() -> Int {
        release(nil)
        number += 1
        return number
    }

    private func wait(for work: Work, telling output: FlowOutput) {
        self.work = work
        tell(output)
        wake()
    }

    private func abandon(_ number: Int) {
        if number == self.number { release(nil) }
    }

    // MARK: For the driver

    /// Accepts the driver's result for the current work.
    /// - Returns: whether there is such work.
    package func take(_ line: ProtocolLine) -> Bool {
        switch (work, line) {
        case (.reply, .reply), (.reply, .error), (.result, .handled), (.result, .failed):
            release(line.fromWireFormat)
            return true
        default: return false
        }
    }

    private func release(_ line: ProtocolLine?) {
        let work = work
        self.work = nil
        switch (work, line) {
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

    /// Notes that an event of the host has started.
    func beginEvent() { eventCount += 1 }

    /// Notes that an event of the host has ended.
    func endEvent() {
        eventCount -= 1
        wake()
    }

    /// Waits until no event is in progress, or it waits for the driver.
    func turn() async {
        while eventCount > 0, work == nil {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    private func wake() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}
