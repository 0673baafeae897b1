// A host imports this module alone.
@_exported public import FlowCore
@_exported public import FlowTable
