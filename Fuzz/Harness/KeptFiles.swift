import TestSupport

/// Files of the tests that inputs of the target `xml` can name.
enum KeptFiles {
    private static let folder = "Tests/Compiler/FlowCompilerTests/Golden"

    /// The service descriptions of the golden files, as these name them.
    static let services: [String: [UInt8]] = {
        let names = PackageFiles.names(in: folder).filter { $0.hasSuffix(".service.xml") }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, bytes("\(folder)/\($0)")) })
    }()

    /// A flow for scenarios.
    static let flow = bytes("\(folder)/scenario-unknown-names/case.flow.xml")

    private static func bytes(_ path: String) -> [UInt8] { (try? PackageFiles.bytes(path)) ?? [] }
}
