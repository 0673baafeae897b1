import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension CognitoApp {
    /// The seconds that a step waits for the user.
    ///
    /// The SDK has no limit, so a password screen may stay for days. The service reports when its session has expired.
    private static let patience = "86400"

    /// Creates the app for an SDK configuration.
    static func made(
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

    /// Returns the app with the pool's settings for every sign-in.
    func configured(by pool: AWSCognitoIdentityUserPoolConfiguration) -> CognitoApp {
        var app = self
        let inputs = JSONValue.inputs([
            "sessionSeconds": .string(Self.patience), "migration-enabled": pool.migrationEnabled ? true : nil,
            "analyticsEndpointId": .text(pool.pinpointAppId),
        ])
        app.signInInputs = inputs.adding(signInInputs)
        return app
    }

    /// Returns the app with a token cache for several users.
    func keepingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// Returns the app for one sign-in.
    ///
    /// Its flow stores and removes tokens unless the user has signed out meanwhile.
    func keepingTokens(by visit: SessionAccess) -> CognitoApp {
        var app = self
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            _ = try await visit.keep(CognitoTokens(inputs), of: try inputs.text("username"))
            return [:]
        }
        return app
    }
}
