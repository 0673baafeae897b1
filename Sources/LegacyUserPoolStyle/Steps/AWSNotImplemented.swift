/// The return type of a start method that the delegate does not implement.
public struct AWSNotImplemented: Sendable {}
