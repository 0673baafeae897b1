import FlowCompiler
import FlowSyntax

/// A folder of a target with the generated code of its flows, which users commit.
struct GeneratedFolder {
    let path: String
    /// The folder as the user names it in the target; nil if the user does not name it.
    let output: String?
    /// The paths of the target's flows.
    let flows: [String]
    /// The access level of the generated types.
    let access: SwiftOptions.Access

    /// The start of the command that generates the files again. Only files whose header names it are removed.
    private static let command = "swift package generate-flows"
    /// The folder in which the command generates the files by default.
    private static let defaultOutput = "Generated"
    /// The command that generates the files again in the same folder, with the same access level.
    private var command: String {
        var command = Self.command
        if let output, output != Self.defaultOutput { command += " --output \(Self.shellWord(output))" }
        if access != .internal { command += " --access \(access.rawValue)" }
        return command
    }

    /// Returns a text as one word of a shell command, in quotes if it needs them.
    private static func shellWord(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }

    /// Generates the code of all flows, and removes the code of former flows. If a flow has an error, no file changes.
    /// - Returns: the status of the process.
    func update() -> Int32 {
        switch files() {
        case .failed(let status): return status
        case .files(let files):
            let changed = files.filter { former($0.name) != $0.text }.map { (path: place($0.name), text: $0.text) }
            if !files.isEmpty, !Outputs.makeFolder(path) { return Console.unusableFile }
            let status = Outputs.write(changed)
            guard status == 0 else { return status }
            for file in changed { Console.write("wrote \(file.path)\n") }
            return remove(orphans(files))
        }
    }

    /// Removes files of the folder, and lists them.
    /// - Returns: the status of the process.
    private func remove(_ names: [String]) -> Int32 {
        for name in names {
            guard Outputs.remove(place(name)) else { return Console.unusableFile }
            Console.write("removed \(place(name))\n")
        }
        return 0
    }

    /// Lists the files that `update` would write or remove, and changes nothing.
    /// - Returns: the status of the process: 0, 3 if there are such files, or that of a failed generation.
    func check() -> Int32 {
        switch files() {
        case .failed(let status): return status
        case .files(let files):
            let stale = files.compactMap { file -> SafeText? in
                let former = former(file.name)
                return former == file.text ? nil : "\(place(file.name)): \(former == nil ? "missing" : "out of date")\n"
            }
            let lines = stale + orphans(files).map { "\(place($0)): no flow generates this file\n" as SafeText }
            for line in lines { Console.write(line) }
            return lines.isEmpty ? 0 : 3
        }
    }

    /// Returns the path of a file in the folder.
    private func place(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the text of a file in the folder, or nil if it cannot be read.
    private func former(_ name: String) -> String? {
        (try? Files.readFormer(place(name)).get()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The result of the generation.
    private enum Generated {
        case files([(name: String, text: String)])
        /// A flow has an error or cannot be read; with the status of the process.
        case failed(Int32)
    }

    /// Generates the code of all flows that have hosts. It writes the findings of all flows to standard error.
    private func files() -> Generated {
        var files: [(name: String, text: String)] = []
        var failure: Int32?
        for flow in flows {
            let name = SourcePath.name(of: flow).removing(suffix: ".flow.xml") + ".swift"
            switch GeneratedSwift.result(of: flow, access: access, command: command) {
            case .code where files.contains { $0.name == name }:
                Console.error(
                    "\(flow):1:1: error: another flow of the target also generates '\(name)': rename one of them\n")
                failure = 1
            case .code(let text): files.append((name, text))
            case .abstract: continue
            case .failed(let status): failure = max(failure ?? 0, status)
            }
        }
        return failure.map(Generated.failed) ?? .files(files)
    }

    /// Returns the names of files that an earlier run generated, and that no flow generates now.
    private func orphans(_ files: [(name: String, text: String)]) -> [String] {
        Files.names(in: path).sorted().filter { name in
            guard name.hasSuffix(".swift"), !files.contains(where: { $0.name == name }),
                let text = former(name)
            else { return false }
            let header = text.split(separator: "\n", maxSplits: 2)
            return header.count > 2 && header[0].hasPrefix("// Generated by flowc ")
                && header[1].hasPrefix("//     \(Self.command)")
        }
    }
}

extension String {
    /// Returns the text without a suffix.
    func removing(suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
