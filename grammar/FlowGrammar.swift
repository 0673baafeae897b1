/// The RELAX NG grammars of the three kinds of document, in XML form, embedded in the program.
package enum FlowGrammar {
    /// The grammar of flow files.
    package static var flow: [UInt8] { PackageResources.flow_rng }
    /// The grammar of service descriptions.
    package static var service: [UInt8] { PackageResources.service_rng }
    /// The grammar of scenario files.
    package static var scenario: [UInt8] { PackageResources.scenario_rng }
}
