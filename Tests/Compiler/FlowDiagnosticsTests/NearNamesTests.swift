import FlowDiagnostics
import Testing

struct NearNamesTests {
    @Test func nothingNearGivesNothing() {
        #expect(NearNames.suggest("password", among: ["code", "username"]).isEmpty)
        #expect(NearNames.suggest("", among: ["a"]).isEmpty)
        #expect(NearNames.suggest("ab", among: ["xy", "b"]) == ["b"])
        #expect(NearNames.suggest("x", among: ["y"]).isEmpty)
    }

    @Test func aSwapIsOneStep() {
        #expect(NearNames.suggest("chekc", among: ["check", "chuck"]) == ["check"])
    }

    @Test func nearestComesFirstAndTheRestIsCut() {
        let names = ["ventab", "events", "event", "evens", "even", "vent"]
        #expect(NearNames.suggest("evnt", among: names, limit: 2) == ["event", "vent"])
        #expect(NearNames.suggest("event", among: ["event", "events"]) == ["events"])
        #expect(NearNames.suggest("event", among: ["events"], limit: 0).isEmpty)
    }

    @Test func caseDoesNotCount() {
        #expect(NearNames.suggest("totp", among: ["TOTP"]) == ["TOTP"])
    }

    @Test(arguments: [
        ("EMAIL_CODE", ["EMAIL_TEXT_CODE"]), ("textEmail", ["TextOfEmail"]), ("text-email", ["TextOfEmail"]),
        ("EMAIL", []), ("TEXT_CODE", []), ("CODE_EMAIL", []), ("EMAIL_CODES", []), ("a-b", []),
    ])
    func aNameThatLeavesOutWordsIsCompleted(name: String, expected: [String]) {
        let place = SourceRange(file: FileID(0), start: 0, end: 0)
        let known = ["EMAIL_TEXT_CODE", "TextOfEmail", "a-b-c-d"]
        let finding = NameFindings.unknown(
            SourceName(text: name, range: place), "thing", .duplicateName, among: known)
        #expect(finding.help == NameFindings.help(near: expected))
    }

    @Test func longNamesAreNotCompared() {
        let long = String(repeating: "a", count: 100_000)
        #expect(NearNames.suggest(long, among: [long + "b"]).isEmpty)
    }
}
