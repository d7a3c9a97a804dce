import CLibXML2
import Foundation

/// A page as libxml2's tree: what comes from an export becomes text in it, and never markup.
final class HTMLDocument {
  struct Failure: Error {
    var problem: String
  }

  /// libxml2 wants to be made ready once before several threads use it: http://xmlsoft.org/threads.html
  private static let isReady: Void = xmlInitParser()

  private let document: htmlDocPtr
  private var elementsByID: [String: HTMLElement] = [:]

  /// Parses a page of our own.
  init(template: String) throws {
    _ = Self.isReady
    // The parser knows HTML 4 and complains about later elements, which it keeps all the same.
    let options = Int32(HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue)
    let parsed = template.withCString { htmlReadMemory($0, Int32(strlen($0)), nil, "UTF-8", options) }
    guard let parsed else { throw Failure(problem: "the report's template cannot be parsed") }
    document = parsed
    if let root = xmlDocGetRootElement(parsed) { index(HTMLElement(root)) }
  }

  deinit {
    xmlFreeDoc(document)
  }

  private func index(_ element: HTMLElement) {
    if let id = element.attribute("id") { elementsByID[id] = element }
    for child in element.children { index(child) }
  }

  func element(_ id: String) throws -> HTMLElement {
    guard let element = elementsByID[id] else { throw Failure(problem: "the report's template lacks #\(id)") }
    return element
  }

  func first(_ name: String) throws -> HTMLElement {
    func find(_ element: HTMLElement) -> HTMLElement? {
      if element.name == name { return element }
      for child in element.children {
        if let found = find(child) { return found }
      }
      return nil
    }
    guard let root = xmlDocGetRootElement(document), let found = find(HTMLElement(root)) else {
      throw Failure(problem: "the report's template lacks <\(name)>")
    }
    return found
  }

  /// The page as HTML in ASCII.
  var bytes: [UInt8] {
    var buffer: UnsafeMutablePointer<xmlChar>?
    var size: Int32 = 0
    htmlDocDumpMemoryFormat(document, &buffer, &size, 0)
    guard let buffer else { return [] }
    defer { relay_xml_free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }
}

extension HTMLDocument {
  /// Writes the page with an element in `list` for each item, serialised and given back before the next one is made: a
  /// whole page of a thousand findings takes 12 MB as a tree.
  ///
  /// - Parameter add: adds the element of an item to the list.
  /// - Throws: `Failure`, and what `output` throws.
  func write<Item>(
    _ items: some Sequence<Item>, in list: HTMLElement, to output: ([UInt8]) throws -> Void, add: (Item) -> Void
  ) throws {
    // A comment, which no text becomes, that nobody can have guessed: attributes hold angle brackets as they are.
    let mark = UUID().uuidString
    list.removeChildren()
    list.comment(mark)
    let page = bytes
    guard let place = page.firstRange(of: Array("<!--\(mark)-->".utf8)) else {
      throw Failure(problem: "the report's template has no place for a list")
    }
    list.removeChildren()
    let writer = try ElementWriter(document)
    try output(Array(page[..<place.lowerBound]))
    for item in items {
      add(item)
      for element in list.children { writer.add(element) }
      list.removeChildren()
      if let bytes = writer.take(atLeast: 1 << 16) { try output(bytes) }
    }
    if let bytes = writer.take(atLeast: 1) { try output(bytes) }
    try output(Array(page[place.upperBound...]))
  }
}

/// Serialises elements as the page that they belong to is serialised.
private final class ElementWriter {
  private let document: htmlDocPtr
  private let memory: xmlBufferPtr
  private let output: xmlOutputBufferPtr

  init(_ document: htmlDocPtr) throws {
    self.document = document
    let encoder = xmlFindCharEncodingHandler("HTML")
    guard let memory = xmlBufferCreate() else { throw HTMLDocument.Failure(problem: "there is no memory for the report") }
    guard let output = xmlOutputBufferCreateBuffer(memory, encoder) else {
      xmlBufferFree(memory)
      throw HTMLDocument.Failure(problem: "there is no memory for the report")
    }
    self.memory = memory
    self.output = output
  }

  deinit {
    xmlOutputBufferClose(output)
    xmlBufferFree(memory)
  }

  func add(_ element: HTMLElement) { htmlNodeDumpFormatOutput(output, document, element.node, nil, 0) }

  /// What was serialised since the last time, if that is so many bytes.
  func take(atLeast count: Int) -> [UInt8]? {
    xmlOutputBufferFlush(output)
    let size = Int(xmlBufferLength(memory))
    guard size >= count else { return nil }
    defer { xmlBufferEmpty(memory) }
    return Array(UnsafeBufferPointer(start: xmlBufferContent(memory), count: size))
  }
}

/// An element of a page.
struct HTMLElement {
  fileprivate let node: xmlNodePtr

  fileprivate init(_ node: xmlNodePtr) {
    self.node = node
  }

  var name: String {
    node.pointee.name.map { String(cString: $0) } ?? ""
  }

  fileprivate var children: [HTMLElement] {
    var found: [HTMLElement] = []
    var next = node.pointee.children
    while let child = next {
      if child.pointee.type == XML_ELEMENT_NODE { found.append(HTMLElement(child)) }
      next = child.pointee.next
    }
    return found
  }

  func attribute(_ name: String) -> String? {
    guard let value = xmlGetProp(node, name) else { return nil }
    defer { relay_xml_free(value) }
    return String(cString: value)
  }

  @discardableResult
  func set(_ name: String, _ value: String) -> HTMLElement {
    xmlSetProp(node, name, Self.printable(value))
    return self
  }

  @discardableResult
  func text(_ text: String) -> HTMLElement {
    xmlAddChild(node, xmlNewDocText(node.pointee.doc, Self.printable(text)))
    return self
  }

  /// Script and style are text that HTML does not escape; only our own files come here.
  func raw(_ text: String) {
    xmlAddChild(node, xmlNewCDataBlock(node.pointee.doc, text, Int32(text.utf8.count)))
  }

  /// Appends an element.
  @discardableResult
  func add(_ name: String, class className: String? = nil, _ text: String? = nil) -> HTMLElement {
    // The node belongs to the document from here on, which frees it.
    guard let child = xmlNewDocNode(node.pointee.doc, nil, name, nil) else { return self }
    xmlAddChild(node, child)
    let element = HTMLElement(child)
    if let className { element.set("class", className) }
    if let text { element.text(text) }
    return element
  }

  fileprivate func comment(_ text: String) { xmlAddChild(node, xmlNewDocComment(node.pointee.doc, text)) }

  func removeChildren() {
    while let child = node.pointee.children {
      xmlUnlinkNode(child)
      xmlFreeNode(child)
    }
  }

  func remove() {
    xmlUnlinkNode(node)
    xmlFreeNode(node)
  }

  /// Control characters, which HTML forbids, and those that turn the direction of text, which can make a line read as
  /// what it is not, are shown as a replacement character.
  private static func printable(_ text: String) -> String {
    func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
    // Nearly every text is plain ASCII, and its bytes are looked at sooner than its characters.
    if text.hasOnly({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
