import Foundation
import MobileClientStyle

// The guide's custom sign-in, in Swift as it stands there; only the import lines are of this package.

/// The app that the guide writes; what the user does and sees is of the test.
final class AppOfTheGuide: Sendable {
    let username: String
    /// What the app showed, and the next thing to do once it is known.
    let seen = Seen()

    init(username: String) {
        self.username = username
    }

    func signIn() {
        AWSMobileClient.default().signIn(
            username: username,
            password: "dummyPassword"
        ) { (signInResult, error) in
            if let signInResult = signInResult {
                if (signInResult.signInState == .customChallenge) {
                    // Retrieve challenge details
                    self.seen.show("challenge for \(signInResult.parameters["email"] ?? "")")
                }
            }
            if let error { self.seen.show("\(error.localizedDescription)") }
        }
    }

    func confirm(_ answer: String) {
        AWSMobileClient.default().confirmSignIn(
            challengeResponse: answer,
            completionHandler: { (signInResult, error) in
                if let error = error {
                    self.print("\(error.localizedDescription)")
                } else if let signInResult = signInResult {
                    switch (signInResult.signInState) {
                    case .signedIn:
                        self.print("User is signed in.")
                    default:
                        self.print("\(signInResult.signInState.rawValue)")
                    }
                }
            }
        )
    }

    private func print(_ text: String) { seen.show(text) }
}

/// What an app showed, in order.
final class Seen: @unchecked Sendable {
    private let texts: AsyncStream<String>
    private let show: AsyncStream<String>.Continuation

    init() {
        (texts, show) = AsyncStream.makeStream()
    }

    func show(_ text: String) { show.yield(text) }

    /// The next text, once it is shown.
    var next: String? {
        get async {
            for await text in texts { return text }
            return nil
        }
    }
}
