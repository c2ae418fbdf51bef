internal import CExpat

/// A parser without dangerous features: nothing outside the document is read, and entities cannot grow. It ignores
/// namespaces, so that names stay as written.
/// - Parameter encoding: nil if the document declares it.
func safeXMLParser(encoding: String? = nil) -> XML_Parser? {
  guard let parser = XML_ParserCreate(encoding) else { return nil }
  // Ends the parse; without a handler expat would skip the entity and continue.
  XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in 0 }
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 2)
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
  return parser
}
