import Foundation
import PackagePlugin

/// Generates Swift from the flows of targets into a folder of each target, for users who commit it.
@main struct GenerateFlows: CommandPlugin {
    private static let usage = """
        USAGE: swift package generate-flows [--target NAME]… [--output FOLDER] [--access LEVEL] [--check]

          --target NAME     A target whose flows to generate; by default, all targets of the package.
          --output FOLDER   The folder to write, relative to that of each target. (default: Generated)
          --access LEVEL    The access level of the declarations: internal, package or public. (default: internal)
          --check           List the files that are not up to date, and write nothing. The status is 1 if there are any.
        """

    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        if extractor.extractFlag(named: "help") > 0 { return print(Self.usage) }
        let names = extractor.extractOption(named: "target")
        let output = extractor.extractOption(named: "output").last ?? "Generated"
        let access = extractor.extractOption(named: "access").last ?? "internal"
        let checks = extractor.extractFlag(named: "check") > 0
        guard extractor.remainingArguments.isEmpty else {
            throw Failure("unknown argument '\(extractor.remainingArguments[0])'\n\(Self.usage)")
        }
        guard !output.hasPrefix("/") else {
            throw Failure("'--output' must be relative, because each target has a folder of its own")
        }
        let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
        let tool = try context.tool(named: "flowc-gen").url
        var statuses: Set<Int32> = []
        for case let target as any SourceModuleTarget in targets {
            let folder = target.directoryURL.appending(path: output).standardizedFileURL
            let flows = Self.flows(in: target.directoryURL)
            guard !flows.isEmpty || FileManager.default.fileExists(atPath: folder.path) else { continue }
            let options =
                ["--folder", folder.path, "--output", output, "--access", access] + (checks ? ["--check"] : [])
            let process = try Process.run(tool, arguments: options + flows)
            process.waitUntilExit()
            statuses.insert(process.terminationStatus)
        }
        if let failure = Failure(statuses) { throw failure }
    }

    /// Returns the paths of the flows in a folder, in order.
    ///
    /// The package's list of source files lacks excluded files, and builds warn of flows that are not excluded.
    private static func flows(in folder: URL) -> [String] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".flow.xml") }.sorted()
    }
}

/// Why the command failed.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Creates a failure from the statuses of the tool; nil if all runs succeeded.
    init?(_ statuses: Set<Int32>) {
        guard let status = statuses.subtracting([0]).min() else { return nil }
        description =
            switch status {
            case 1: "flows have errors; no file of their targets was written"
            case 3: "generated files are not up to date; run 'swift package generate-flows' and commit them"
            default: "flowc-gen failed with status \(status)"
            }
    }
}
