public import FlowCore

// The types of this module whose values may be secret.

extension StandInHandlers: Redacted {}
extension StandInHandlers.Script: Redacted {}
