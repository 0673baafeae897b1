/// One state of the machine: it waits for one kind of thing, or goes on at once.
package struct State: Sendable {
    /// What a state waits for, in the order in which states are numbered.
    package enum Kind: Sendable {
        /// The host's answer.
        case present(Presentation)
        /// The service's reply.
        case call(Request)
        /// A handler's result.
        case handler(HandlerUse)
        /// Nothing: runs its block at once.
        case choice(Block)
        /// A new start.
        case end(Ending)
    }

    /// Its name: the node's identifier, and behind a `/` what part of the node it is, where it has several.
    package var name: String
    /// Index of its node in ``CheckedFlow/nodes``, or nothing for the state before the start.
    package var node: Int?
    /// What it waits for.
    package var kind: Kind
    /// What it does, by event; a choice has none. Entries for all challenges, errors and failures that have no entry of their own
    /// stand under the built-in `other` events.
    package var transitions: [EventID: Block]

    /// A state.
    package init(name: String, node: Int?, kind: Kind, transitions: [EventID: Block]) {
        self.name = name
        self.node = node
        self.kind = kind
        self.transitions = transitions
    }

    /// 0 present, 1 call, 2 handler, 3 choice, 4 end.
    package var kindOrder: Int {
        switch kind {
        case .present: 0
        case .call: 1
        case .handler: 2
        case .choice: 3
        case .end: 4
        }
    }
}

/// Where a value comes from.
package struct Source: Sendable, Hashable {
    /// A literal or a slot.
    package enum Origin: Sendable, Hashable {
        case literal(String)
        case slot(SlotID)
    }

    /// Where the value comes from.
    package var origin: Origin
    /// Another slot, used where the first is absent.
    package var otherwise: SlotID?

    /// A source.
    package init(_ origin: Origin, otherwise: SlotID? = nil) {
        self.origin = origin
        self.otherwise = otherwise
    }
}

/// A value shown to the host.
package struct Show: Sendable, Hashable {
    /// The name under which it is shown.
    package var name: String
    /// The value.
    package var source: Source
    /// Whether a secret is shown on purpose.
    package var isDisclosed: Bool

    /// A shown value.
    package init(name: String, source: Source, isDisclosed: Bool) {
        self.name = name
        self.source = source
        self.isDisclosed = isDisclosed
    }
}

/// A value asked of the host.
package struct Ask: Sendable, Hashable {
    /// The name under which it is given.
    package var name: String
    /// Where it is kept.
    package var slot: SlotID
    /// Whether it must be given.
    package var isRequired = false
    /// Whether a required text must not be empty.
    package var isNonEmpty = false
    /// Whether words are compared without regard to ASCII case.
    package var ignoresCase = false
    /// Number of characters, if fixed.
    package var length: Int?
    /// Allowed words; empty if any.
    package var words: [String] = []
    /// List of what was offered.
    package var offered: SlotID?
    /// Where the word as meant is kept.
    package var meant: SlotID?
    /// The form that a text must have.
    package var pattern: PatternID?
    /// The value used when none is given.
    package var fallback: String?
    /// Whether it is configuration, which survives a restart.
    package var isConstant = false

    /// An ask for what `slot` keeps.
    package init(name: String, slot: SlotID) {
        self.name = name
        self.slot = slot
    }
}

/// What is shown and asked at a step.
package struct Presentation: Sendable, Hashable {
    /// How long a host may take.
    package enum TimeLimit: Sendable, Hashable {
        case seconds(Int)
        case slot(SlotID)
    }

    /// The step's name.
    package var step: String
    /// What is shown.
    package var shows: [Show]
    /// What is asked.
    package var asks: [Ask]
    /// How long the host may take; nothing for ever.
    package var timeLimit: TimeLimit?

    /// A presentation.
    package init(step: String, shows: [Show], asks: [Ask], timeLimit: TimeLimit?) {
        self.step = step
        self.shows = shows
        self.asks = asks
        self.timeLimit = timeLimit
    }
}

