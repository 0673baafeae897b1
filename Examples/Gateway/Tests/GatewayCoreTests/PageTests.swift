import FlowRuntime
import GatewayCore
import Testing

/// What pages show of steps, and what they must never do.
@Suite struct PageTests {
    private let page = FlowPage(
        texts: PageTexts(language: "en"), issuer: "A & B", action: "/sign-in/x", token: "the-token")

    private func view(_ json: String) throws -> StepView {
        try #require(JSONValue(json: Array(json.utf8)).flatMap { StepView($0) })
    }

    @Test func formHasLabelsAutocompleteAndButtons() throws {
        let step = try view(
            #"""
            {"turn": "t1", "commands": ["cancel", "resend"], "present": {"step": "TYPE_THE_CODE",
             "parameters": {"sentTo": "a***@b.c"}, "error": {"type": "CodeMismatchException", "message": "Wrong code"},
             "requires": [{"name": "code", "type": "text", "required": true, "length": 6},
                          {"name": "password", "type": "secret", "required": true},
                          {"name": "newPassword", "type": "secret", "required": false},
                          {"name": "username", "type": "text", "required": true}], "timeLimit": 173}}
            """#)
        let html = page.page(step).text
        for part in [
            "<h1>Type the code</h1>", "autocomplete=\"one-time-code\"", "autocomplete=\"current-password\"",
            "autocomplete=\"new-password\"", "autocomplete=\"username\"", "<label for=\"code\">Code</label>",
            "maxlength=\"6\"", "value=\"resend\" formnovalidate", "name=\"token\" value=\"the-token\"",
            "name=\"turn\" value=\"t1\"", "role=\"alert\">Wrong code<", "<dt>Sent to</dt><dd>a***@b.c</dd>",
        ] { #expect(html.contains(part), "\(part)") }
        #expect(!html.contains("<script"))
    }

    @Test func refusalStandsAtItsFieldAndKeepsWhatWasTyped() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {}, "error": null, "requires": [
             {"name": "badge", "type": "text", "required": true}, {"name": "pin", "type": "secret", "required": true}]}}
            """#)
        let form = FormAnswers(["answer.text.badge": "\"><i>", "answer.secret.pin": "planted"])
        let problem = Problem(422, "pattern-mismatch", "'badge' does not match", parameter: "badge")
        let html = page.page(step, refusal: problem, typed: form.typed).text
        #expect(html.contains("aria-describedby=\"badge-error\""))
        #expect(html.contains("value=\"&quot;&gt;&lt;i&gt;\""))
        #expect(!html.contains("planted"))
    }

    @Test(arguments: ["method", "remember", "userAttributes"])
    func refusalIsConnectedWithEachKindOfField(_ name: String) throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"missing": ["email"]}, "error": null,
             "requires": [{"name": "method", "type": "choice", "required": true, "of": ["A", "B"]},
                          {"name": "remember", "type": "flag", "required": true},
                          {"name": "userAttributes", "type": "map", "required": true}]}}
            """#)
        let problem = Problem(422, "missing-parameter", "It is required", parameter: name)
        let html = page.page(step, refusal: problem).text
        #expect(html.contains("aria-describedby=\"\(name)-error\""))
        #expect(html.contains("id=\"\(name)-error\">It is required<"))
    }

    @Test(arguments: ["building", "credential", "userAttributes"])
    func refusalOfWhatHasNoFieldStandsAboveTheForm(_ name: String) throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"passkeyOptions": "{}"}, "error": null,
             "requires": [{"name": "badge", "type": "text", "required": true},
                          {"name": "credential", "type": "text", "required": true},
                          {"name": "userAttributes", "type": "map", "required": true}]}}
            """#)
        let problem = Problem(422, "missing-parameter", "It is required", parameter: name)
        let html = page.page(step, refusal: problem).text
        #expect(html.contains("role=\"alert\">It is required<"))
    }

    @Test func authenticatorKeyIsAPicture() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"sharedSecret": "JBSWY3DP", "username": "a b"},
             "error": null, "requires": []}}
            """#)
        let html = page.page(step).text
        #expect(html.contains("<svg"))
        #expect(html.contains("otpauth://totp/A%20%26%20B:a%20b?secret=JBSWY3DP&amp;issuer=A%20%26%20B"))
    }

    @Test func mapHasAFieldForEachShownKey() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"requiredAttributes": ["email", "name"]},
             "error": null, "requires": [{"name": "userAttributes", "type": "map", "required": false}]}}
            """#)
        #expect(page.page(step).text.contains("name=\"answer.map.userAttributes.email\""))
        let form = FormAnswers([
            "answer.map.userAttributes.email": "a@b.c", "answer.map.userAttributes.name": "Ana", "answer.text.x": "",
        ])
        #expect(form.json == ["userAttributes": ["email": "a@b.c", "name": "Ana"]])
    }

    @Test(arguments: [(nil, 15), (200, 4), (120, 2), (5, 1), (-90, 0), (1000, 15)])
    func minutesLeftAreThoseOfTheStepAndOfTheSignIn(_ lifetime: Int?, _ minutes: Int) throws {
        let json = #"{"commands": [], "present": {"step": "S", "requires": [], "timeLimit": 900}}"#
        let step = try #require(JSONValue(json: Array(json.utf8)).flatMap { StepView($0, lifetime: lifetime) })
        #expect(page.page(step).text.contains("Minutes left: \(minutes)<"))
    }

    @Test func listIsShownAsItIs() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"codes": ["AB-12", "x.y_Z"]}, "error": null,
             "requires": []}}
            """#)
        #expect(page.page(step).text.contains("<dd>AB-12, x.y_Z</dd>"))
    }

    @Test func stepWithoutAsksCanContinue() throws {
        let step = try view(
            #"""
            {"commands": ["later", "cancel"], "present": {"step": "STILL_OPEN", "parameters": {}, "error": null,
             "requires": []}}
            """#)
        #expect(page.page(step).text.contains("<button>Continue</button>"))
    }

    @Test func onlyAFlowCanStartAgain() {
        #expect(page.page(.notFound).text.contains("<a href=\"/sign-in/x\">Start again</a>"))
        let other = FlowPage(texts: PageTexts(language: "en"), issuer: "", action: "", token: "")
        #expect(!other.page(.notFound).text.contains("<a "))
    }

    @Test func requiredFlagCanBeFalse() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {}, "error": null, "requires": [
             {"name": "remember", "type": "flag", "required": true},
             {"name": "all", "type": "flag", "required": false}]}}
            """#)
        let html = page.page(step).text
        #expect(html.contains("type=\"hidden\" name=\"answer.box.remember\" value=\"false\""))
        #expect(!html.contains("answer.box.all"))
        #expect(FormAnswers(["answer.box.remember": "false"]).json == ["remember": false])
        let checked = FormAnswers(["answer.flag.remember": "true", "answer.box.remember": "false"])
        #expect(checked.json == ["remember": true])
    }

    @Test func onlyAPasskeyNeedsAScript() throws {
        let step = try view(
            #"""
            {"commands": [], "present": {"step": "S", "parameters": {"passkeyOptions": "{\"challenge\":\"x\"}"},
             "error": null, "requires": [{"name": "credential", "type": "text", "required": true}]}}
            """#)
        #expect(step.asksForPasskey)
        #expect(!page.page(step).text.contains(">Continue<"))
        #expect(page.page(step).text.contains("<script src=\"/assets/passkey.js\" defer>"))
        #expect(page.page(step).text.contains("data-unsupported=\"This browser cannot use a passkey here.\""))
        #expect(PageAssets.policy(hasPasskey: true, next: nil).contains("script-src 'self'"))
        #expect(!PageAssets.policy(hasPasskey: false, next: nil).contains("script-src"))
    }

    @Test(arguments: [
        (nil, "'self'"), ("/app", "'self'"), ("https://app.example", "'self' https://app.example"),
        ("https://app.example:8443/a/b?c", "'self' https://app.example:8443"),
        ("http://localhost?a", "'self' http://localhost"),
    ])
    func formMayLeadToTheNextPage(_ next: String?, _ sources: String) {
        #expect(PageAssets.policy(hasPasskey: false, next: next).hasSuffix("; form-action \(sources)"))
    }

    @Test func textsComeInTheLanguageOfTheBrowser() throws {
        let json = #"{"en": {"steps": {"S": "Hello"}}, "de": {"steps": {"S": "Hallo"}}}"#
        let file = try #require(JSONValue(json: Array(json.utf8)))
        #expect(PageTexts.texts(in: file, accepted: "fr, de-CH;q=0.8").language == "de")
        #expect(PageTexts.texts(in: file, accepted: "").language == "en")
    }

    @Test func refusalHasATextOfItsOwn() throws {
        let json = #"""
            {"refusals": {"missing-parameter": "Fill this in"},
             "errors": {"missing-parameter": "The reply lacks something", "too-many-requests": "Wait"}}
            """#
        let file = try #require(JSONValue(json: Array(json.utf8)))
        let page = FlowPage(texts: PageTexts(language: "en", file), issuer: "", action: "", token: "")
        #expect(page.page(Problem(422, "missing-parameter", "x")).text.contains("role=\"alert\">Fill this in<"))
        #expect(page.page(.tooMany(retryAfter: 1)).text.contains("role=\"alert\">Wait<"))
        let end = try view(
            #"{"end": {"outcome": "failed", "error": {"type": "missing-parameter", "message": "x"}}, "commands": []}"#)
        #expect(page.page(end).text.contains("role=\"alert\">The reply lacks something<"))
    }
}
