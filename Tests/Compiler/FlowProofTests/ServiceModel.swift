/// A service as its description says, for whoever plays it.
struct ServiceModel {
    /// A member of a request.
    struct Input {
        var name: String
        var path: [String]
        var isSession: Bool
        var isRequired: Bool
        var isVariant: Bool
        var isSpread: Bool
    }

    /// A member of a reply.
    struct Output {
        var path: [String]
        var type: String
        var encoding: String
        var prefix: String
        var isRequired: Bool
        var isGrant: Bool
        var words: [String] = []
    }

    /// What can be asked for with a variant, or answered to a challenge, and what follows.
    struct Way {
        var inputs: [Input] = []
        var parameters: [Output] = []
        /// Challenges that can follow, and whether success can; nothing if anything can.
        var following: (challenges: [String], success: Bool)?
        var proves = false
    }

    /// A form of reply.
    struct Reply {
        var challenge: [String] = []
        var success: [String] = []
        var outputs: [Output] = []
    }

    /// An operation.
    struct Operation {
        var name: String
        var reply = Reply()
        var inputs: [Input] = []
        var variants: [String: Way] = [:]
        var errors: [String] = []
        /// The challenges that its service knows.
        var challenges: [String] = []
        var answersChallenges = false
        var proves = false
    }

    var operations: [String: Operation] = [:]
    var challenges: [String: Way] = [:]

    /// Names of the challenges, sorted.
    var challengeNames: [String] { challenges.keys.sorted() }
}
