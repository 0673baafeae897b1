import FlowDiagnostics
import FlowSyntax
import Testing

struct StructureCheckerTests {
    @Test(arguments: [
        ("<flow name='f'><chalenge name='A'><nope x='1'/></chalenge></flow>", ["unknown-element 'chalenge'"]),
        ("<flow name='f'><go to='a'/></flow>", ["misplaced-element 'go'"]),
        ("<flow name='f'><command name='c'><doc/><doc/></command></flow>", ["misplaced-element 'doc'"]),
        ("<flow name='f'><step id='s'><on evnt='e' to='a'/></step></flow>", ["unknown-attribute 'evnt'"]),
        ("<flow name='f'><on colour='e' to='a'/></flow>", ["unknown-attribute 'colour'", "missing-attribute 'on'"]),
        ("<flow name='f'><step name='a b'/></flow>", ["unknown-attribute 'name'", "missing-attribute 'step'"]),
        (
            "<flow name='f'><on event='e' retry='here' attempt='3' then='a'/></flow>",
            ["unknown-attribute 'attempt'"]
        ),
        ("<flow/>", ["missing-attribute 'flow'"]),
        ("<flow name='a b'/>", ["bad-value 'a b'"]),
        ("<flow name='f'><remove node='a 1b c*'/></flow>", ["bad-value '1b'", "bad-value 'c*'"]),
        ("<flow name='f'><remove node=' '/></flow>", ["bad-value ' '"]),
        ("<flow name='f' abstract='yes'/>", ["bad-value 'yes'"]),
        ("<flow name='f'><on event='e' error='x' to='a'/></flow>", ["conflicting-attributes 'error'"]),
        (
            "<flow name='f'><on event='e' to='a' retry='here' restart='b'/></flow>",
            ["conflicting-attributes 'retry'", "conflicting-attributes 'restart'"]
        ),
        ("<flow name='f'><send name='k' from='a' else='b'/></flow>", []),
        ("<flow name='f'><send name='k' value='a' else='b'/></flow>", ["conflicting-attributes 'else'"]),
        ("<flow name='f'><send name='k' else='b'/></flow>", ["missing-attribute 'send'"]),
        (
            "<flow name='f'><on event='e' to='a'><set name='v' else='b' value='a'/></on></flow>",
            ["conflicting-attributes 'value'"]
        ),
        (
            "<flow name='f'><end id='e'><show name='s' value='a' else='b'/></end></flow>",
            ["conflicting-attributes 'else'"]
        ),
        ("<flow name='f'><on event='e' retry='last-step'/></flow>", ["missing-attribute 'retry'"]),
        ("<flow name='f'><on event='e' retry='here' otherwise='a'/></flow>", ["conflicting-attributes 'otherwise'"]),
        ("<flow name='f'><on event='e' to='a' attempts='3'/></flow>", ["missing-attribute 'attempts'"]),
        ("<flow name='f'><on event='e' to='a' limit='3'/></flow>", ["unknown-attribute 'limit'"]),
        ("<flow name='f'>so <doc>fine</doc></flow>", ["unexpected-text 'so'"]),
        ("<service name='s'/>", ["misplaced-element 'service'"]),
        ("<flo/>", ["unknown-element 'flo'"]),
        ("<flow name='f'><doc>a &amp; b</doc><!-- c --></flow>", []),
    ])
    func eachFaultHasItsCodeAndPlace(text: String, expected: [String]) {
        #expect(structure(text, as: .flow) == expected)
    }

    @Test func helpNamesWhatWasMeant() throws {
        let document = try #require(
            Parsed("<flow name='f'><stepp/><ask name='a' type='secrt'/><input name='x'/><ask nam='x'/></flow>").document
        )
        var bag = DiagnosticBag()
        StructureChecker.check(document.tree, as: .flow, bag: &bag)
        #expect(
            bag.diagnostics.map { $0.help.first } == [
                "did you mean 'step'?", "did you mean 'secret'?",
                "'input' is allowed in: 'data'", "did you mean 'name'?",
            ])
    }

    @Test(arguments: [
        ("<step name='login'/>", "write id=\"login\""),
        ("<receive name='Session' to='session'/>", "write into=\"session\""),
        ("<on command='resend' to='a'/>", "write event=\"resend\""),
        ("<on submit='true' to='a'/>", "write event=\"submit\""),
    ])
    func anAttributeInPlaceOfTheRequiredOneIsOneFinding(element: String, expected: String) throws {
        let document = try #require(Parsed("<flow name='f'>\(element)</flow>").document)
        var bag = DiagnosticBag()
        StructureChecker.check(document.tree, as: .flow, bag: &bag)
        #expect(bag.diagnostics.map(\.help) == [[expected]])
    }

    @Test(
        "help leads from a frequent mistake to what was meant",
        arguments: [
            ("<flow name='f'><on event='a,b' to='c'/></flow>", "separate words with spaces, not with commas"),
            ("<flow name='f'><remove node='a, b'/></flow>", "separate words with spaces, not with commas"),
            (
                "<flow name='f'><step id='s'><call id='c' operation='O'/></step></flow>",
                "move it out of the step, and lead to it with <on event=\"submit\" to=\"…\"/>"
            ),
        ])
    func helpLeadsToTheMend(text: String, help: String) throws {
        let document = try #require(Parsed(text).document)
        var bag = DiagnosticBag()
        StructureChecker.check(document.tree, as: .flow, bag: &bag)
        #expect(bag.diagnostics.count == 1)
        #expect(bag.diagnostics.first?.help.contains(help) == true)
    }

    @Test(arguments: [
        ("<flow xmlns='urn:x' name='f'/>", "a flow starts with the element 'flow', not 'flow' in a namespace"),
        ("<flow name='f'><step xmlns='urn:x' id='s'/></flow>", "a flow has no element 'step' in a namespace"),
    ])
    func aNamespaceIsNamedAsTheCause(text: String, message: String) throws {
        let document = try #require(Parsed(text).document)
        var bag = DiagnosticBag()
        StructureChecker.check(document.tree, as: .flow, bag: &bag)
        #expect(bag.diagnostics.map(\.message) == [message])
        #expect(bag.diagnostics.first?.help.first?.contains("no namespace") == true)
    }
}
