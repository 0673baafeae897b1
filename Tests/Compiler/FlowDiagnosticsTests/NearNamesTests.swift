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

    @Test func longNamesAreNotCompared() {
        let long = String(repeating: "a", count: 100_000)
        #expect(NearNames.suggest(long, among: [long + "b"]).isEmpty)
    }
}
