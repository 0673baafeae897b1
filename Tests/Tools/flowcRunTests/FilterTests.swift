import Dispatch
import FlowTool
import Testing

@Suite("Programs that read all of their input") struct FilterTests {
    @Test("programs that start at the same time do not hold each other's input open", .timeLimit(.minutes(15)))
    func concurrent() async throws {
        let outputs = await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    await withCheckedContinuation { done in
                        // Threads of their own, so that many run at once.
                        DispatchQueue.global().async {
                            done.resume(returning: try? Filter.run(["sort"], input: "b \(number)\na\n"))
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1.map { String(decoding: $0, as: UTF8.self) }) }
        }
        #expect(outputs.count == 200)
        #expect(outputs.allSatisfy { $0?.hasPrefix("a\nb ") == true })
    }

    @Test("a program that is not there is an error, and one that fails has no output") func failures() throws {
        #expect(throws: (any Error).self) { try Filter.run(["flowc-no-such-program"], input: "") }
        #expect(try Filter.run(["false"], input: "") == nil)
    }
}
