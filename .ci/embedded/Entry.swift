import FlowCore
import FlowTable

// The interpreter behind three functions, for a host that has nothing but memory: a web page, a microcontroller.
//
// A conversation is JSON, one object in and one out, as in `flowc run --json` with the host as service and as handlers.

/// The conversation at hand. The module is single-threaded.
nonisolated(unsafe) private var session: FlowSession?
/// What was answered last; valid until the next call.
nonisolated(unsafe) private var answer: [UInt8] = []

/// Memory for `count` bytes, to be filled by the host; never 0 bytes.
@_cdecl("flow_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: count > 0 ? count : 1, alignment: 8)
}

/// Gives memory back.
@_cdecl("flow_free")
public func free(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// Verifies a table and begins a conversation with it; 0, or 1 if the bytes are not a good table.
@_cdecl("flow_load")
public func load(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
    do throws(TableError) {
        session = FlowSession(try TransitionTable(verifying: Array(UnsafeRawBufferPointer(start: bytes, count: count))))
        return 0
    } catch {
        session = nil
        return 1
    }
}

/// Takes one JSON object and gives the answer, whose length is ``answerLength()``.
@_cdecl("flow_send")
public func send(_ bytes: UnsafeRawPointer, _ count: Int) -> UnsafePointer<UInt8>? {
    let line = JSONValue(json: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    answer = Array(reply(to: line).jsonText.utf8)
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the last answer in bytes.
@_cdecl("flow_answer_length")
public func answerLength() -> Int { answer.count }

private func reply(to line: JSONValue?) -> JSONValue {
    guard var current = session, let member = line?.members?.first else {
        return refusal(code: "malformed-line", subject: "")
    }
    let effect = take(member, &current)
    let answer = describe(effect, current)
    session = current
    return answer
}

private func take(_ line: JSONMember, _ session: inout FlowSession) -> FlowEffect {
    let value = line.value
    switch true {
    case isNamed(line, "start"): return session.start(value)
    case isNamed(line, "submit"): return session.submit(value)
    case isNamed(line, "select"): return session.select(value.string ?? "")
    case isNamed(line, "event"): return session.send(value.string ?? "")
    case isNamed(line, "reply"): return session.reply(value)
    case isNamed(line, "error"):
        return session.fail(type: value["type"]?.string ?? "", message: value["message"]?.string ?? "")
    case isNamed(line, "handled"): return session.handled(value)
    case isNamed(line, "failed"):
        return session.handlerFailed(value["name"]?.string ?? "", value["message"]?.string ?? "")
    case isNamed(line, "proceed"): return session.proceed()
    default: return .refused(FlowRefusal(.unknownEvent, line.name))
    }
}

private func isNamed(_ line: JSONMember, _ name: StaticString) -> Bool {
    line.name.utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
}

private func describe(_ effect: FlowEffect, _ session: FlowSession) -> JSONValue {
    switch effect {
    case .present:
        guard let shown = session.presentation else { return .null }
        return one(
            "present",
            [
                JSONMember("step", .string(shown.step)), JSONMember("parameters", shown.parameters),
                JSONMember("requires", .array(shown.asks.map { .string($0.name) })),
                JSONMember("error", shown.error.map { .string($0.type) } ?? .null),
            ])
    case .call:
        guard let request = session.request() else { return .null }
        return one(
            "call",
            [
                JSONMember("operation", .string(request.operation)), JSONMember("request", request.body),
            ])
    case .handle:
        guard let work = session.work() else { return .null }
        return one(
            "handle",
            [
                JSONMember("handler", .string(work.handler)), JSONMember("inputs", work.inputs),
                JSONMember("outputs", .array(work.requiredOutputs.map { .string($0) })),
            ])
    case .end:
        guard let outcome = session.outcome else { return .null }
        return one(
            "end",
            [
                JSONMember("outcome", .string(outcome.name)), JSONMember("parameters", outcome.parameters),
            ])
    case .notify(let record):
        let told = session.notification(record)
        return one("notify", [JSONMember("name", .string(told.name)), JSONMember("parameters", told.parameters)])
    case .refused(let fault): return refusal(code: fault.code, subject: fault.subject)
    }
}

private func refusal(code: String, subject: String) -> JSONValue {
    one("refused", [JSONMember("code", .string(code)), JSONMember("subject", .string(subject))])
}

private func one(_ name: String, _ members: [JSONMember]) -> JSONValue { .object([JSONMember(name, .object(members))]) }
