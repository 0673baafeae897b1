import CognitoFlows
import CognitoHandlers
import Foundation
import MobileClientStyle
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Who is there, tokens that wait for a sign-in, and sign-out.
struct StateTests {
    private func signedIn(_ bench: StyleBench) async throws -> AWSMobileClient {
        let client = AWSMobileClient(try bench.app())
        let result: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        #expect(result.signInState == .signedIn)
        return client
    }

    // rows: legacy:153 legacy:155 legacy:158
    @Test func stateIsKnownAfterInitialize() async throws {
        let bench = try await StyleBench()
        let client = AWSMobileClient(try bench.app())
        #expect(client.currentUserState == .unknown)
        #expect(try await outcome { client.initialize($0) } == UserState.signedOut)
        _ = try await signedIn(bench)
        let relaunched = AWSMobileClient(try bench.app())
        #expect(try await outcome { relaunched.initialize($0) } == UserState.signedIn)
        #expect(try await outcome { relaunched.initialize($0) } == UserState.signedIn)
        #expect(relaunched.username == "ana")
    }

    // rows: legacy:176 legacy:196
    @Test func listenerIsTold() async throws {
        let bench = try await StyleBench()
        let client = AWSMobileClient(try bench.app())
        let seen = Seen()
        client.addUserStateListener(seen) { state, details in
            seen.show("\(state) \(details.keys.sorted())")
        }
        #expect(try await outcome { client.initialize($0) } == UserState.signedOut)
        #expect(await seen.next == "signedOut []")
        let result: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        #expect(result.signInState == .signedIn)
        #expect(await seen.next == #"signedIn ["provider", "token"]"#)
        client.signOut()
        #expect(!client.isSignedIn)
        #expect(await seen.next == "signedOut []")
        client.removeUserStateListener(seen)
    }

