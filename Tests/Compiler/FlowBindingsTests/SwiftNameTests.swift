import FlowCompiler
import Testing

@Suite("Swift names") struct SwiftNameTests {
    @Test(
        "names of steps, inputs and errors become names as the API Design Guidelines want them",
        arguments: [
            ("ENTER_SMS_CODE", "EnterSMSCode", "enterSMSCode"), ("TOTP", "TOTP", "totp"),
            ("totp-set-up", "TOTPSetUp", "totpSetUp"),
            ("requestUsername", "RequestUsername", "requestUsername"), ("clientId", "ClientID", "clientID"),
            ("credentials.fetch", "CredentialsFetch", "credentialsFetch"),
            ("MFAS_CAN_SETUP", "MfasCanSetup", "mfasCanSetup"),
            ("default", "Default", "`default`"), ("Type", "`Type`", "type"), ("_", "Unnamed", "unnamed"),
            ("2nd", "_2nd", "_2nd"),
        ])
    func names(_ name: String, _ type: String, _ member: String) {
        #expect(SwiftName.type(name) == type)
        #expect(SwiftName.member(name) == member)
    }

    @Test("an error type loses its ending") func errors() {
        #expect(SwiftName.errorCase("CodeMismatchException") == "codeMismatch")
        #expect(SwiftName.errorCase("Exception") == "exception")
        #expect(SwiftName.errorCase("NetworkException") == "networkException")
        #expect(SwiftName.errorCase("no-answer") == "noAnswer")
    }

    @Test("a text becomes a literal of ASCII characters") func literals() {
        #expect(SwiftLiteral.string("a\"\\(b)\n\u{202e}ü") == #""a\"\\(b)\u{a}\u{202e}\u{fc}""#)
    }
}
