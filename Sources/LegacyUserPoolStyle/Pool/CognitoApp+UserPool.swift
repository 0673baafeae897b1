import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension CognitoApp {
    /// The number of seconds that a step waits for the user: one day.
    ///
    /// The SDK has no such limit. The service ends its session earlier, and reports that.
    private static let stepTimeLimit = "86400"

    /// Returns the app for an SDK configuration. For a malformed one, returns the error that every call reports.
    static func make(
        _ service: AWSServiceConfiguration?, _ pool: AWSCognitoIdentityUserPoolConfiguration
    ) -> Result<CognitoApp, NSError> {
        let region = service?.regionType.name ?? String(pool.poolId.prefix { $0 != "_" })
        do {
            return .success(
                CognitoApp(
                    clientID: pool.clientId, clientSecret: pool.clientSecret,
                    settings: try CognitoSettings(
                        poolID: pool.poolId, secrets: service?.secrets ?? CognitoSettings.standardSecrets()),
                    service: try service?.service ?? CognitoClient(region: region)))
        } catch {
            let text = "The pool's id or its region is malformed: \(error)"
            return .failure(NSError(client: .unknown, type: "InvalidConfiguration", message: text))
        }
    }

    /// Returns the app with the inputs that the pool's configuration sets for every sign-in.
    func configured(by pool: AWSCognitoIdentityUserPoolConfiguration) -> CognitoApp {
        var app = self
        let inputs = JSONValue.inputs([
            "sessionSeconds": .string(Self.stepTimeLimit), "migration-enabled": pool.migrationEnabled ? true : nil,
            "analyticsEndpointId": .text(pool.pinpointAppId),
        ])
        app.signInInputs = inputs.adding(signInInputs)
        return app
    }

    /// Returns the app with a token cache in place of its own.
    func keepingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// Returns the app with a handler for one sign-in, which stores tokens unless the user has signed out meanwhile.
    func keepingTokens(by access: SessionAccess) -> CognitoApp {
        var app = self
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            // After a sign-out the tokens are not stored. The call that runs the flow checks this again.
            _ = try await access.store(CognitoTokens(inputs), of: try inputs.text("username"))
            return [:]
        }
        return app
    }
}
