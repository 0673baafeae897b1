#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FileSecretStore {
    /// The store of an app that names none: it lasts, so that whoever signed in is signed in after the next start.
    ///
    /// It lies in `$XDG_STATE_HOME` (`~/.local/state` where that is not set: XDG Base Directory Specification) under the name of the
    /// program. Without a home folder nothing can be stored, and each call says so.
    public static func standard() -> FileSecretStore {
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
        let state = environment("XDG_STATE_HOME") ?? environment("HOME").map { "\($0)/.local/state" }
        return FileSecretStore(path: "\(state ?? "/nonexistent")/\(program)/sign-in")
    }

    /// An absolute path of the environment; others count as not set, as the specification has it.
    private static func environment(_ name: String) -> String? {
        guard let text = getenv(name).map({ String(cString: $0) }), text.hasPrefix("/") else { return nil }
        return text
    }
}
