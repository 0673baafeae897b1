/// The name of a user pool, which every proof of a password includes.
package enum PoolName {
    /// Returns the name in a pool's id, which is `AbC` for the id `eu-west-1_AbC`.
    ///
    /// With a wrong name, such as one with a blank at its end, the service rejects every password.
    /// - Returns: nil if the id has no underscore, or if no name of ASCII letters, digits and underscores follows it.
    package static func name(ofPoolID id: String) -> String? {
        guard let underscore = id.firstIndex(of: "_") else { return nil }
        let name = id[id.index(after: underscore)...]
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            return nil
        }
        return String(name)
    }
}
