import CLibXML2
import Foundation
import Platform

/// A page as a tree of libxml2. Text from an export becomes text nodes and attribute values, never markup.
///
/// # Safety
/// The document owns its tree and frees it in `deinit`. It is not `Sendable`: each file of a report parses a document
/// of its own, and uses it on one thread. An `HTMLElement` is a borrowed pointer into the tree. It is valid while the
/// document lives and until the element, or one that contains it, is removed; no element is kept after the function
/// that has its document. `elementsByID` is filled once: an element of it that was removed must not be looked up again.
final class HTMLDocument {
  struct Failure: Error {
    var problem: String
  }

  fileprivate static let noMemory = CannotWrite(path: "the page of the report", cause: "there is too little memory")

  private let shortagesBefore = PageMemory.shortages

  /// libxml2 must be initialised once before several threads use it: http://xmlsoft.org/threads.html
  private static let isReady: Void = {
    PageMemory.count()
    xmlInitParser()
  }()

  private let document: htmlDocPtr
  private var elementsByID: [String: HTMLElement] = [:]

  /// Parses a template, which is one of our own files.
  ///
  /// - Throws: `Failure`, `CannotWrite`.
  init(template: String) throws {
    _ = Self.isReady
    // The parser does not always end without memory, unless it is told to. The function is this thread's.
    xmlSetStructuredErrorFunc(nil) { _, error in
      guard let error, error.pointee.code == Int32(XML_ERR_NO_MEMORY.rawValue),
        [XML_FROM_PARSER, XML_FROM_HTML].contains(where: { Int32($0.rawValue) == error.pointee.domain })
      else { return }
      xmlStopParser(error.pointee.ctxt?.assumingMemoryBound(to: xmlParserCtxt.self))
    }
    // The parser knows HTML 4. It reports later elements as errors, but keeps them.
    let options = Int32(HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue)
    let parsed = template.withCString { htmlReadMemory($0, Int32(strlen($0)), nil, "UTF-8", options) }
    guard let parsed else {
      if PageMemory.shortages > shortagesBefore { throw Self.noMemory }
      throw Failure(problem: "the report's template cannot be parsed")
    }
    document = parsed
    try checkMemory()
    if let root = xmlDocGetRootElement(parsed) { index(HTMLElement(root)) }
  }

  deinit {
    xmlFreeDoc(document)
  }

  /// - Throws: `CannotWrite` where a part of the page may be missing.
  private func checkMemory() throws(CannotWrite) {
    guard PageMemory.shortages == shortagesBefore else { throw Self.noMemory }
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
  ///
  /// # Safety
  /// libxml2 allocates the buffer, which is copied here and then freed.
  ///
  /// - Throws: `CannotWrite`.
  func bytes() throws -> [UInt8] {
    var buffer: UnsafeMutablePointer<xmlChar>?
    var size: Int32 = 0
    htmlDocDumpMemoryFormat(document, &buffer, &size, 0)
    guard let buffer else { throw Self.noMemory }
    defer { relay_xml_free(buffer) }
    try checkMemory()
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }
}

extension HTMLDocument {
  /// Writes the page with an element in `list` for each item. Each element is serialised and freed before the next one
  /// is made, since the tree of a page of a thousand findings takes 12 MB.
  ///
  /// - Parameter add: adds the element of an item to the list.
  /// - Throws: `Failure`, `CannotWrite`, and what `output` throws.
  func write<Item>(
    _ items: some Sequence<Item>, in list: HTMLElement, to output: ([UInt8]) throws -> Void, add: (Item) -> Void
  ) throws {
    // Attribute values may hold angle brackets unescaped, so the comment that marks the place is one that no input
    // holds.
    let mark = RandomID.uuid()
    list.removeChildren()
    list.comment(mark)
    let page = try bytes()
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
    try checkMemory()
  }
}

/// Serialises single elements in the same way as the page that they belong to.
///
/// # Safety
/// It owns `output` and `memory`, and frees them in that order: closing the output flushes it into the memory. The
/// document is borrowed and must outlive the writer, which `HTMLDocument.write` guarantees: the writer is local to it.
private final class ElementWriter {
  private let document: htmlDocPtr
  private let memory: xmlBufferPtr
  private let output: xmlOutputBufferPtr

  init(_ document: htmlDocPtr) throws {
    self.document = document
    let encoder = xmlFindCharEncodingHandler("HTML")
    guard let memory = xmlBufferCreate() else {
      throw HTMLDocument.noMemory
    }
    guard let output = xmlOutputBufferCreateBuffer(memory, encoder) else {
      xmlBufferFree(memory)
      throw HTMLDocument.noMemory
    }
    self.memory = memory
    self.output = output
  }

  deinit {
    xmlOutputBufferClose(output)
    xmlBufferFree(memory)
  }

  func add(_ element: HTMLElement) { htmlNodeDumpFormatOutput(output, document, element.node, nil, 0) }

  /// The bytes since the last call, if they are as many as `count`.
  ///
  /// # Safety
  /// The buffer's content is copied before the buffer is emptied.
  func take(atLeast count: Int) -> [UInt8]? {
    xmlOutputBufferFlush(output)
    let size = Int(xmlBufferLength(memory))
    guard size >= count else { return nil }
    defer { xmlBufferEmpty(memory) }
    return Array(UnsafeBufferPointer(start: xmlBufferContent(memory), count: size))
  }
}

/// An element of a page.
///
/// # Safety
/// See `HTMLDocument`: the pointer is borrowed, and belongs to the document's tree. Nodes that are created here are
/// added to the tree at once, which frees them. libxml2 copies all texts that it is given.
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

  /// The longest text that is shown whole, in bytes. `report.json` has longer ones whole.
  private static let longestText = 2000

  @discardableResult
  func text(_ text: String) -> HTMLElement {
    let shown =
      text.utf8.count > Self.longestText
      ? String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self) + "…" : text
    xmlAddChild(node, xmlNewDocText(node.pointee.doc, Self.printable(shown)))
    return self
  }

  /// Adds the content of a script or style, which HTML does not escape. Only for our own files.
  func raw(_ text: String) {
    xmlAddChild(node, xmlNewCDataBlock(node.pointee.doc, text, Int32(text.utf8.count)))
  }

  /// Appends an element.
  @discardableResult
  func add(_ name: String, class className: String? = nil, _ text: String? = nil) -> HTMLElement {
    // Nil only when memory is exhausted; what follows then applies to the parent, and the page is given up.
    guard let child = xmlNewDocNode(node.pointee.doc, nil, name, nil) else { return self }
    xmlAddChild(node, child)
    let element = HTMLElement(child)
    if let className { element.set("class", className) }
    if let text { element.text(text) }
    return element
  }

  /// Removes all elements in it but the one of this id.
  func removeElements(except id: String) {
    for child in children where child.attribute("id") != id { child.remove() }
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

  /// Replaces control characters, which HTML forbids, and those that change the direction of text, which can disguise
  /// what a line says.
  private static func printable(_ text: String) -> String {
    func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
    // Nearly every text is plain ASCII, and checking bytes is faster than checking characters.
    if text.hasOnly({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
