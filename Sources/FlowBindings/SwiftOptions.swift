/// How to generate Swift.
package struct SwiftOptions: Sendable {
    /// The access level of the generated declarations.
    package enum Access: String, Sendable, CaseIterable {
        case `internal`, package, `public`
    }

    /// The access level.
    package var access: Access
    /// The path of the flow, as the header of the file names it.
    package var path: String
    /// The version of the compiler, as the header of the file names it.
    package var version: String

    /// Creates options.
    package init(access: Access = .internal, path: String, version: String) {
        self.access = access
        self.path = path
        self.version = version
    }

    /// The access modifier with a space behind it; empty for `internal`.
    var modifier: String { access == .internal ? "" : access.rawValue + " " }
}
