import FlowIR
package import FlowTable

/// The interface between a host and a flow, independent of the host's language.
package struct HostInterface: Sendable, SwiftNamed {
    package var name: String
    package var swiftName: String?
    /// The flow's `doc` as one line; empty if it has none.
    package var doc: String
    package var inputs: [Input]
    /// The steps, one for each name. The nodes that present the same step are merged.
    package var steps: [Step]
    /// The outcomes, one for each name. The ends with the same outcome are merged.
    package var outcomes: [Outcome]
    package var handlers: [Handler]
    package var notifications: [Notification]

    /// A value that the host gives: an input or an answer.
    package struct Input: Sendable, Hashable, SwiftNamed {
        package var name: String
        package var swiftName: String?
        package var type: SlotType
        /// Whether the host must give the value.
        ///
        /// An answer is required only if every node of the step that accepts answers requires it.
        package var isRequired: Bool
        /// Whether the flow refuses an empty text or list.
        package var isNonEmpty = false
        /// The value that the flow uses if the host gives none; nil if there is no such default.
        package var fallback: String?
        package var rule: InputRule
    }

    /// The restrictions on the texts that an input accepts.
    package struct InputRule: Sendable, Hashable {
        /// The type that the flow declares.
        package var type = SlotType.text
        /// The number of characters; nil if any number will do.
        package var length: Int?
        /// The pattern that the text must match; nil if there is none.
        package var pattern: String?
        /// The words to choose from; empty if any text will do.
        package var words: [String] = []
        /// Whether the case of ASCII letters is ignored when a text is compared with the words.
        package var ignoresCase = false
        /// Whether the text must also be in a list that the flow offers at run time.
        package var isOffered = false
    }

    package struct Value: Sendable, Hashable, SwiftNamed {
        package var name: String
        package var swiftName: String?
        package var type: SlotType
        package var isOptional: Bool
    }

    /// A command that a step or an end accepts.
    package struct Command: Sendable, Hashable, SwiftNamed {
        package var name: String
        package var swiftName: String?
        /// The command's `doc` as one line; empty if it has none.
        package var doc: String
        package var takesError: Bool
        /// The codes with which some of the nodes refuse the command, sorted.
        package var refusals: [String]

        /// The first sentences of the documentation of the command's function.
        var summary: String { doc.isEmpty ? "Sends the command `\(name)`." : doc }
    }

    /// A step that the flow presents.
    package struct Step: Sendable, Presented {
        package var name: String
        package var swiftName: String?
        /// The different `doc`s of the nodes that present the step, each as one paragraph; empty if they have none.
        package var doc: String
        package var shown: [Value]
        /// The answers; nil if the step accepts no submission.
        package var answers: [Input]?
        package var commands: [Command]
        package var errors: ErrorTypes
        /// Whether the step can have a time limit.
        package var isLimited: Bool

        /// The documentation of the step's type.
        var summary: String { doc.isEmpty ? "The step `\(name)`." : doc }
    }

    package struct Outcome: Sendable, Presented {
        package var name: String
        package var swiftName: String?
        /// The different `doc`s of the ends with the outcome, each as one paragraph; empty if they have none.
        package var doc: String
        package var shown: [Value]
        package var commands: [Command]
        package var errors: ErrorTypes

        /// The documentation of the outcome's type.
        var summary: String { doc.isEmpty ? "The outcome `\(name)`." : doc }
    }

    /// The types of the errors that can lead to a step or an outcome.
    package struct ErrorTypes: Sendable, Hashable {
        /// The types that the flow names and those that the runtime raises, sorted.
        package var named: [String]
        /// Whether an error can have a type that is not in ``named``.
        package var allowsOthers: Bool
        /// Whether there can also be no error.
        package var isOptional: Bool

        package var isPossible: Bool { allowsOthers || !named.isEmpty }

        /// Returns whether a host that handles these errors also handles all errors in `others`.
        func cover(_ others: ErrorTypes) -> Bool {
            // If there is never an error, the host must not require one.
            if !others.isPossible { return isOptional || !isPossible }
            guard isPossible else { return false }
            let coversAbsence = isOptional || !others.isOptional
            let coversOtherTypes = allowsOthers || !others.allowsOthers
            let coversNames = allowsOthers || Set(named).isSuperset(of: others.named)
            return coversAbsence && coversOtherTypes && coversNames
        }
    }

    package struct Handler: Sendable {
        package var name: String
        package var doc: String
        package var needs: [Value]
        package var gives: [Input]
        /// The failures that the flow declares, sorted.
        package var failures: [String]
    }

    package struct Notification: Sendable {
        package var name: String
        package var shown: [Value]
        package var hasError: Bool
    }
}
