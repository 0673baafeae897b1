import FlowCore
import FlowRuntime
import Foundation

/// What the SDK tells triggers about the app and the system.
enum AppDescription {
    /// Returns the data by the SDK's names. Unknown values are omitted.
    ///
    /// There is no device model and no vendor id here.
    static func validationData(deviceName: String?) -> JSONValue {
        let bundle = Bundle.main
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let data: [(name: String, value: String?)] = [
            ("cognito:systemName", systemName),
            ("cognito:iOSVersion", isIOS ? "\(version.majorVersion).\(version.minorVersion)" : nil),
            ("cognito:deviceName", deviceName),
            ("cognito:bundleId", bundle.bundleIdentifier),
            ("cognito:bundleVersion", bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String),
            ("cognito:bundleShortV", bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String),
        ]
        return .object(data.compactMap { name, value in value.map { JSONMember(name, .string($0)) } })
    }

    #if os(iOS)
        private static let systemName = "iOS"
        private static let isIOS = true
    #elseif os(macOS)
        private static let systemName = "macOS"
        private static let isIOS = false
    #else
        private static let systemName = "Linux"
        private static let isIOS = false
    #endif
}
