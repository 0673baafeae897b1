/// The return type of an unimplemented start method.
public struct AWSNotImplemented: Sendable {}
