import FlowCore

// The types of this module that hold values, and so may hold secrets.

extension StandInHandlers: Redacted {}
extension StandInHandlers.Script: Redacted {}
