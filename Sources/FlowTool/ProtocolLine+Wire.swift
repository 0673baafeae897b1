import CognitoWire
import FlowCore

extension ProtocolLine {
    /// The line for the flow: a reply converted from its wire format.
    ///
    /// A scripted service sends JSON, or a text that is the body. All other lines are unchanged.
    package var offTheWire: ProtocolLine {
        switch self {
        case .reply(.string(let body)):
            .reply(.string(String(decoding: WireForm.reply(Array(body.utf8)), as: UTF8.self)))
        case .reply(let body): .reply(WireForm.reply(body))
        default: self
        }
    }
}
