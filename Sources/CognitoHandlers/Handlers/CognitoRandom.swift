/// Where random numbers come from.
public struct CognitoRandom: Sendable {
    private let source: @Sendable (Int) -> [UInt8]

    /// Numbers of a source.
    /// - Parameter source: gives so many random bytes that nobody can guess. Fixed ones are for tests alone.
    public init(_ source: @escaping @Sendable (Int) -> [UInt8]) {
        self.source = source
    }

    /// The generator of the system.
    public static let system = CognitoRandom { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// So many random bytes.
    package func callAsFunction(_ count: Int) -> [UInt8] { source(count) }
}
