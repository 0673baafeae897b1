import FlowDiagnostics
import FlowIR
import FlowTable
import TestSupport

/// A flow of 25 presented steps with 70 plain transitions over 21 commands of the host, for sizes.
enum SignIn25 {
    /// A state a line: its name, then its transitions as `event>target`.
    private static let text = """
        start: begin>enterUsername
        enterUsername: submit>selectFirstFactor cancel>start
        selectFirstFactor: passwordSelected>enterPassword srpSelected>srpChallenge passkeySelected>passkeyPrompt smsSelected>sendSms emailSelected>sendEmail cancel>start
        enterPassword: submit>verifyPassword back>selectFirstFactor cancel>start
        verifyPassword: ok>signedIn wrong>enterPassword mfaSelect>selectMfa mfaSetup>selectMfaSetup newPasswordRequired>newPassword lockout>failed error>failed
        srpChallenge: submit>verifySrp error>failed cancel>start
        verifySrp: ok>signedIn wrong>srpChallenge mfaSelect>selectMfa mfaSetup>selectMfaSetup newPasswordRequired>newPassword error>failed
        passkeyPrompt: submit>verifyPasskey back>selectFirstFactor cancel>start
        verifyPasskey: ok>signedIn wrong>passkeyPrompt error>failed
        selectMfa: totpSelected>enterTotp smsSelected>sendSms emailSelected>sendEmail cancel>start
        selectMfaSetup: totpSelected>totpSetup emailSelected>sendEmail cancel>start
        totpSetup: submit>totpSetupVerify error>failed
        totpSetupVerify: ok>signedIn wrong>totpSetup error>failed
        enterTotp: submit>verifyTotp cancel>start
        verifyTotp: ok>signedIn wrong>enterTotp lockout>failed
        sendSms: ok>enterSmsCode error>failed
        enterSmsCode: submit>verifySmsCode resend>sendSms cancel>start
        verifySmsCode: ok>signedIn wrong>enterSmsCode expired>sendSms
        sendEmail: ok>enterEmailCode error>failed
        enterEmailCode: submit>verifyEmailCode resend>sendEmail
        verifyEmailCode: ok>signedIn wrong>enterEmailCode
        newPassword: submit>verifyNewPassword
        verifyNewPassword: ok>signedIn wrong>newPassword
        failed: retry>start
        signedIn: signOut>start
        """

    /// The flow, with each step presented under its state's name.
    static var flow: LoweredFlow {
        let lines = text.split(separator: "\n").map { line in line.split(separator: " ").map(String.init) }
        let names = lines.map { String($0[0].dropLast()) }
        let moves = lines.map { line in line.dropFirst().map { $0.split(separator: ">").map(String.init) } }
        let events = Set(moves.joined().map { $0[0] }).sorted()
        let states = zip(names, moves).map { name, moves in
            var transitions: [EventID: Block] = [:]
            for move in moves {
                guard let event = events.firstIndex(of: move[0]), let target = names.firstIndex(of: move[1]) else {
                    continue
                }
                transitions[EventID(own: event)] = Block([.jump(StateID(target))])
            }
            let kind = State.Kind.present(Presentation(step: ByteString(name), shows: [], asks: [], timeLimit: nil))
            return State(name: name, node: nil, kind: kind, transitions: transitions)
        }
        return LoweredFlow(
            name: "signin-25", version: "", slots: Slot.errorSlots, counters: [],
            events: events.map { Event(kind: .command, name: ByteString($0)) }, inputs: [], states: Table(states),
            initialState: 0,
            patterns: [], errorClasses: [], transitionCount: 70, nodes: [])
    }
}

extension Slot {
    /// The two slots that every flow starts with.
    static var errorSlots: Table<Slot, Slot> { [Slot(name: "error", type: .text), Slot(name: "message", type: .text)] }
}
