import FlowCompiler
import FlowTool
import Foundation
import TestSupport
import Testing
import flowc_run

@Suite("Questions at a terminal") struct PrompterTests {
    @Test("an answer that arrives as soon as its question is visible is not given to the question before")
    func quickAnswer() async throws {
        let (typed, keyboard) = AsyncStream.makeStream(of: String.self)
        let lines = LineSource {
            for await line in typed { return .text(Array(line.utf8)) }
            return nil
        }
        let prompter = Prompter(
            lines: lines,
            write: Writer { question in
                guard question.string == "second" else { return }
                keyboard.yield("answer of the second")
                // The reader of lines has time to pass the answer on.
                Thread.sleep(forTimeInterval: 0.2)
            })
        async let first = prompter.ask("first")
        try await until { await prompter.isAsking }
        #expect(await prompter.ask("second") == "answer of the second")
        keyboard.yield("answer of the first")
        #expect(await first == "answer of the first")
    }
}
