import CognitoWire
import FlowCore
package import FlowTesting

extension FlowOutput {
    /// The same for whoever is the service: a request in the form that goes on the wire, all else as it is.
    package var onTheWire: FlowOutput {
        guard case .call(let request) = self else { return self }
        return .call(FlowRequest(operation: request.operation, body: WireForm.requestValue(request.body)))
    }
}
