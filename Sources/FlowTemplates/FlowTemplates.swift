/// The files that `flowc init` and `flowc grammar` write into a project.
///
/// They are resources of this module. The tests compile the flows, play the scenarios, and type-check the hosts.
package enum FlowTemplates {
    /// The service that the flow of a new project uses.
    package enum Service: String, Sendable, CaseIterable {
        /// Amazon Cognito, with the shipped description and a user pool inside the app.
        case cognito
        /// A service of the user's own, with a description to fill in and scripted replies.
        case empty
    }

    /// A file of a project.
    package struct File: Sendable {
        /// The path, relative to the folder of the project or of the grammars.
        package let path: String
        package let bytes: [UInt8]
    }

    /// The location of this package in the templates of manifests.
    private static let location = #"name: "flowc", path: "..""#

    /// Returns the files of a new project.
    /// - Parameters:
    ///   - service: the service that the flow uses.
    ///   - location: the location of this package, as the arguments of `.package` in the manifest.
    /// - Returns: the manifest and all other files.
    package static func project(_ service: Service, location: String) -> [File] {
        let files =
            sources(of: service) + editorSettings
            + grammars.map { File(path: "grammar/" + $0.path, bytes: $0.bytes) }
        return [File(path: "Package.swift", bytes: manifest(of: service, location))] + files
    }

    /// The grammars of the three kinds of file, in both forms of RELAX NG, with paths relative to a folder of their own.
    package static var grammars: [File] {
        [
            File(path: "flow.rng", bytes: PackageResources.flow_rng),
            File(path: "service.rng", bytes: PackageResources.service_rng),
            File(path: "scenario.rng", bytes: PackageResources.scenario_rng),
            File(path: "flow.rnc", bytes: PackageResources.flow_rnc),
            File(path: "service.rnc", bytes: PackageResources.service_rnc),
            File(path: "scenario.rnc", bytes: PackageResources.scenario_rnc),
        ]
    }

    /// Returns the manifest of a project.
    private static func manifest(of service: Service, _ location: String) -> [UInt8] {
        let template =
            switch service {
            case .cognito: PackageResources.cognito_package_swift
            case .empty: PackageResources.empty_package_swift
            }
        return Array(String(decoding: template, as: UTF8.self).replacing(Self.location, with: location).utf8)
    }

    /// Returns the flow of a project, its scenarios and its host.
    private static func sources(of service: Service) -> [File] {
        switch service {
        case .cognito:
            [
                File(path: "Sources/App/main.swift", bytes: PackageResources.cognito_main_swift),
                File(path: "Sources/App/sign-in.flow.xml", bytes: PackageResources.cognito_sign_in_flow_xml),
                File(path: "Tests/sign-in.scenario.xml", bytes: PackageResources.cognito_sign_in_scenario_xml),
            ]
        case .empty:
            [
                File(path: "Sources/App/main.swift", bytes: PackageResources.empty_main_swift),
                File(path: "Sources/App/my.service.xml", bytes: PackageResources.empty_my_service_xml),
                File(path: "Sources/App/sign-in.flow.xml", bytes: PackageResources.empty_sign_in_flow_xml),
                File(path: "Tests/sign-in.scenario.xml", bytes: PackageResources.empty_sign_in_scenario_xml),
            ]
        }
    }

    /// Settings with which VS Code finds the grammars, and what Git ignores.
    private static var editorSettings: [File] {
        [
            File(path: ".vscode/settings.json", bytes: PackageResources.settings_json),
            File(path: ".vscode/extensions.json", bytes: PackageResources.extensions_json),
            File(path: ".gitignore", bytes: PackageResources.gitignore),
        ]
    }
}
