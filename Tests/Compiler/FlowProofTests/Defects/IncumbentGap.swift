import Testing

/// A way in which the state machine of Amplify for Swift hangs, or hung until a release mended it, written as a
/// mistake in our flow of
/// the same style.
struct IncumbentGap: Sendable, CustomTestStringConvertible {
    /// An edit and the file that it is made in.
    struct Change: Sendable {
        let path: String
        let edit: TextEdit
    }

    /// What is not taken there.
    let gap: String
    /// The mistake; nothing where a transition of the flow takes what no node takes, so that leaving it out
    /// is no mistake.
    let mistake: [Change]
    /// The transitions of the whole flow that take what no node takes: they must be gone too, or the
    /// mistake does no harm.
    let nets: [Change]
    let code: String
    /// What the finding names.
    let named: String

    var testDescription: String { gap }

    private init(_ gap: String, _ mistake: [Change], nets: [Change] = [], _ code: String, _ named: String) {
        self.gap = gap
        self.mistake = mistake
        self.nets = nets
        self.code = code
        self.named = named
    }

    /// Gaps that stand in the incumbent today.
    static let standing: [IncumbentGap] = [
        IncumbentGap(
            "CompleteTOTPSetup: the error is not accepted", [], nets: [net("error=\"*\"", "failed")], "dropped-event",
            "finish-totp-set-up"),
        IncumbentGap(
            "initiateTOTPSetup is not accepted by signingInWithUserAuth",
            [
                style("<challenge name=\"MFA_SETUP\">", "<choice id=\"set-up\">"),
                style(
                    "<otherwise to=\"email-set-up\"/>\n  </challenge>", "<otherwise to=\"email-set-up\"/>\n  </choice>"),
            ], "unreachable-node", "'associate-totp'"),
        IncumbentGap(
            "confirmDevice is not accepted by resolvingDeviceSrpa", [],
            nets: [net("event=\"success\"", "check")],
            "dropped-event", "'DEVICE_PASSWORD_VERIFIER' does not handle success"),
        IncumbentGap(
            "confirmDevice is not accepted by signingInWithWebAuthn",
            [style("<on event=\"success\" to=\"check\"><clear name=\"NewDeviceKey\"/></on>", "")],
            nets: [net("event=\"success\"", "check")], "dropped-event", "'WEB_AUTHN' does not handle success"),
        IncumbentGap(
            "throwAuthError is not accepted by SignInState.notStarted", [], nets: [net("failure=\"*\"", "failed")],
            "dropped-event", "'begin' does not handle a failure"),
        IncumbentGap(
            "throwAuthError is not accepted by SignInChallengeState.notStarted",
            [style("    <on error=\"*\" retry=\"here\"/>\n", "")], nets: [net("error=\"*\"", "failed")],
            "dropped-event", "'SMS_MFA' does not handle an error"),
        IncumbentGap(
            "confirmSignIn does not look at AuthorizationState.error",
            [style("<on failure=\"*\" to=\"revoke\"/>", "<on failure=\"identity-failed\" to=\"revoke\"/>")],
            nets: [net("failure=\"*\"", "failed")], "dropped-event",
            "'complete' does not handle a failure of handler 'credentials.fetch'"),
        IncumbentGap(
            "AuthenticationState.error after confirmSignIn waits for ever",
            [
                style("    <on error=\"*\" retry=\"here\"/>\n", "    <on error=\"*\" to=\"broken\"/>\n"),
                style(
                    "<end id=\"signed-out\"",
                    "<step id=\"broken\"><on event=\"cancel\" refuse=\"no\"/></step>\n  <end id=\"signed-out\""),
            ], "always-violated", "'broken' can refuse 'cancel'"),
        IncumbentGap(
            "SignInTOTPSetupState forgets everything on an unexpected reply",
            [
                Change(
                    path: "library/cognito.flow.xml",
                    edit: TextEdit("    <on event=\"success\" to=\"finish-totp-set-up\"/>\n", ""))
            ], nets: [net("event=\"success\"", "check")], "dropped-event", "'totp-set-up' does not handle success"),
    ]

    /// Gaps of the change log, as far as it says what they were.
    static let mended: [IncumbentGap] = [
        IncumbentGap(
            "#2584: device SRP in the migration flow",
            [
                style(
                    "<group id=\"device-errors\">", "<remove node=\"DEVICE_SRP_AUTH DEVICE_PASSWORD_VERIFIER\"/>\n<!--"),
                style("<challenge name=\"DEVICE_PASSWORD_VERIFIER\" inherit=\"extend\"/>\n  </group>", "-->"),
                Change(
                    path: "library/auth-errors.flow.xml",
                    edit: TextEdit("no-stored-device passkey-failed", "passkey-failed")),
            ], "unhandled-challenge", "'DEVICE_SRP_AUTH'"),
        IncumbentGap(
            "#2609: a sign-in begun again on the way",
            [
                style("<on event=\"start\" to=\"begin\"/>", ""),
                style("<always event=\"cancel\"/>", "<always event=\"cancel start\"/>"),
            ], "always-violated", "does not handle 'start'"),
        IncumbentGap(
            "#2617: a second try after an error", [style("    <on error=\"*\" retry=\"here\"/>\n", "")],
            nets: [net("error=\"*\"", "failed")], "dropped-event", "'EMAIL_OTP' does not handle an error"),
        IncumbentGap(
            "#2699: a device that the service does not know",
            [
                style(
                    """
                    retry="compute" attempts="2" then="failed">
                          <handle handler="device.forget"/><clear name="deviceKey deviceGroupKey deviceSecret"/>
                    """,
                    """
                    retry="compute">
                          <handle handler="device.forget"/>
                    """)
            ], "unbounded-retry", "'PASSWORD_VERIFIER'"),
        IncumbentGap(
            "#4065: transitions of the sign-in after a sign-up",
            [
                style(
                    "    <on error=\"*\" to=\"failed\"/>\n    <on challenge=\"PASSWORD_V",
                    "    <on challenge=\"PASSWORD_V")
            ],
            nets: [net("error=\"*\"", "failed")], "dropped-event", "'auto-sign-in' does not handle an error"),
    ]

    private static func style(_ old: String, _ new: String) -> Change {
        Change(path: "amplify.flow.xml", edit: TextEdit(old, new))
    }

    private static func net(_ selector: String, _ target: String) -> Change {
        Change(path: "library/cognito.flow.xml", edit: TextEdit("\n  <on \(selector) to=\"\(target)\"/>", ""))
    }
}
