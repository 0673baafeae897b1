import TestSupport
import Testing

/// Services whose descriptions say much, each with a flow and what is sent and read: a folder for each.
@Suite struct ServiceScenariosTests {
    static let folder = "Tests/Tools/flowcTests/Services"
    static let cases = PackageFiles.names(in: folder)

    @Test func thereAreCases() {
        #expect(Self.cases.count >= 4)
    }

    @Test(arguments: cases)
    func everyScenarioHolds(_ name: String) throws {
        let tool = try Tool()
        let prefix = "\(Self.folder)/\(name)/"
        try tool.add("cognito.service.xml", PackageFiles.bytes("flows/services/cognito.service.xml"))
        let files = try PackageFiles.xml(below: "\(Self.folder)/\(name)")
        for (path, bytes) in files { try tool.add(String(path.dropFirst(prefix.count)), bytes) }
        let scenarios = files.keys.sorted().filter { $0.hasSuffix(".scenario.xml") }
        #expect(!scenarios.isEmpty)
        for path in scenarios {
            let outcome = try tool.run("test", String(path.dropFirst(prefix.count)))
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        }
    }
}
