import ArgumentParser
import FlowBindings
import FlowTool
import SystemPackage

/// The location of this program's package.
struct PackageLocation {
    /// The arguments of `.package` in the manifest of a project.
    let arguments: String

    /// Creates the location of a clone or a repository, or of the clone that contains this program if `place` is nil.
    /// - Parameter place: the path of a clone, or a URL.
    /// - Throws: `ValidationError` if there is no such clone.
    init(_ place: String?) throws(ValidationError) {
        if let place, place.contains("://") || place.hasPrefix("git@") {
            arguments = #"url: \#(SwiftLiteral.string(place)), branch: "main""#
            return
        }
        guard let clone = try Self.clone(place) else {
            throw ValidationError("this program is not in a clone of flowc; name a clone or a URL with --package")
        }
        arguments = #"name: "flowc", path: \#(SwiftLiteral.string(clone.string))"#
    }

    /// Returns the clone at a path, or the clone that contains this program if `path` is nil.
    private static func clone(_ path: String?) throws(ValidationError) -> FilePath? {
        guard let path else { return OwnProgram.path.flatMap(clone(around:)) }
        guard let folder = Files.resolvedPath(path), isClone(folder) else {
            throw ValidationError("'\(path)' is not a clone of flowc")
        }
        return folder
    }

    /// Returns the nearest folder around a file that is a clone, or nil if there is none.
    private static func clone(around file: FilePath) -> FilePath? {
        var folder = file
        while folder.removeLastComponent() {
            if isClone(folder) { return folder }
        }
        return nil
    }

    /// Returns whether a folder is a clone of this package.
    private static func isClone(_ folder: FilePath) -> Bool {
        ["Package.swift", "Plugins/FlowPlugin"].allSatisfy { Files.exists(folder.appending($0).string) }
    }
}
