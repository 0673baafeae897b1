/// A page of `Docs/HowTo`: the files that it shows, and its Swift code.
///
/// A test runs the same code: each line of the page must also be a line of the test.
package struct HowToPage {
    /// The files by path, as bytes.
    package private(set) var files: [String: [UInt8]] = [:]
    /// The lines of Swift without their indentation.
    package private(set) var code: [String] = []

    /// Reads the page of that name.
    /// - Throws: ``PackageFiles/Failure`` if there is no such page.
    package init(_ name: String) throws {
        var fence: String?
        for line in try PackageFiles.text("Docs/HowTo/\(name).md").split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                fence = fence == nil ? String(line.dropFirst(3)) : nil
            } else if let path = fence?.split(separator: "=").last, fence?.hasPrefix("xml file=") == true {
                files[String(path), default: []] += Array(line.utf8) + [UInt8(ascii: "\n")]
            } else if fence == "swift" {
                code.append(Self.trimmed(line))
            }
        }
    }

    /// The lines of the page that a test file lacks.
    /// - Throws: ``PackageFiles/Failure`` if the file cannot be read.
    package func missing(in file: String) throws -> [String] {
        let lines = Set(try PackageFiles.text(file).split(separator: "\n").map { Self.trimmed($0) })
        return code.filter { !$0.isEmpty && !lines.contains($0) }
    }

    private static func trimmed(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}
