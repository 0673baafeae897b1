import CognitoClient
import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import Foundation

/// An app client of a user pool. Its description is redacted.
public final class AWSCognitoIdentityUserPoolConfiguration: Sendable, Redacted {
    /// The id of the app client.
    public let clientId: String
    /// The app client's secret, or nil if it has none.
    public let clientSecret: String?
    /// The pool's id.
    public let poolId: String
    /// Whether the validation data includes a description of the app and the device, under names like `cognito:…`.
    public let shouldProvideCognitoValidationData: Bool
    /// The id of the Amazon Pinpoint application for analytics; nil for no analytics.
    public let pinpointAppId: String?
    /// Whether to send passwords to the service (`USER_PASSWORD_AUTH`). Pools that migrate users need this.
    public let migrationEnabled: Bool

    /// Creates the configuration of an app client.
    public init(
        clientId: String, clientSecret: String?, poolId: String, shouldProvideCognitoValidationData: Bool = true,
        pinpointAppId: String? = nil, migrationEnabled: Bool = false
    ) {
        self.clientId = clientId
        self.clientSecret = clientSecret
        self.poolId = poolId
        self.shouldProvideCognitoValidationData = shouldProvideCognitoValidationData
        self.pinpointAppId = pinpointAppId
        self.migrationEnabled = migrationEnabled
    }

    /// The inputs for every sign-in. Those of the app take precedence.
    var signInInputs: ShippedFlow.LegacySDK.Inputs {
        // A step waits for the user for one day. The SDK has no such limit. The service ends its session earlier, and
        // reports that.
        ShippedFlow.LegacySDK.Inputs(
            analyticsEndpointID: pinpointAppId, sessionSeconds: .seconds(86_400), migrationEnabled: migrationEnabled)
    }
}

extension CognitoApp {
    /// Creates the app for an SDK configuration, or returns the error that every call reports if the configuration is
    /// malformed.
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

    /// Returns a copy of the app with another token cache.
    func storingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// Returns a copy of the app for one sign-in. Its handler stores the tokens, unless the user signs out during the
    /// sign-in.
    func storingTokens(by access: SessionAccess) -> CognitoApp {
        var app = self
        // The flow declares no failure of the handler, but ends with the store's error, which the port cannot throw.
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            // After a sign-out the tokens are not stored. The call that runs the flow checks this again.
            let username = try inputs.text(ShippedFlow.LegacySDK.Inputs.Field.username.rawValue)
            _ = try await access.store(CognitoTokens(inputs), of: username)
            return [:]
        }
        return app
    }
}
