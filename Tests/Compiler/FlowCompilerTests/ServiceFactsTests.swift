import TestSupport
import Testing

/// The shipped service description against facts that were collected without it, entry by entry.
@Suite struct ServiceFactsTests {
    @Test func theDescriptionSaysWhatTheFactsSay() throws {
        let facts = try Self.facts()
        let lines = ServiceFactsDescription(try Self.root()).lines
        #expect(facts.count > 1000)
        let differences = Self.differences(lines, facts)
        #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
        let added = ServiceFactsAddition.all.reduce(0) { $0 + $1.lines.count }
        print("service description: \(facts.count) facts found in \(lines.count) entries, \(added) declared besides")
    }

    @Test func everyChangeOfTheDescriptionIsADifference() async throws {
        let expected = try Self.facts().union(ServiceFactsAddition.all.flatMap(\.lines))
        let root = try Self.root()
        try #require(ServiceFactsDescription(root).lines == expected)
        let changes = ServiceFactsMutation.all(of: root)
        #expect(changes.count > 1000)
        var missed: [String] = []
        for change in changes {
            if ServiceFactsDescription(change.root).lines == expected { missed.append(change.words) }
            try await giveWay()
        }
        #expect(missed.isEmpty, "\(missed.count):\n\(missed.joined(separator: "\n"))")
        print("service description: \(changes.count) changes, each of them found")
    }

    @Test func aLineThatIsGoneFromTheFileIsADifference() throws {
        let text = try PackageFiles.text("flows/services/cognito.service.xml")
        let line = #"    <response name="SMS_MFA_CODE" type="secret" required="true"/>"# + "\n"
        let parts = text.split(separator: line, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let root = try ServiceFactsParser.parse(Array(parts.joined().utf8))
        let response = "RespondToAuthChallenge SMS_MFA response SMS_MFA_CODE"
        #expect(
            Self.differences(ServiceFactsDescription(root).lines, try Self.facts()) == [
                "missing: answer Admin\(response)", "missing: answer Admin\(response) required",
                "missing: answer \(response)", "missing: answer \(response) required",
            ])
    }

    @Test func everyAdditionHasAReasonAndStandsOnce() {
        let lines = ServiceFactsAddition.all.flatMap(\.lines)
        #expect(lines.count == Set(lines).count)
        #expect(ServiceFactsAddition.all.allSatisfy { $0.reason.contains(" ") && !$0.lines.isEmpty })
    }

    private static func facts() throws -> Set<String> {
        try #require(ServiceFacts(PackageFiles.bytes("Tests/Compiler/FlowCompilerTests/Facts/cognito.json"))).lines
    }

    private static func root() throws -> ServiceFactsElement {
        try ServiceFactsParser.parse(PackageFiles.bytes("flows/services/cognito.service.xml"))
    }

    /// What one side has and the other has not, sorted; declared additions must be there, and not be facts.
    private static func differences(_ lines: Set<String>, _ facts: Set<String>) -> [String] {
        let added = Set(ServiceFactsAddition.all.flatMap(\.lines))
        return facts.subtracting(lines).map { "missing: \($0)" }.sorted()
            + lines.subtracting(facts).subtracting(added).map { "not a fact: \($0)" }.sorted()
            + added.subtracting(lines).map { "declared, but not there: \($0)" }.sorted()
            + added.intersection(facts).map { "declared, but a fact: \($0)" }.sorted()
    }
}
