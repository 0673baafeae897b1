import FlowCore

extension CognitoUserPool {
    /// DescribeUserPool.
    func describeUserPool(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        return .object([JSONMember("UserPool", configuration.description(userCount: state.users.count))])
    }

    /// DescribeUserPoolClient, with the client's secret as the service tells it.
    func describeUserPoolClient(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let client = try client(input)
        return .object([JSONMember("UserPoolClient", client.description(poolID: configuration.poolID))])
    }
}
