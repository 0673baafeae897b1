import CognitoWire
import FlowCore
package import FlowTesting

extension FlowOutput {
    /// The output as a scripted service receives it: a request in its wire format, any other output unchanged.
    package var inWireFormat: FlowOutput {
        guard case .call(let request) = self else { return self }
        return .call(FlowRequest(operation: request.operation, body: WireForm.convertedRequest(request.body)))
    }
}
