/// The terms of the report, each with its meaning.
enum GlossarySection {
  static func fill(_ place: HTMLElement) {
    for entry in Glossary.entries {
      let item = place.add("div")
      item.add("dt").prose(entry.term)
      item.add("dd").prose(entry.meaning)
    }
  }
}
