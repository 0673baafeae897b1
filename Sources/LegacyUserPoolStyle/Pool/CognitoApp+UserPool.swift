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

    /// Creates the app for an SDK configuration. If the configuration is malformed, it returns the error that every call
    /// then reports.
    static func make(
        _ service: AWSServiceConfiguration?, _ pool: AWSCognitoIdentityUserPoolConfiguration
    ) -> Result<CognitoApp, NSError> {
        let region = service?.regionType.name ?? String(pool.poolId.prefix { $0 != "_" })
        do {
            let secrets = service?.secrets ?? CognitoSettings.standardSecrets()
            let settings = try CognitoSettings(poolID: pool.poolId, secrets: secrets)
            let flowService: any FlowService = try service?.service ?? CognitoClient(region: region)
            return .success(
                CognitoApp(
                    clientID: pool.clientId, clientSecret: pool.clientSecret, settings: settings,
                    service: flowService))
        } catch {
            let text = "The pool's id or its region is malformed: \(error)"
            return .failure(NSError(client: .unknown, type: "InvalidConfiguration", message: text))
        }
    }

    /// Returns a copy of the app with the inputs that the pool's configuration sets for every sign-in.
    func configured(by pool: AWSCognitoIdentityUserPoolConfiguration) -> CognitoApp {
        var app = self
        let inputs = JSONValue.inputs([
            "sessionSeconds": .string(Self.stepTimeLimit), "migration-enabled": pool.migrationEnabled ? true : nil,
            "analyticsEndpointId": .text(pool.pinpointAppId),
        ])
        app.signInInputs = inputs.adding(signInInputs)
        return app
    }

    /// Returns a copy of the app with another token cache.
    func storingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// Returns a copy of the app for one sign-in. Its handler stores the tokens, unless the user has signed out meanwhile.
    func storingTokens(by access: SessionAccess) -> CognitoApp {
        var app = self
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            // After a sign-out the tokens are not stored. The call that runs the flow checks this again.
            _ = try await access.store(CognitoTokens(inputs), of: try inputs.text("username"))
            return [:]
        }
        return app
    }
}
