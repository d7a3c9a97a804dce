import CLibXML2
import Evidence

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Takes the events of an XML text, in order. Names are without their prefixes.
protocol XMLHandler: AnyObject {
  func start(_ name: BorrowedText, _ attributes: XMLAttributes)
  func end(_ name: BorrowedText)
  /// A text may come in several parts.
  func text(_ bytes: BorrowedText)
}

extension XMLHandler {
  func end(_ name: BorrowedText) {}
  func text(_ bytes: BorrowedText) {}
}

/// The attributes of an element, during the call of `start` alone.
struct XMLAttributes {
  /// For each the name, the prefix, the namespace, and the beginning and the end of the value.
  fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  fileprivate let count: Int

  subscript(_ name: StaticString) -> BorrowedText? {
    guard let pointers else { return nil }
    for index in 0..<count {
      let attribute = pointers + index * 5
      guard let key = attribute[0],
        strcmp(UnsafeRawPointer(key).assumingMemoryBound(to: CChar.self), name.cString) == 0,
        let start = attribute[3], let end = attribute[4]
      else { continue }
      return BorrowedText(start: start, count: end - start)
    }
    return nil
  }
}

extension StaticString {
  fileprivate var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Reads XML piece by piece. A document type is refused before anything in it is read, so that there are no entities
/// but XML's own five, and nothing is ever fetched.
///
/// # Safety
/// It owns `context`. libxml2 gets an unretained pointer to the scanner, and calls back only during `feed`, which the
/// scanner outlives. What handlers get is libxml2's and valid during the call alone. One thread uses a scanner at a
/// time.
final class XMLScanner {
  private let context: xmlParserCtxtPtr
  private let handler: any XMLHandler
  private var hasDocumentType = false

  /// libxml2 has to be set up once before several threads use it.
  private static let isReady: Void = xmlInitParser()

  init(_ handler: any XMLHandler) throws(ReadFailure) {
    _ = Self.isReady
    self.handler = handler
    var calls = Self.calls
    guard let context = xmlCreatePushParserCtxt(&calls, nil, nil, 0, nil) else {
      throw ReadFailure("there is no memory to read the workbook")
    }
    self.context = context
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { relay_xml_free_parser(context) }

  /// - Parameter bytes: none at the end of the text.
  /// - Returns: false if the text is not XML, or has a document type.
  func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    _ = xmlParseChunk(context, start, Int32(bytes.count), bytes.isEmpty ? 1 : 0)
    return !hasDocumentType && relay_xml_is_broken(context) == 0
  }

  private static func scanner(_ pointer: UnsafeMutableRawPointer?) -> XMLScanner? {
    pointer.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func text(_ name: UnsafePointer<xmlChar>?) -> BorrowedText {
    guard let name else { return .empty }
    return BorrowedText(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)))
  }

  private static var calls: xmlSAXHandler {
    var calls = xmlSAXHandler()
    calls.initialized = UInt32(XML_SAX2_MAGIC)
    calls.startElementNs = { pointer, name, _, _, _, _, count, _, attributes in
      XMLScanner.scanner(pointer)?.handler.start(
        XMLScanner.text(name), XMLAttributes(pointers: attributes, count: Int(count)))
    }
    calls.endElementNs = { pointer, name, _, _ in XMLScanner.scanner(pointer)?.handler.end(XMLScanner.text(name)) }
    calls.characters = { pointer, bytes, count in
      XMLScanner.scanner(pointer)?.handler.text(BorrowedText(start: bytes, count: Int(count)))
    }
    calls.ignorableWhitespace = calls.characters
    calls.cdataBlock = calls.characters
    calls.internalSubset = { pointer, _, _, _ in
      guard let scanner = XMLScanner.scanner(pointer) else { return }
      scanner.hasDocumentType = true
      xmlStopParser(scanner.context)
    }
    // Without it libxml2 would write to standard error.
    calls.serror = { _, _ in }
    return calls
  }
}
