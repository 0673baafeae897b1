import Foundation
import TestSupport
import Testing

@Suite("Lines that never end")
struct LineLimitTests {
    private static let bytes = 200 << 20
    private static let start = #"{"start":{"username":"ana","password":"wrong"}}"# + "\n"

    /// Feeds a program a line of 200 MB, then one that it understands.
    /// - Returns: its lines up to the answer to the second one, and the most memory that it had, in KiB.
    /// - Throws: that it cannot be started or takes no input.
    private static func feed(_ arguments: [String]) throws -> (lines: [String], peak: Int?) {
        let process = Process()
        process.executableURL = Terminal.executable
        process.arguments = arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let piece = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
        for _ in 0..<(bytes >> 20) { try input.fileHandleForWriting.write(contentsOf: piece) }
        try input.fileHandleForWriting.write(contentsOf: Data(("\n" + start).utf8))
        var text = ""
        while !text.contains(#"{"call":"#), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let peak = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
        return (text.split(separator: "\n").map(String.init), peak?.dropFirst().first.flatMap { Int($0) })
    }

    @Test(
        "a line of 200 MB is refused once, is not kept, and the conversation goes on", arguments: ["pool", "scripted"])
    func endless(_ service: String) async throws {
        let flow = PackageFiles.absolute("flows/amplify.flow.xml")
        let (lines, peak) = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Self.feed(["run", flow, "--json", "--service", service]) })
            }
        }
        #expect(lines.first?.hasPrefix(#"{"refused":{"code":"line-too-long","message":"#) == true)
        #expect(lines.dropFirst().first?.hasPrefix(#"{"call":"#) == true)
        #if os(Linux)
            #expect(try #require(peak) < 100_000)
        #else
            #expect(peak == nil)
        #endif
    }
}
