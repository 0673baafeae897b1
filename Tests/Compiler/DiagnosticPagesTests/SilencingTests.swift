import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Silencing a finding at one place, as a user writes it.
@Suite struct SilencingTests {
    private static let reason = "because=\"old pools send it\""

    /// A flow with a dead branch on a `go`; what stands before the `go` and before the root can be given.
    private func flow(_ before: String, prolog: String = "", attributes: String = " start=\"begin\"") -> String {
        """
        \(prolog)<flow name="tour"\(attributes)>
          <data><fact name="is-guest is-known"/></data>
          <choice id="begin">
            <go to="done" when="is-guest"/>
            \(before)<go to="done" when="is-guest and is-known"/>
            <otherwise to="third"/>
          </choice>
          <end id="done"/>
          <end id="third"/>
        </flow>
        """
    }

    private func compile(_ text: String, _ severities: SeverityOverrides = SeverityOverrides()) -> Compilation {
        check(["a.xml": text], severities)
    }

    private func check(
        _ files: [String: String], _ severities: SeverityOverrides = SeverityOverrides()
    ) -> Compilation {
        let options = CompilerOptions(severities: severities)
        return FlowCompiler.compileScenarios(
            path: "a.xml", loader: MemoryLoader(texts: files), options: options
        ).compilation
    }

    /// The findings as `line:code:source`.
    private func found(_ compilation: Compilation) -> [String] {
        compilation.diagnostics.map { diagnostic in
            guard let file = compilation.sources[diagnostic.range.file] else { return "?" }
            let line = file.position(ofOffset: Int(diagnostic.range.start)).line
            return "\(line):\(diagnostic.code):\(file.text(diagnostic.range.offsets))"
        }
    }

    @Test func theFindingIsThereWithoutIt() {
        #expect(found(compile(flow(""))) == ["5:dead-branch:is-guest and is-known"])
    }

    @Test(arguments: [
        ("<?flowc \(reason)?>", ["flowc"]),
        ("<?flowc allow=\"\" \(reason)?>", [""]),
        ("<?flowc allow=\"dead-branch\"?>", ["flowc"]),
        ("<?flowc allow=\"dead-branch\" because=\" \"?>", [" "]),
        ("<?flowc allow=\"dead-brnch\" \(reason)?>", ["dead-brnch"]),
        ("<?flowc allow=\"dead-branch unknown-target\" \(reason)?>", ["unknown-target"]),
        ("<?flowc allow=\"bad-suppression\" \(reason)?>", ["bad-suppression"]),
        ("<?flowc allow=\"dead-branch\" becuase=\"x\"?>", ["becuase"]),
        ("<?flowc allow=\"dead-branch\" \(reason) until=\"2027\"?>", ["until"]),
        ("<?flowc allow=\"dead-branch\" \(reason) \(reason)?>", ["because"]),
        ("<?flowc allow=dead-branch \(reason)?>", ["allow=dead-branch \(reason)"]),
        ("<?flowc?>", ["flowc", "flowc"]),
        (
            "<choice id=\"x\"><?flowc allow=\"unbounded-retry\" \(reason)?></choice>",
            ["<?flowc allow=\"unbounded-retry\" \(reason)?>"]
        ),
        (
            "<doc><?flowc allow=\"unbounded-retry\" \(reason)?>x</doc>",
            ["<?flowc allow=\"unbounded-retry\" \(reason)?>"]
        ),
    ])
    func aWrongOneIsAnErrorAtItsPlace(instruction: String, places: [String]) {
        let compilation = compile(flow(instruction))
        let wrong = found(compilation).filter { $0.hasPrefix("5:bad-suppression") }
        #expect(wrong == places.map { "5:bad-suppression:\($0)" })
        #expect(compilation.flow == nil)
    }

    @Test func nearNamesAreOffered() {
        let help = compile(flow("<?flowc alow=\"dead-brnch\" \(Self.reason)?>")).diagnostics.map(\.help)
        #expect(help == [["did you mean 'allow'?"]])
        let code = compile(flow("<?flowc allow=\"dead-brnch\" \(Self.reason)?>")).diagnostics.map(\.help)
        #expect(code == [["did you mean 'dead-branch'?"]])
    }

