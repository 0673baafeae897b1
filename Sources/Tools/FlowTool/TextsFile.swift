package import ArgumentParser
import FlowCompiler
package import FlowCore

/// The file beside a flow with texts for people, in one or more languages.
package enum TextsFile {
    /// Returns the path of the texts `NAME.texts.json` beside `NAME.flow.xml`, or nil if there is no such file.
    package static func path(besideFlow flow: String) -> String? {
        let suffix = ".flow.xml"
        guard flow.hasSuffix(suffix) else { return nil }
        let path = flow.dropLast(suffix.count) + ".texts.json"
        return Files.exists(String(path)) ? String(path) : nil
    }

    /// Reads a file of texts: a JSON object with a member for each language.
    /// - Throws: an exit code, after the reason is written to standard error.
    package static func read(_ path: String) throws(ExitCode) -> JSONValue {
        guard let value = JSONValue(json: try Files.contents(of: path)), case .object = value else {
            Console.error("flowc: '\(path)' is not a JSON object with a member for each language\n")
            throw .findings
        }
        return value
    }
}
