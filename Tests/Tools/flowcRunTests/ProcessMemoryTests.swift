#if os(Linux)
    import FlowRuntime
    import Foundation
    import Testing

    /// No secret of a sign-in by SRP is left in memory, whether it was given back or not: the memory of a process that signed in over libcurl is
    /// searched from outside.
    @Suite(.serialized) struct ProcessMemoryTests {
        private static let password = "Pa55-" + UUID().uuidString
        private static let random = (0..<32).map { _ in UInt8.random(in: 1...255) }

        /// Several times: by chance other data may lie over what was left.
        @Test(arguments: 0..<5) func nothingIsLeft(round: Int) async throws {
            let found = try await search()
            #expect(found.isEmpty, "\(found)")
        }

        /// The control: a search that finds nothing anywhere would be satisfied, too.
        @Test func whatIsKeptIsFound() async throws {
            #expect(try await search("keep").contains { $0.hasPrefix("password ") })
        }

        /// Signs in in a process of its own.
        /// - Returns: the names of what is found in its memory then.
        private func search(_ options: String...) async throws -> [String] {
            let service = ProofServer(password: Self.password)
            return try await TestServer.running(.computed { service.answer(to: $0) }) { server in
                try search(server.port, options, proof: { service.proof })
            }
        }

        private func search(_ port: UInt16, _ options: [String], proof: () -> String?) throws -> [String] {
            let process = Process()
            process.executableURL = Terminal.program("memory-subject")
            process.arguments =
                ["http://127.0.0.1:\(port)", String(Self.password.utf8.count)] + options
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            defer {
                try? input.fileHandleForWriting.close()
                process.waitUntilExit()
            }
            try input.fileHandleForWriting.write(contentsOf: Data(Self.password.utf8) + Data(Self.random))
            let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            try #require(said == "end signedIn\n", "\(said)")
            let needles = try Self.needles(proof: try #require(proof()))
            var found: [String] = []
            // Threads that were busy with the sign-in let go of their parts soon, and not at once.
            for _ in 0..<20 {
                usleep(100_000)
                let memory = try ProcessMemory(of: process.processIdentifier)
                found = needles.flatMap { needle in memory.places(of: needle.bytes).map { "\(needle.name) \($0)" } }
                if found.isEmpty { break }
            }
            return found
        }

        /// Secrets in all forms that the way from a password to the service has.
        private static func needles(proof: String) throws -> [(name: String, bytes: Data)] {
            let digits = random.map { String(format: "%02x", $0) }.joined()
            return [
                ("password", Data(password.utf8)),
                ("password in UTF-16", try #require(password.data(using: .utf16LittleEndian))),
                ("password in Base64", Data(Data(password.utf8).base64EncodedString().utf8)),
                ("SRP secret", Data(random)), ("SRP secret in limbs", Data(random.reversed())),
                ("SRP secret in digits", Data(digits.utf8)),
                ("SRP secret in capital digits", Data(digits.uppercased().utf8)),
                ("proof", Data(proof.utf8)), ("proof's bytes", try #require(Data(base64Encoded: proof))),
            ]
        }
    }

    /// The stack below the frame of a caller.
    struct ErasedStackTests {
        private static let word: UInt64 = 0xC0DE_5EC2_E7C0_DE5E

        /// Leaves a word in a frame that ends.
        /// - Returns: where it lies.
        @inline(never) @_optimize(none)
        private static func leaveWord() -> UInt {
            var words = (word, word, word, word)
            return withUnsafePointer(to: &words) { UInt(bitPattern: $0) }
        }

        @Test(arguments: [false, true]) func whatACallLeftIsErased(_ isErased: Bool) {
            let address = Self.leaveWord()
            if isErased { eraseStack() }
            let left = UnsafePointer<UInt64>(bitPattern: address)?.pointee
            #expect((left == Self.word) != isErased)
        }
    }

    /// The memory of another process.
    private struct ProcessMemory {
        private let parts: [(name: String, bytes: Data)]

        init(of process: Int32) throws {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/mem"))
            let maps = try String(contentsOf: URL(fileURLWithPath: "/proc/\(process)/maps"), encoding: .utf8)
            parts = try maps.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                guard words[1].hasPrefix("rw"), words.last != "[vvar]", ends.count == 2 else { return nil }
                try file.seek(toOffset: ends[0])
                guard let bytes = try file.read(upToCount: Int(ends[1] - ends[0])) else { return nil }
                return (String(line), bytes)
            }
            try #require(parts.reduce(0) { $0 + $1.bytes.count } > 1 << 20, "there is too little to search")
        }

        /// Where bytes are, by the first place in each mapping.
        func places(of needle: Data) -> [String] {
            parts.compactMap { part in
                part.bytes.withUnsafeBytes { bytes in
                    Self.place(of: Array(needle), in: bytes).map { "at \(String($0, radix: 16)) of \(part.name)" }
                }
            }
        }

        private static func place(of needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
            guard let start = bytes.baseAddress, let first = needle.first else { return nil }
            var place = 0
            while let found = memchr(start + place, Int32(first), bytes.count - place) {
                place = UnsafeRawPointer(found) - start
                guard place + needle.count <= bytes.count else { return nil }
                if memcmp(found, needle, needle.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }
#endif
