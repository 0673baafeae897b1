package import CognitoClient
import Foundation

extension CognitoConfiguration {
    /// Where an app's configuration file is looked for: in its bundle, then in the working directory.
    /// - Parameter names: the names that it may have, best first.
    /// - Returns: the path of the first file that is there.
    package static func path(named names: [String]) -> String? {
        [Bundle.main.bundleURL.path, FileManager.default.currentDirectoryPath]
            .flatMap { folder in names.map { folder + "/" + $0 } }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}
