import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension CognitoApp {
    /// Seconds that a step waits for the user: the SDK has no limit of its own, so a screen for a password may stand
    /// for days. The service tells when its session is over.
    private static let patience = "86400"

    /// The app of an SDK's configuration.
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

    /// The app with what its pool's configuration says of every sign-in.
    func configured(by pool: AWSCognitoIdentityUserPoolConfiguration) -> CognitoApp {
        var app = self
        let inputs = JSONValue.inputs([
            "sessionSeconds": .string(Self.patience), "migration-enabled": pool.migrationEnabled ? true : nil,
            "analyticsEndpointId": .text(pool.pinpointAppId),
        ])
        app.signInInputs = inputs.adding(signInInputs)
        return app
    }

    /// The app with a cache for the tokens of many users.
    func keepingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// The app for a sign-in, whose flow stores and forgets tokens as far as the user has not signed out meanwhile.
    func keepingTokens(by visit: SessionAccess) -> CognitoApp {
        var app = self
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            _ = try await visit.keep(CognitoTokens(inputs), of: try inputs.text("username"))
            return [:]
        }
        return app
    }
}
