import FlowCore
import FlowTable

// The interpreter behind five functions, for a host that has nothing but memory: a web page, a microcontroller.
//
// A conversation is JSON: one object in, and one out. `Conversation` says what the objects contain.

/// The current conversation. The module is single-threaded.
nonisolated(unsafe) private var conversation: Conversation?
/// The last answer; valid until the next call.
nonisolated(unsafe) private var answer: [UInt8] = []

/// Returns memory for `count` bytes, which the host fills. It is never 0 bytes.
@_cdecl("flow_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: count > 0 ? count : 1, alignment: 8)
}

/// Frees memory.
@_cdecl("flow_free")
public func free(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// Verifies a table and begins a conversation with it. Returns 0, or 1 if the bytes are not a valid table.
@_cdecl("flow_load")
public func load(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
    do throws(TableError) {
        let table = try TransitionTable(verifying: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        conversation = Conversation(table)
        return 0
    } catch {
        conversation = nil
        return 1
    }
}

/// Passes one JSON object to the conversation, and returns the answer. ``answerLength()`` returns its length.
@_cdecl("flow_send")
public func send(_ bytes: UnsafeRawPointer, _ count: Int) -> UnsafePointer<UInt8>? {
    let line = JSONValue(json: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    answer = Array((conversation?.answer(to: line ?? .null) ?? .null).jsonText.utf8)
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the last answer in bytes.
@_cdecl("flow_answer_length")
public func answerLength() -> Int { answer.count }
