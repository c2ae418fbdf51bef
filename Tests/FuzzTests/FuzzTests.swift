import Testing

/// Random input for every parser: nothing may trap, hang, or be taken for something else.
///
/// Each failure that it finds becomes a test of its own, beside the fix.
@Suite(.serialized)
struct FuzzTests {}
