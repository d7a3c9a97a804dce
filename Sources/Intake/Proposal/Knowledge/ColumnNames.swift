import Evidence

/// The names that others give our columns, in the form of `NameWords.joined`.
struct ColumnNames {
  /// Names that mean the column and nothing else, where the values fit.
  var sure: Set<String>
  /// Names that mean it in most files.
  var likely: Set<String>

  init(_ sure: String, likely: String = "") {
    self.sure = Set(sure.split(separator: " ").map(String.init))
    self.likely = Set(likely.split(separator: " ").map(String.init))
  }

  /// By our name of the column; our own names mean themselves.
  static func of(_ kind: EvidenceKind) -> [String: ColumnNames] {
    (byKind[kind] ?? [:]).merging(subject) { own, _ in own }
  }

  static let subject: [String: ColumnNames] = [
    "uid": ColumnNames(
      "uid firebaseuid firebaseuserid firebaseid localid authuid useruid authuserid",
      likely: """
        userid customerid accountid memberid subjectid externalid externaluserid sub subject user clientuserid userref \
        datasubjectid personid customer principal usr useridentifier distinctid
        """),
    "email": ColumnNames(
      """
      email emailaddress mail useremail customeremail requesteremail subjectemail datasubjectemail contactemail \
      reporteremail consumeremail personemail memberemail
      """,
      likely: """
        requester reporter contact identifier datasubject datasubjectidentifier subjectidentifier username login user \
        customer subject consumer fromemail requestername
        """),
    "phone": ColumnNames(
      "phone phonenumber mobile mobilephone mobilenumber msisdn userphone telephone customerphone",
      likely: "tel identifier"),
    "apple_sub": ColumnNames("applesub appleuserid applesubject appleuser appleid", likely: "sub subject"),
    "email_sha256": ColumnNames("emailsha256 hashedemail emailhash sha256email emailhashed"),
  ]

  private static let loggedAt =
    "ts time timestamp datetime date asctime eventtime loggedat logtime occurredat createdat t"

  private static let byKind: [EvidenceKind: [String: ColumnNames]] = [
    .consents: [
      "purpose": ColumnNames(
        "purpose consentpurpose purposename purposeid consenttype consentname purposekey permissionname",
        likely: "topic type category scope feature consentkey preference consentfor"),
      "given_at": ColumnNames(
        """
        givenat consentedat consentdate consentgivenat grantedat acceptedat consenttimestamp consenttime dateofconsent \
        optindate optinat decisionat decidedat consentgivendate interactiondate
        """,
        likely: """
          createdat created createddate timestamp ts date time datetime eventtime recordedat updatedat lastupdated \
          lastupdateddate modifiedat changedat at transactiondate submittedat createtime updatetime \
          answeredat answered answertime respondedat occurredat when
          """),
      "withdrawn_at": ColumnNames(
        "withdrawnat withdrawaldate consentwithdrawnat withdrawndate dateofwithdrawal optoutdate optoutat",
        likely: "revokedat revokedon revokeddate revocationdate dateofrevocation optedoutat unsubscribedat"),
      "expires_at": ColumnNames("expiresat expirationdate expirydate validuntil consentexpirydate expiry"),
      "explicit": ColumnNames("explicit isexplicit explicitconsent"),
      "method": ColumnNames("method consentmethod collectionmethod"),
      "policy_version": ColumnNames("policyversion consentversion termsversion privacypolicyversion purposeversion"),
    ],
    .deletions: [
      "request_id": ColumnNames(
        "requestid ticketid issuekey dsarid dsrid caseid casenumber requestnumber ticketnumber requestref",
        likely: "id key number ticket reference case ticketno"),
      "requested_at": ColumnNames(
        """
        requestedat requestdate daterequested requesteddate datereceived receivedat submittedat submissiondate \
        datesubmitted requestcreatedat requesttime
        """,
        likely: """
          createdat created createddate createdtime datecreated openedat timestamp ts date createtime dateopened \
          occurredat
          """
      ),
      "completed_at": ColumnNames(
        "completedat completiondate datecompleted completeddate fulfilledat",
        likely: """
          finishedat doneat processedat executedat closedat resolvedat dateclosed dateresolved resolved solvedat
          """),
      "regulation": ColumnNames("regulation"),
      "apple_credential": ColumnNames(
        """
        applecredential hasapplecredential hasapple applelinked hasapplelogin hasapplesignin signedinwithapple \
        signinwithapple isappleuser
        """),
    ],
    .revocations: [
      "at": ColumnNames("at revokedat calledat", likely: loggedAt),
      "http_status": ColumnNames(
        "httpstatus httpstatuscode statuscode responsestatus responsestatuscode httpresponsestatuscode httpcode",
        likely: "status respstatus resstatus code responsecode"),
      "endpoint": ColumnNames("endpoint url requesturl uri targeturl httpurl requrl"),
      "token_type": ColumnNames("tokentype tokentypehint"),
      "error": ColumnNames("error errorcode", likely: "err"),
      "client_id": ColumnNames("clientid appleclientid"),
      "trace_id": ColumnNames("traceid"),
    ],
    .accountDeletions: [
      "deleted_at": ColumnNames("deletedat deletiondate datedeleted removedat", likely: loggedAt),
      "actor": ColumnNames("actor deletedby"),
    ],
    .links: [
      "provider": ColumnNames("provider providerid idp identityprovider signinprovider linkedprovider"),
      "linked_at": ColumnNames("linkedat connectedat linkdate", likely: loggedAt),
      "action": ColumnNames("action linkaction"),
    ],
    .mail: [
      "recipient": ColumnNames("recipient recipientemail toaddress rcpt rcptto", likely: "to"),
      "sender": ColumnNames("sender fromaddress mailfrom senderemail fromemail", likely: "from"),
      "at": ColumnNames("at sentat deliveredat", likely: loggedAt),
      "outcome": ColumnNames("outcome deliverystatus", likely: "status event"),
      "smtp_reply": ColumnNames("smtpreply smtpresponse", likely: "response reply"),
    ],
  ]

  /// Columns that name somebody other than the person, such as who handled a request.
  private static let others: Set<String> = [
    "assignee", "agent", "operator", "owner", "admin", "administrator", "staff", "employee", "approver", "reviewer",
    "moderator", "assigned", "submitter", "processor", "handler", "actor", "caller", "initiator", "executor",
    "performer", "invoker", "impersonator", "principalemail", "createdby", "updatedby", "modifiedby", "deletedby",
    "performedby", "executedby", "initiatedby", "triggeredby", "processedby",
  ]
  /// What people do themselves: `requested_by` is the person of a request.
  private static let ownDeeds: Set<String> = [
    "requested", "submitted", "raised", "reported", "filed", "opened", "made", "given", "granted", "accepted", "agreed",
    "consented", "signed", "linked",
  ]

  /// Whether a path names somebody other than the person: `actor.uid`, `performed_by`, `byUser`.
  static func isOfAnother(_ path: String) -> Bool {
    let words = NameWords.of(path)
    if !others.isDisjoint(with: words) || !others.isDisjoint(with: NameWords.names(ofPath: path)) { return true }
    return words.indices.contains { index in
      words[index] == "by" && (index == 0 || !ownDeeds.contains(words[index - 1]))
    }
  }
}