/// A request to the service and how its reply is read.
package struct Request: Sendable, Hashable {
    /// A member of the request.
    package struct Input: Sendable, Hashable {
        /// Where it lies: names of members from the outside in. For a spread map the last is the prefix of its keys.
        package var path: [String]
        /// The value.
        package var source: Source
        /// Whether the value is a map of which each entry becomes a member.
        package var isSpread: Bool

        /// An input.
        package init(path: [String], source: Source, isSpread: Bool) {
            self.path = path
            self.source = source
            self.isSpread = isSpread
        }
    }

    /// The operation.
    package var operation: String
    /// The members, in the order of the service description.
    package var inputs: [Input]
    /// How the reply is read.
    package var reply: ReplyForm

    /// A request.
    package init(operation: String, inputs: [Input], reply: ReplyForm) {
        self.operation = operation
        self.inputs = inputs
        self.reply = reply
    }
}

/// How a reply is read.
package struct ReplyForm: Sendable, Hashable {
    /// A value of a reply.
    package struct Output: Sendable, Hashable {
        /// How the value is written.
        package enum Encoding: Int, Sendable, CaseIterable {
            case text, list, map, listInText, mapInText, commaList
        }

        /// Where it is kept.
        package var slot: SlotID
        /// Where it lies in the reply.
        package var path: [String]
        /// How it is written.
        package var encoding: Encoding
        /// A prefix to strip from every item; empty if none.
        package var prefix: String
        /// Whether a reply without it is invalid.
        package var isRequired: Bool

        /// An output.
        package init(slot: SlotID, path: [String], encoding: Encoding, prefix: String, isRequired: Bool) {
            self.slot = slot
            self.path = path
            self.encoding = encoding
            self.prefix = prefix
            self.isRequired = isRequired
        }
    }

    /// Where the name of a challenge lies; empty if replies of this form bring none.
    package var challengePath: [String]
    /// Where the member lies that means success; empty if any object does.
    package var successPath: [String]
    /// What is read.
    package var outputs: [Output]

    /// A reply form.
    package init(challengePath: [String], successPath: [String], outputs: [Output]) {
        self.challengePath = challengePath
        self.successPath = successPath
        self.outputs = outputs
    }
}

/// Work for a handler.
package struct HandlerUse: Sendable, Hashable {
    /// A value that the handler gets.
    package struct Input: Sendable, Hashable {
        /// The handler's name for it.
        package var port: String
        /// The value.
        package var source: Source

        /// An input.
        package init(port: String, source: Source) {
            self.port = port
            self.source = source
        }
    }

    /// A value that the handler gives.
    package struct Output: Sendable, Hashable {
        /// The handler's name for it.
        package var port: String
        /// Where it is kept.
        package var slot: SlotID
        /// Whether a handler that does not give it has failed.
        package var isRequired: Bool

        /// An output.
        package init(port: String, slot: SlotID, isRequired: Bool) {
            self.port = port
            self.slot = slot
            self.isRequired = isRequired
        }
    }

    /// The handler.
    package var handler: String
    /// What it gets.
    package var inputs: [Input]
    /// What it gives.
    package var outputs: [Output]

    /// A use of a handler.
    package init(handler: String, inputs: [Input], outputs: [Output]) {
        self.handler = handler
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// How a flow ends.
package struct Ending: Sendable, Hashable {
    /// The outcome; empty for the state before the start.
    package var outcome: String
    /// The step name told with it; empty if none.
    package var step: String
    /// What is shown.
    package var shows: [Show]

    /// An end.
    package init(outcome: String, step: String, shows: [Show]) {
        self.outcome = outcome
        self.step = step
        self.shows = shows
    }
}

/// A notification to the host.
package struct Notification: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// What is shown.
    package var shows: [Show]

    /// A notification.
    package init(name: String, shows: [Show]) {
        self.name = name
        self.shows = shows
    }
}
