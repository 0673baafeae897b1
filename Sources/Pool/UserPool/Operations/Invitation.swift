import FlowCore

/// The invitation that a request of `AdminCreateUser` describes.
struct Invitation: Sendable {
    /// The requested name of the user.
    let name: String
    /// Whether the user already exists, and gets a new temporary password.
    let isRepeated: Bool
    private let isSent: Bool
    /// `DesiredDeliveryMediums`; empty if the pool decides.
    private let requestedMedia: [PoolMessage.Medium]

    init(_ input: PoolInput) throws(PoolError) {
        name = try input.text("Username", longest: MaxLength.name)
        let action = try input.optionalText("MessageAction")
        guard action == nil || action == "RESEND" || action == "SUPPRESS" else {
            throw .invalidParameter("MessageAction must be RESEND or SUPPRESS")
        }
        isRepeated = action == "RESEND"
        isSent = action != "SUPPRESS"
        let hasMedia = input.json["DesiredDeliveryMediums"] != nil
        var media: [PoolMessage.Medium] = []
        for text in try hasMedia ? input.texts("DesiredDeliveryMediums") : [] {
            guard let medium = PoolMessage.Medium(rawValue: text) else {
                throw .invalidParameter("DesiredDeliveryMediums must contain EMAIL or SMS")
            }
            if !media.contains(medium) { media.append(medium) }
        }
        requestedMedia = media
    }

    /// Returns the media by which the invitation is sent: the requested ones; otherwise email if the user has an email
    /// address, or a text message if the user has only a phone number.
    /// - Returns: the media; empty if the message is suppressed, or if none is requested and the user has neither.
    /// - Throws: an error if the user lacks the email address or phone number for a requested medium.
    func media(for attributes: [String: String]) throws(PoolError) -> [PoolMessage.Medium] {
        guard isSent else { return [] }
        let available = [PoolMessage.Medium.email, .sms].filter { attributes[$0.attribute]?.isEmpty == false }
        guard !requestedMedia.isEmpty else { return Array(available.prefix(1)) }
        for medium in requestedMedia where !available.contains(medium) {
            throw .invalidParameter("The user has no \(medium.attribute) for the message")
        }
        return requestedMedia
    }

    /// Sends a temporary password to a user by each of the media.
    func send(_ password: String, to user: PoolUser, _ media: [PoolMessage.Medium], _ pool: inout Pool) {
        for medium in media {
            guard let destination = user.attributes[medium.attribute] else { continue }
            pool.send(
                PoolMessage(
                    username: name, medium: medium, destination: destination, purpose: .invitation, code: password))
        }
    }
}

extension PoolMessage.Medium {
    /// The attribute with the address that a message goes to.
    fileprivate var attribute: String { self == .sms ? "phone_number" : "email" }
}
