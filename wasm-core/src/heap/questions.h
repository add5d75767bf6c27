/*
 * questions.h — the questions of visibility routines, one line each: the enum, the PostgreSQL function or macro that
 * asks, and the sentence with its values in the places of %u.
 */
#ifndef XIP_HEAP_QUESTIONS_H
#define XIP_HEAP_QUESTIONS_H

#include <stdint.h>

#define XIP_QUESTION_MAP(X)                                                                                            \
    X(XIP_ASK_PAGE_ALL_VISIBLE, "PageIsAllVisible", "Is the page marked as visible to everybody?")                     \
    X(XIP_ASK_XMIN_HINT_COMMITTED, "HeapTupleHeaderXminCommitted",                                                     \
      "Does the tuple carry the hint that its xmin %u has committed?")                                                 \
    X(XIP_ASK_XMIN_HINT_INVALID, "HeapTupleHeaderXminInvalid",                                                         \
      "Does the tuple carry the hint that its xmin %u has aborted?")                                                   \
    X(XIP_ASK_XMIN_FROZEN, "HeapTupleHeaderXminFrozen", "Is xmin %u frozen?")                                          \
    X(XIP_ASK_XMIN_MINE, "TransactionIdIsCurrentTransactionId", "Is xmin %u mine?")                                    \
    X(XIP_ASK_INSERTED_LATER, "HeapTupleHeaderGetCmin",                                                                \
      "Was it inserted by command %u, not before the snapshot's curcid %u?")                                           \
    X(XIP_ASK_BELOW_XMIN, "XidInMVCCSnapshot", "Does xid %u precede the snapshot's xmin %u?")                          \
    X(XIP_ASK_FROM_XMAX_ON, "XidInMVCCSnapshot", "Is xid %u at or beyond the snapshot's xmax %u?")                     \
    X(XIP_ASK_SUBOVERFLOWED, "XidInMVCCSnapshot", "Has the snapshot no complete list of subtransactions?")             \
    X(XIP_ASK_TOPMOST, "SubTransGetTopmostTransaction", "Whose subtransaction is xid %u? It belongs to %u.")           \
    X(XIP_ASK_IN_SNAPSHOT, "XidInMVCCSnapshot", "Was xid %u running when the snapshot was taken?")                     \
    X(XIP_ASK_DID_COMMIT, "TransactionIdDidCommit", "Does pg_xact say that xid %u has committed?")                     \
    X(XIP_ASK_XMAX_INVALID, "HEAP_XMAX_INVALID", "Does the tuple say that there is no xmax, or that it has aborted?")  \
    X(XIP_ASK_LOCKED_ONLY, "HEAP_XMAX_IS_LOCKED_ONLY", "Does xmax %u lock the tuple without changing it?")             \
    X(XIP_ASK_XMAX_MULTI, "HEAP_XMAX_IS_MULTI", "Is xmax %u a multixact?")                                             \
    X(XIP_ASK_UPDATER, "HeapTupleGetUpdateXid", "Who of multixact %u changes the tuple? It is xid %u.")                \
    X(XIP_ASK_XMAX_MINE, "TransactionIdIsCurrentTransactionId", "Is xmax %u mine?")                                    \
    X(XIP_ASK_DELETED_LATER, "HeapTupleHeaderGetCmax",                                                                 \
      "Was it deleted by command %u, not before the snapshot's curcid %u?")                                            \
    X(XIP_ASK_XMAX_HINT_COMMITTED, "HEAP_XMAX_COMMITTED",                                                              \
      "Does the tuple carry the hint that its xmax %u has committed?")

typedef enum xip_question {
#define X(name, function, text) name,
    XIP_QUESTION_MAP(X)
#undef X
        XIP_QUESTION_COUNT
} xip_question;

/* PostgreSQL's function, and the sentence; NULL past the end. */
const char *xip_question_function(uint32_t question);
const char *xip_question_text(uint32_t question);

#endif
