/// The forms that results can be printed in.
package enum OutputForm: String, Sendable, CaseIterable {
  case text, json, csv, tsv, markdown
}
