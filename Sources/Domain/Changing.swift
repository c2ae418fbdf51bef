/// A copy of `value` with the change.
@inlinable
package func changing<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var changed = value
  change(&changed)
  return changed
}