    @Test(arguments: [
        "<?flowc allow=\"dead-branch\" \(reason)?>", "<?flowc allow=' dead-branch ' \(reason)?>\n<!-- why -->\n",
        "<?other?><?flowc \(reason) allow=\"dead-branch\" ?><?other?>",
    ])
    func itSilencesTheStartTagThatFollows(instruction: String) {
        let compilation = compile(flow(instruction))
        #expect(found(compilation) == [])
        #expect(compilation.suppressed.map(\.suppression.reason) == ["old pools send it"])
        #expect(compilation.suppressed.map(\.diagnostic.code.rawValue) == ["dead-branch"])
        #expect(compilation.flow != nil)
    }

    @Test func itSilencesNoOtherElement() {
        let text = flow("").replacingFirst("<choice", "<?flowc allow=\"dead-branch\" \(Self.reason)?><choice")
        #expect(found(compile(text)) == ["5:dead-branch:is-guest and is-known"])
    }

    @Test func oneThatSilencesNothingIsAWarning() {
        let both = "<?flowc allow=\"dead-branch unbounded-retry\" \(Self.reason)?>"
        #expect(found(compile(flow(both))) == ["5:unused-suppression:unbounded-retry"])
        #expect(compile(flow(both)).flow != nil)
        let prolog = "<?flowc allow=\"guard-too-complex\" \(Self.reason)?>"
        #expect(found(compile(flow(both, prolog: prolog))).first == "1:unused-suppression:guard-too-complex")
        let strict = compile(flow(both), SeverityOverrides(warningsAsErrors: true))
        #expect(strict.bag.errorCount == 1)
        #expect(strict.flow == nil)
    }

    @Test func oneThatAllowsToBeUnneededIs() {
        #expect(
            found(compile(flow("<?flowc allow=\"dead-branch unbounded-retry unused-suppression\" \(Self.reason)?>")))
                == [])
    }

    @Test func nothingIsUnneededWhereNotEverythingWasLookedFor() {
        let instruction = "<?flowc allow=\"unbounded-retry dead-branch\" \(Self.reason)?>"
        let broken = flow(instruction).replacingFirst("to=\"third\"", "to=\"thrd\"")
        #expect(found(compile(broken)) == ["6:unknown-target:thrd"])
        #expect(found(compile(flow(instruction, attributes: " abstract=\"true\""))) == [])
    }

    @Test func anInheritedFileIsSilencedByItsOwnAndNotBlamed() {
        let base = flow(
            "<?flowc allow=\"dead-branch unbounded-retry\" \(Self.reason)?>", attributes: " abstract=\"true\"")
        let style = "<flow name=\"style\" extends=\"base.xml\" start=\"begin\"/>"
        let compilation = check(["a.xml": style, "base.xml": base])
        #expect(found(compilation) == [])
        #expect(compilation.suppressed.count == 1)
        let bad = check(["a.xml": style, "base.xml": flow("<?flowc allow=\"dead-branch\"?>", attributes: "")])
        #expect(found(bad) == ["5:bad-suppression:flowc"])
    }

    @Test func servicesAndScenariosHaveThemToo() {
        let service = "<?flowc allow=\"unbounded-retry\" \(Self.reason)?><service name=\"a\"><?flowc?></service>"
        #expect(found(compile(service)).filter { $0 == "1:bad-suppression:<?flowc?>" }.count == 1)
        let good = "<?flowc allow=\"unbounded-retry\" \(Self.reason)?><service name=\"a\"/>"
        #expect(found(compile(good)) == ["1:unused-suppression:unbounded-retry"])
        let scenarios = "<?flowc allow=\"unbounded-retry\" \(Self.reason)?><scenarios flow=\"b.xml\"/>"
        let flow = flow("<?flowc allow=\"dead-branch unbounded-retry\" \(Self.reason)?>")
        #expect(found(check(["a.xml": scenarios, "b.xml": flow])) == ["1:unused-suppression:unbounded-retry"])
        #expect(found(check(["a.xml": "<scenarios flow=\"b.xml\"><?flowc?></scenarios>", "b.xml": flow])).count == 3)
    }
}

extension String {
    /// The text with the first occurrence of a part replaced.
    fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return replacingCharacters(in: range, other)
    }

    private func firstRange(of part: String) -> Range<Index>? {
        indices.lazy.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
    }

    private func replacingCharacters(in range: Range<Index>, _ other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
