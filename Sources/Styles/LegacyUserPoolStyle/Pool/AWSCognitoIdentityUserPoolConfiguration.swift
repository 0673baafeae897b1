import CognitoClient
import CognitoFlows
public import CognitoHandlers
public import FlowCore
public import FlowRuntime
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
    /// The id of an Amazon Pinpoint application. It has no effect, because this style sends no analytics.
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
        // A step waits for the user for one day, because the SDK has no limit. The service ends its session earlier,
        // and then rejects the answer.
        ShippedFlow.LegacySDK.Inputs(sessionSeconds: .seconds(86_400), migrationEnabled: migrationEnabled)
    }
}

extension CognitoApp {
    /// Creates the app for a configuration of the SDK.
    /// - Returns: the app or, if the configuration is malformed, the error that every call reports.
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

    /// Returns a copy of the app whose flows store tokens in a cache.
    func storingTokens(in cache: TokenCache) -> CognitoApp {
        var app = self
        app.settings.tokens = cache
        return app
    }

    /// Returns a copy of the app for one sign-in. Its handlers store the tokens, unless the user signs out during the
    /// sign-in.
    func storingTokens(by access: SessionAccess) -> CognitoApp {
        var app = self
        // The generated port cannot throw, because the flow declares no failure of this handler. A handler that is
        // registered by its name can throw the store's error, with which the flow then ends.
        app.handlers.register("tokens.store") { inputs throws(FlowHandlerFailure) in
            // After a sign-out, `store` returns false. The flow still succeeds, but `AWSCognitoIdentityUser.signIn`
            // then calls `store` again, and ends as canceled.
            let username = try inputs.text(ShippedFlow.LegacySDK.Inputs.Field.username.rawValue)
            _ = try await access.store(CognitoTokens(inputs), of: username)
            return [:]
        }
        return app
    }
}

/// The service that a pool calls.
public final class AWSServiceConfiguration: Redacted {
    /// The region.
    public let regionType: AWSRegionType
    /// The service to call, for example an in-process user pool; nil for the region's service.
    ///
    /// Set it before you register a pool.
    public var service: (any FlowService)?

    /// The store for tokens and remembered devices; nil for a persistent store.
    ///
    /// Set it before you register a pool.
    public var secrets: (any SecretStore)?

    /// Creates a configuration for a region's service.
    /// - Parameters:
    ///   - region: the region of the service. With ``AWSRegionType/Unknown``, the region in the pool's id applies.
    ///   - credentialsProvider: ignored, because this style sends no request that must be signed.
    public init(region: AWSRegionType, credentialsProvider: (any Sendable)? = nil) {
        regionType = region
    }
}

/// The AWS regions that the SDK lists.
///
/// For any other region, use ``Unknown``. The region in the pool's id then applies.
public enum AWSRegionType: Int, Sendable {
    /// No region.
    case Unknown = 0
    /// Northern Virginia.
    case USEast1
    /// Ohio.
    case USEast2
    /// Northern California.
    case USWest1
    /// Oregon.
    case USWest2
    /// Ireland.
    case EUWest1
    /// London.
    case EUWest2
    /// Frankfurt.
    case EUCentral1
    /// Tokyo.
    case APNortheast1
    /// Seoul.
    case APNortheast2
    /// Singapore.
    case APSoutheast1
    /// Sydney.
    case APSoutheast2
    /// Mumbai.
    case APSouth1
    /// São Paulo.
    case SAEast1
    /// Beijing.
    case CNNorth1
    /// Canada, Central.
    case CACentral1
    /// GovCloud, West.
    case USGovWest1
    /// Ningxia.
    case CNNorthWest1
    /// Paris.
    case EUWest3
    /// GovCloud, East.
    case USGovEast1
    /// Stockholm.
    case EUNorth1
    /// Hong Kong.
    case APEast1
    /// Bahrain.
    case MESouth1
    /// Cape Town.
    case AFSouth1
    /// Milan.
    case EUSouth1

    /// The region's code, such as `us-east-1`; nil for ``Unknown``.
    var name: String? {
        guard self != .Unknown else { return nil }
        // A case is the code without hyphens, for example `USGovWest1` for `us-gov-west-1`.
        // The area is the capitals at the start, except the last, with which the place begins.
        let caseName = "\(self)"
        let area = caseName.prefix { $0.isUppercase }.dropLast()
        let place = caseName.dropFirst(area.count).prefix { !$0.isNumber }
        let placeParts = place.hasPrefix("Gov") ? ["gov", String(place.dropFirst(3))] : [String(place)]
        return ([String(area)] + placeParts + [String(caseName.suffix(1))]).joined(separator: "-").lowercased()
    }
}
