/// Words of German, French, Spanish, Portuguese, Italian, Dutch, Turkish, Japanese, Chinese and Korean by which columns
/// and values say that a record ended, or was refused. Where nobody knows a file's words, it is read as if nothing
/// ended.
///
/// In lower case, with and without their marks, as people write them in names of columns. A capital I without a dot
/// becomes a small one with it, whatever the language.
enum ForeignWords {
  /// What a person takes back: a consent, a link or a request.
  static let withdrawals = TellingWords.set(
    """
    widerrufen widerruf widerrufsdatum storniert stornierung zurückgezogen zurueckgezogen \
    révoqué revoqué révoquée révocation retiré retirée retrait annulé annulée résilié résiliation \
    revocado revocada revocación revocacion retirado retirada cancelado cancelada anulado anulada \
    revogado revogada revogação revogacao \
    revocato revocata revoca ritirato ritirata annullato annullata \
    ingetrokken herroepen geannuleerd \
    iptal iptali iptaller iptalleri çekildi cekildi çekilme cekilme çekilmesi cekilmesi gerialındı gerialindi \
    gerialınma gerialinma vazgeçildi vazgecildi vazgeçti vazgecti vazgeçme vazgecme cayma feshedildi fesih \
    撤回 取消 已取消 解除 取り消し キャンセル 撤销 撤銷 철회 취소 해지
    """)

  static let ends = withdrawals.union(
    TellingWords.set(
      """
      beendet gelöscht geloescht entfernt getrennt abgemeldet abgelaufen deaktiviert inaktiv gekündigt gekuendigt \
      ungültig ungueltig löschdatum loeschdatum \
      supprimé supprimée suppression désactivé desactivé dissocié délié expiré expirée \
      eliminado eliminada desvinculado desvinculada desactivado caducado inactivo baja \
      removido removida excluído excluido desvinculado desativado inativo expirado \
      rimosso rimossa scollegato disattivato scaduto scaduta \
      verwijderd ontkoppeld verlopen inactief \
      silindi silinme silme kaldırıldı kaldirildi kaldırma kaldirma sonlandırıldı sonlandirildi sonlanma bitiş bitis \
      sonaerdi süresidoldu suresidoldu pasif geçersiz gecersiz devredışı devredisi ayrıldı ayrildi \
      削除 失効 無効 停止 退会 删除 刪除 失效 삭제 만료
      """))

  static let refusals = TellingWords.set(
    """
    abgelehnt ablehnung verweigert refusé refusée refus rechazado rechazada denegado recusado recusada rejeitado \
    negado rifiutato rifiutata negato geweigerd afgewezen \
    reddedildi reddedilen reddetti onaylanmadı onaylanmadi onaylamadı onaylamadi onaylamıyorum onaylamiyorum verilmedi \
    vermedi edilmedi etmedi etmiyorum \
    拒否 拒絶 同意しない 不同意 拒绝 拒絕 거부 미동의
    """)

  static let noes = TellingWords.set(
    "nein non não nao nee hayır hayir いいえ 否 아니오 falsch faux falso onwaar yanlış yanlis yok")

  static let times = TellingWords.set(
    "am datum zeit zeitpunkt le em el fecha il op tijd tarih tarihi zaman zamanı zamani saat saati")
  static let timePrefixes = TellingWords.set("datum fecha data")

  /// Words for a consent, and for what the person decided.
  private static let decisions = TellingWords.set(
    """
    zugestimmt zustimmung einwilligung eingewilligt akzeptiert genehmigt erteilt \
    consentement consenti accepté acceptée accordé accordée \
    consentimiento consentido aceptado aceptada acepta \
    consentimento consentiu aceito aceitou \
    consenso consentito accettato accettata \
    toestemming toegestemd akkoord \
    onay onayı onayi onaylandı onaylandi onayladı onayladi onaylı onayli rıza riza rızası rizasi izin izni kabul \
    muvafakat
    """)
  /// How something stands, beside such a word.
  private static let standings = TellingWords.set(
    "status state flag estado stato statut état situação situacao durum durumu")
  private static let unspacedDecisions = ["同意", "承諾", "承認", "許可", "동의"]
  /// What follows a decision's word, or goes before it, in its name.
  private static let unspacedStandings = [
    "", "フラグ", "区分", "状態", "可否", "有無", "状态", "狀態", "여부", "상태", "是否",
  ]
  private static let unspacedStates: Set = ["状態", "ステータス", "状态", "狀態", "상태"]

  /// Whether a name says so: `hat_zugestimmt`, `einwilligung_status`, `同意フラグ`.
  static func isDecision(_ name: String) -> Bool {
    let words = NameWords.of(name)
    guard let last = words.last else { return false }
    if decisions.contains(last) || refusals.contains(last) { return true }
    if standings.contains(last), !decisions.isDisjoint(with: words) || last.hasPrefix("situa") { return true }
    return isUnspaced(last)
      && (unspacedStates.contains(last)
        || unspacedDecisions.contains { decision in
          unspacedStandings.contains { last == decision + $0 || last == $0 + decision }
        })
  }

  /// Whether the word is of a script without marks between words.
  static func isUnspaced(_ word: String) -> Bool { word.unicodeScalars.contains { $0.value >= 0x3000 } }
}
