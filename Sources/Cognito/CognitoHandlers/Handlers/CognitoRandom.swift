/// A source of random bytes.
public struct CognitoRandom: Sendable {
    private let source: @Sendable (Int) -> [UInt8]

    /// Creates a source of random bytes.
    /// - Parameter source: returns the given number of cryptographically secure random bytes. Return fixed bytes only
    ///   in tests.
    public init(_ source: @escaping @Sendable (Int) -> [UInt8]) {
        self.source = source
    }

    /// The system's random generator.
    public static let system = CognitoRandom { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Returns `count` random bytes from the source.
    package func callAsFunction(_ count: Int) -> [UInt8] { source(count) }
}
