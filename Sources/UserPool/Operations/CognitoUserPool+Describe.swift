import FlowCore

extension CognitoUserPool {
    func describeUserPool(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        return .object([JSONMember("UserPool", configuration.description(userCount: state.users.count))])
    }

    /// DescribeUserPoolClient, including the client's secret, as in the service.
    func describeUserPoolClient(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let client = try client(input)
        return .object([JSONMember("UserPoolClient", client.description(poolID: configuration.poolID))])
    }
}
