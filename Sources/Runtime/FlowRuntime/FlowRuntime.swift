// A host needs to import only this module.
@_exported public import FlowCore
@_exported public import FlowTable
