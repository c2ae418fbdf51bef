import Testing

/// Made-up input for everything that reads any: nothing may trap, hang, or come out as what it is not.
///
/// What it finds becomes a test of its own beside what was mended.
@Suite(.serialized)
struct FuzzTests {}
