import FlowRuntime

/// Plays the service. Replace it with a type that sends the requests to your service.
struct ScriptedService: FlowService {
    /// Answers each request. The only right code is 123456.
    func call(_ request: FlowRequest) async -> FlowReply {
        guard request.operation == "answer" else {
            print("(your code is 123456)")
            return .json(["next": "code", "ticket": "t1", "details": ["sentTo": "a***@example.com"]])
        }
        guard request.body["answers"]?["code"]?.string == "123456" else {
            return .error(type: "wrongCode", message: "The code is wrong.")
        }
        return .json(["token": "T"])
    }
}