    @Test func signOutHasHappenedWhenItReturns() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        client.signOut()
        // No wait: the process may end here.
        #expect(TokensOfNow(bench).areNone)
        let relaunched = AWSMobileClient(try bench.app())
        #expect(try await outcome { relaunched.initialize($0) } == UserState.signedOut)
    }

    @Test func signOutThatTheStoreRefusesIsNone() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.secrets.lock(writing: true)
        client.signOut()
        #expect(client.isSignedIn)
        await #expect(throws: (any Error).self) {
            try await done { client.signOut(options: SignOutOptions(), completionHandler: $0) }
        }
        #expect(client.isSignedIn)
        bench.secrets.lock()
        #expect(try await bench.tokens.current()?.username == "ana")
        try await done { client.signOut(options: SignOutOptions(), completionHandler: $0) }
        #expect(!client.isSignedIn)
    }

    @Test func signOutWhileTheTokensAreStoredStays() async throws {
        for _ in 0..<20 {
            let bench = try await StyleBench()
            let client = AWSMobileClient(try bench.app())
            bench.secrets.beforeNextWrite { DispatchQueue.global().async { client.signOut() } }
            do {
                let _: SignInResult = try await outcome {
                    client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
                }
            } catch {
                #expect(!client.isSignedIn)
            }
            try await until { await (try? bench.tokens.current()) ?? nil == nil }
            try await until { !client.isSignedIn }
        }
    }

    @Test func damagedTokensAreSignedInOver() async throws {
        let bench = try await StyleBench()
        _ = try await signedIn(bench)
        bench.secrets.damage()
        let client = try await signedIn(bench)
        #expect(client.isSignedIn)
    }

    @Test func lockedStoreIsNoSignOut() async throws {
        let bench = try await StyleBench()
        _ = try await signedIn(bench)
        bench.secrets.lock(reading: true)
        let client = AWSMobileClient(try bench.app())
        await #expect(throws: (any Error).self) {
            let _: UserState = try await outcome { client.initialize($0) }
        }
        #expect(client.currentUserState == .unknown)
        bench.secrets.lock()
        #expect(try await outcome { client.initialize($0) } == UserState.signedIn)
    }

    // rows: legacy:154
    @Test func tokensOfAnotherAppClientAreNotSeen() async throws {
        let bench = try await StyleBench()
        _ = try await signedIn(bench)
        var app = try bench.app()
        app = CognitoApp(
            clientID: "another", settings: try CognitoSettings(poolID: app.settings.poolID, secrets: bench.secrets),
            service: app.service)
        let client = AWSMobileClient(app)
        #expect(try await outcome { client.initialize($0) } == UserState.signedOut)
        #expect(try await bench.tokens.current()?.username == "ana")
    }

    // rows: legacy:192 legacy:193
    @Test func accountCallsWaitForASignInToo() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, _ in seen.show("\(state)") }
        async let changed: Void = done {
            client.changePassword(currentPassword: "Passw0rd!", proposedPassword: "N3w-Passw0rd", completionHandler: $0)
        }
        #expect(await seen.next == "signedOutUserPoolsTokenInvalid")
        bench.fail("InitiateAuth", nil)
        let again: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        #expect(again.signInState == .signedIn)
        try await changed
    }

    // rows: legacy:190 legacy:191 legacy:194 legacy:206 legacy:208 legacy:209 legacy:213
    @Test func tokensWaitForASignIn() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        let first: Tokens = try await outcome { client.getTokens($0) }
        #expect(!"\(first)".contains(first.accessToken?.tokenString ?? "-"))
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, details in seen.show("\(state) \(details)") }
        async let waiting: Tokens = outcome { client.getTokens($0) }
        #expect(await seen.next == #"signedOutUserPoolsTokenInvalid ["username": "ana"]"#)
        bench.fail("InitiateAuth", nil)
        let again: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        #expect(again.signInState == .signedIn)
        #expect(try await waiting != first)
    }

    // rows: legacy:195 legacy:214
    @Test func waitIsReleased() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, _ in seen.show("\(state)") }
        let waiting = Task { let _: Tokens = try await outcome { client.getTokens($0) } }
        #expect(await seen.next == "signedOutUserPoolsTokenInvalid")
        client.releaseSignInWait()
        let error = await #expect(throws: AWSMobileClientError.self) { try await waiting.value }
        guard case .unableToSignIn = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(client.currentUserState == .signedOutUserPoolsTokenInvalid)
    }

    // rows: legacy:210
    @Test func offlineSignsNobodyOut() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.wait(7200)
        bench.fail("InitiateAuth", "network", "no route")
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        guard case .unknown = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(client.currentUserState == .signedIn)
    }

    // rows: legacy:211 legacy:212 legacy:227
    @Test func tokensOfNobody() async throws {
        let client = AWSMobileClient(try await StyleBench().app())
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        guard case .notSignedIn = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    // rows: legacy:198
    @Test func signOutEverywhereThatFailsChangesNothing() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.fail("GlobalSignOut", "TooManyRequestsException", "slow down")
        let error = await #expect(throws: AWSMobileClientError.self) {
            try await done { client.signOut(options: SignOutOptions(signOutGlobally: true), completionHandler: $0) }
        }
        guard case .tooManyRequests = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(client.currentUserState == .signedIn)
        bench.fail("GlobalSignOut", nil)
        try await done { client.signOut(options: SignOutOptions(signOutGlobally: true), completionHandler: $0) }
        #expect(client.currentUserState == .signedOut)
        #expect(bench.calls.map(\.operation).suffix(2) == ["GlobalSignOut", "RevokeToken"])
    }

    // rows: legacy:220 legacy:221 legacy:222 legacy:223 legacy:224 legacy:225
    @Test func signUpAndForgottenPassword() async throws {
        let bench = try await StyleBench()
        let client = AWSMobileClient(try bench.app())
        let signUp: SignUpResult = try await outcome {
            client.signUp(
                username: "bob", password: "B0b-Passw0rd", userAttributes: ["email": "bob@example.com"],
                completionHandler: $0)
        }
        #expect(signUp.signUpConfirmationState == .unconfirmed && signUp.codeDeliveryDetails?.deliveryMedium == .email)
        await #expect(throws: AWSMobileClientError.self) {
            let _: SignUpResult = try await outcome {
                client.confirmSignUp(username: "bob", confirmationCode: bench.wrongCode, completionHandler: $0)
            }
        }
        let again: SignUpResult = try await outcome { client.resendSignUpCode(username: "bob", completionHandler: $0) }
        #expect(again.signUpConfirmationState == .unconfirmed)
        let confirmed: SignUpResult = try await outcome {
            client.confirmSignUp(username: "bob", confirmationCode: bench.code, completionHandler: $0)
        }
        #expect(confirmed.signUpConfirmationState == .confirmed && !client.isSignedIn)
        let forgot: ForgotPasswordResult = try await outcome {
            client.forgotPassword(username: "bob", completionHandler: $0)
        }
        #expect(forgot.forgotPasswordState == .confirmationCodeSent)
        let reset: ForgotPasswordResult = try await outcome {
            client.confirmForgotPassword(
                username: "bob", newPassword: "N3w-Passw0rd", confirmationCode: bench.code, completionHandler: $0)
        }
        #expect(reset.forgotPasswordState == .done && !client.isSignedIn)
    }

    // rows: legacy:226 legacy:228 legacy:229
    @Test func accountOfWhoIsSignedIn() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        let sent: [UserCodeDeliveryDetails] = try await outcome {
            client.updateUserAttributes(attributeMap: ["email": "new@example.com"], completionHandler: $0)
        }
        #expect(sent.map(\.deliveryMedium) == [.email])
        let delivery: UserCodeDeliveryDetails = try await outcome {
            client.verifyUserAttribute(attributeName: "email", completionHandler: $0)
        }
        #expect(delivery.deliveryMedium == .email)
        try await done {
            client.confirmUpdateUserAttributes(attributeName: "email", code: bench.code, completionHandler: $0)
        }
        try await done {
            client.changePassword(
                currentPassword: "Passw0rd!", proposedPassword: "N3w-Passw0rd", completionHandler: $0)
        }
        let page: ListDevicesResult = try await outcome { client.deviceOperations.list(completionHandler: $0) }
        #expect(page.devices?.count == 1 && page.devices?.first?.attributes?["device_name"] == "a phone")
        let device: Device = try await outcome { client.deviceOperations.get(completionHandler: $0) }
        #expect(device.deviceKey == page.devices?.first?.deviceKey && device.attributes?["device_name"] == "a phone")
        let _: UpdateDeviceStatusResult = try await outcome {
            client.deviceOperations.updateStatus(remembered: true, completionHandler: $0)
        }
        try await done { client.deviceOperations.forget($0) }
        let error = await #expect(throws: AWSMobileClientError.self) {
            try await done { client.deviceOperations.forget($0) }
        }
        guard case .deviceNotRemembered = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    // rows: legacy:199 legacy:200
    @Test func signOutHereRevokesAndIgnoresErrors() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.fail("RevokeToken", "TooManyRequestsException", "slow down")
        try await done { client.signOut(completionHandler: $0) }
        #expect(bench.calls.last?.operation == "RevokeToken" && !client.isSignedIn)
        try await done { client.signOut(completionHandler: $0) }
        #expect(bench.calls.last?.operation == "RevokeToken" && !client.isSignedIn)
    }

    // rows: legacy:218
    @Test func manyCallsForTokensRefreshOnce() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.wait(7200)
        let before = bench.calls.count
        try await withThrowingTaskGroup(of: Tokens.self) { group in
            for _ in 0..<8 { group.addTask { try await outcome { client.getTokens($0) } } }
            for try await tokens in group { #expect(tokens.accessToken?.tokenString?.isEmpty == false) }
        }
        #expect(bench.calls.count == before + 1)
    }

    // rows: legacy:182 legacy:189 legacy:215
    @Test func signOutEndsWhatIsPending() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms]
        let bench = try await StyleBench(users: [user])
        let client = AWSMobileClient(try bench.app())
        let _: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        try await done { client.signOut(completionHandler: $0) }
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: SignInResult = try await outcome {
                client.confirmSignIn(challengeResponse: bench.code, completionHandler: $0)
            }
        }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    // rows: legacy:201 legacy:202
    @Test func accountIsDeleted() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        bench.fail("DeleteUser", "InternalErrorException", "")
        await #expect(throws: AWSMobileClientError.self) { try await done { client.deleteUser(completionHandler: $0) } }
        #expect(client.isSignedIn)
        bench.fail("DeleteUser", nil)
        try await done { client.deleteUser(completionHandler: $0) }
        #expect(client.currentUserState == .signedOut)
    }

    @Test func callOfOneUserNeverGoesOnAsAnother() async throws {
        let bench = try await StyleBench(users: [
            StyleBench.ana, PoolUserSeed(username: "bob", password: "B0b-Passw0rd"),
        ])
        let client = try await signedIn(bench)
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, _ in seen.show("\(state)") }
        let deletion = Task { try await done { client.deleteUser(completionHandler: $0) } }
        #expect(await seen.next == "signedOutUserPoolsTokenInvalid")
        bench.fail("InitiateAuth", nil)
        let result: SignInResult = try await outcome {
            client.signIn(username: "bob", password: "B0b-Passw0rd", completionHandler: $0)
        }
        #expect(result.signInState == .signedIn)
        let error = await #expect(throws: AWSMobileClientError.self) { try await deletion.value }
        guard case .unableToSignIn = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(!bench.calls.map(\.operation).contains("DeleteUser") && client.username == "bob")
    }

    /// As after a sign-out that took longer than its caller waited.
    @Test func tokensThatAreGoneAreASignOut() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        try await bench.tokens.clear()
        await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        #expect(client.currentUserState == .signedOut && client.username == nil)
        let result: SignInResult = try await outcome {
            client.signIn(username: "ana", password: "Passw0rd!", completionHandler: $0)
        }
        #expect(result.signInState == .signedIn)
    }

    @Test func signOutIsThereAtOnce() async throws {
        let bench = try await StyleBench()
        let client = try await signedIn(bench)
        client.signOut()
        #expect(!client.isSignedIn && client.username == nil && client.userSub == nil)
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        guard case .notSignedIn = error else { return #expect(Bool(false), "\(error as Any)") }
    }
}

/// The tokens as they are stored at this moment, read without a wait.
private struct TokensOfNow {
    let areNone: Bool

    init(_ bench: StyleBench) {
        areNone = bench.tokens.perform { _ in .current(of: nil) } == .nobody
    }
}
