import Foundation
import TestSupport
import Testing

/// The scenarios of what the language means, each about sentences of Docs/Explanation/Semantics.md.
@Suite("The meaning of the language")
struct MeaningTests {
    private static let folder = PackageFiles.absolute("Tests/Compiler/FlowReferenceTests/Meaning")
    private static let scenarios = PackageFiles.names(in: folder).filter { $0.hasSuffix(".scenario.xml") }

    @Test("its scenarios are played without a difference", arguments: scenarios)
    func isPlayed(_ name: String) throws {
        let outcome = try Tool().run("test", Self.folder + "/" + name)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.contains { $0.hasSuffix(", 0 failed") })
    }

    @Test("there are some") func areThere() { #expect(Self.scenarios.count >= 5) }
}
