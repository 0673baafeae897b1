/// What a delegate's start method gives that the host has not written.
public struct AWSNotImplemented: Sendable {}
