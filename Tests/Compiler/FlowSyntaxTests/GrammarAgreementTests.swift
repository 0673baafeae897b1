import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The structural checks and the RELAX NG grammars accept the same documents.
struct GrammarAgreementTests {
    @Test(arguments: DocumentKind.allCases)
    func checkerAndGrammarAgreeOnRandomDocuments(kind: DocumentKind) {
        var accepted = 0
        for seed in UInt64(0)..<3000 {
            var random = RandomDocument(kind: kind, seed: seed, faults: Double(seed % 5) / 100)
            let text = random.make()
            guard let agrees = agreement(text, kind, "seed \(seed)") else { return }
            if agrees { accepted += 1 }
        }
        #expect(accepted > 300, "too few documents were right: the test shows little")
        #expect(accepted < 2700, "too few documents were wrong: the test shows little")
    }

    @Test(arguments: ["Tests", "flows"])
    func checkerAndGrammarAgreeOnEveryFileOfThePackage(folder: String) throws {
        var accepted = 0
        for (path, bytes) in try PackageFiles.xml(below: folder).sorted(by: { $0.key < $1.key }) {
            guard let kind = Parsed(bytes).document?.kind else { continue }
            if agreement(String(decoding: bytes, as: UTF8.self), kind, path) == true { accepted += 1 }
        }
        #expect(accepted > 0)
    }

    @Test(arguments: [
        "<flow name=' a'/>", "<flow name='a '/>", "<flow name='a' abstract=' true '/>",
        "<flow name='a' abstract='tr ue'/>",
        "<flow name='a'> <![CDATA[ ]]> </flow>", "<flow name='a'>&#32;</flow>", "<flow name='a'><![CDATA[]]></flow>",
        "<flow name='a' service=' '/>", "<flow name='a' service=''/>", "<flow name='a' service='&#10;'/>",
        "<flow name='a'><import file='é'/></flow>", "<flow name='a\u{300}'/>", "<flow name='a'>\u{A0}</flow>",
        "<flow name='a'><remove node='&#10;a&#9;b'/></flow>", "<flow name='a'><remove node='&#160;a'/></flow>",
        "<flow name='a'><doc/><doc> a <!-- b --> c </doc></flow>", "<flow name='a'><challenge name=' * '/></flow>",
        "<flow name='a'><?x y?><!-- z --></flow>", "<flow xmlns='u' name='a'/>", "<flow xmlns:p='u' name='a'/>",
        "<flow xmlns:p='u' p:name='a'/>", "<flow xmlns:p='u' name='a' p:name='a'/>", "<flow name='a' xml:lang='en'/>",
        "<flow name='a' q:x='y'/>", "<flow name='a'><q:doc/></flow>", "<p:flow xmlns:p='u' name='a'/>",
        "<flow name='a'><omit name='*'/></flow>", "<flow name='a'><omit name='a* * b'/></flow>",
        "<flow name='a'><omit name='**'/></flow>", "<service name='a'/>", "<flow/>", "<flow name='&#x61;'/>",
        "<flow name='a'><on event='e' after='12'/></flow>", "<flow name='a'><on event='e' after='1 2'/></flow>",
        "<flow name='a'><on event='e' retry='last-step'/></flow>", "<flow name='a'><on event='e' limit='1'/></flow>",
        "<flow name='a'><on event='e' retry='last-step' otherwise='b'/></flow>",
        "<flow name='a'><on event='e' retry=' last-step ' otherwise='b'/></flow>",
        "<flow name='a'><on event='e' retry='here' otherwise='b'/></flow>",
        "<flow name='a'><on event='e' retry='last-step' otherwise='b' present='c'/></flow>",
    ])
    func checkerAndGrammarAgreeOnOddDocuments(text: String) {
        _ = agreement(text, .flow, text)
    }

    /// True when both accept, false when both refuse, nil after recording that they differ.
    private func agreement(_ text: String, _ kind: DocumentKind, _ name: String) -> Bool? {
        guard let document = Parsed(text).document else {
            Issue.record("\(name) is not well-formed: \(text)")
            return nil
        }
        var bag = DiagnosticBag()
        let accepted = StructureChecker.check(document.tree, as: kind, bag: &bag)
        guard accepted == RelaxNGGrammar.accepts(text, as: kind) else {
            let words = bag.diagnostics.prefix(4).map(\.message)
            Issue.record("\(name): the checker \(accepted ? "accepts" : "refuses"), the grammar not\n\(text)\n\(words)")
            return nil
        }
        return accepted
    }
}
