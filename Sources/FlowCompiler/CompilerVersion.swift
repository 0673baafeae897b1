/// The version of the compiler, which generated files name.
package enum CompilerVersion {
    /// The version.
    package static let current = "0.1.0"
}
