#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the environment asks of a test run.
package enum Environment {
    /// The value of a variable, if it is set.
    package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Whether tests write what they expect anew rather than compare with it: `RECORD=1`.
    package static var isRecording: Bool { value("RECORD") != nil }
}
