/// The flows that come with this package, as compiled tables: an app needs neither `flowc` nor libxml2 to run one.
///
/// A raw value is the name of the flow's file: `flows/amplify.flow.xml`.
public enum ShippedFlow: String, Sendable, CaseIterable {
    /// Sign-in as Amplify for Swift has it: next steps.
    case amplify
    /// Sign-in as the legacy iOS SDK has it: delegates.
    case legacySDK = "legacy-sdk"
    /// A style of a shared screen, written in XML alone.
    case kiosk
}

extension ShippedFlow {
    /// The compiled flow in base64.
    var base64: StaticString {
        switch self {
        case .amplify: Self.amplifyTable
        case .legacySDK: Self.legacySDKTable
        case .kiosk: Self.kioskTable
        }
    }
}
