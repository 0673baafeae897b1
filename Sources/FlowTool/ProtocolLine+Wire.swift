import CognitoWire
import FlowCore

extension ProtocolLine {
    /// The line as the flow reads it: a reply converted from its wire format, any other line unchanged.
    ///
    /// A scripted service replies with JSON, or with a string that contains the body.
    package var fromWireFormat: ProtocolLine {
        switch self {
        case .reply(.string(let body)):
            .reply(.string(String(decoding: WireForm.encodedReply(Array(body.utf8)), as: UTF8.self)))
        case .reply(let body): .reply(WireForm.convertedReply(body))
        default: self
        }
    }
}
