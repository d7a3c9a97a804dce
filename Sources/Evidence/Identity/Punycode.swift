/// RFC 3492, section 6.2, for the labels of host names.
enum Punycode {
  /// A host with its labels as people write them: `xn--bcher-kva.example` is `bücher.example`.
  static func unicode(host: some StringProtocol) -> String {
    host.split(separator: ".", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("xn--") ? decode($0.dropFirst(4)) ?? String($0) : String($0) }
      .joined(separator: ".")
  }

  /// The text of a label without its `xn--`; nil where it is no punycode.
  static func decode(_ label: some StringProtocol) -> String? {
    var output: [Unicode.Scalar] = []
    var input = Substring(label)
    if let hyphen = label.lastIndex(of: "-") {
      for scalar in label[..<hyphen].unicodeScalars {
        guard scalar.isASCII else { return nil }
        output.append(scalar)
      }
      input = Substring(label[label.index(after: hyphen)...])
    }
    var code: UInt32 = 128
    var index: UInt32 = 0
    var bias: UInt32 = 72
    var digits = input.unicodeScalars.makeIterator()
    var next = digits.next()
    while next != nil {
      let start = index
      var weight: UInt32 = 1
      var threshold: UInt32 = 36
      while true {
        guard let scalar = next, let digit = value(of: scalar) else { return nil }
        next = digits.next()
        let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
        guard !overflow, index <= .max - product else { return nil }
        index += product
        let limit = threshold <= bias ? 1 : min(threshold - bias, 26)
        if digit < limit { break }
        let (grown, tooLarge) = weight.multipliedReportingOverflow(by: 36 - limit)
        guard !tooLarge else { return nil }
        weight = grown
        threshold += 36
      }
      let count = UInt32(output.count + 1)
      bias = adapted(index - start, count: count, isFirst: start == 0)
      guard index / count <= .max - code else { return nil }
      code += index / count
      index %= count
      guard let scalar = Unicode.Scalar(code) else { return nil }
      output.insert(scalar, at: Int(index))
      index += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: output)
    return String(text)
  }

  private static func value(of scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "a"..."z": scalar.value - 97
    case "A"..."Z": scalar.value - 65
    case "0"..."9": scalar.value - 48 + 26
    default: nil
    }
  }

  private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
