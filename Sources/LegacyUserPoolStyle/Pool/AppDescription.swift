import Foundation

/// The description of the app and the system that the SDK sends to triggers.
enum AppDescription {
    /// Returns the known parts of the description, under the SDK's names.
    ///
    /// Unlike the SDK's, it contains neither the device's model nor a vendor id.
    static func validationData(deviceName: String?) -> [String: String] {
        let bundle = Bundle.main
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let data = [
            "cognito:systemName": systemName,
            "cognito:iOSVersion": isIOS ? "\(version.majorVersion).\(version.minorVersion)" : nil,
            "cognito:deviceName": deviceName,
            "cognito:bundleId": bundle.bundleIdentifier,
            "cognito:bundleVersion": bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String,
            "cognito:bundleShortV": bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
        ]
        return data.compactMapValues { $0 }
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
