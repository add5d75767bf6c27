/*
 * sim_abi_api.c — export of xip-engine.wasm: the layout of sim_abi.h, the names of its enums, and the constants that
 * its callers need, as reported by the code that was compiled with them. `npm run gen:abi` makes TypeScript of it.
 */
#include <emscripten.h>
#include <string.h>

#include "abi/writer.h"
#include "api/sim_instance.h"
#include "heap/multixact.h"
#include "heap/questions.h"
#include "pg/subtrans.h"
#include "standby/standby.h"

/* Values of enums by their names; an empty name is null. Neighbours belong together. */
static const struct value {
    const char *of;
    uint32_t value;
    const char *name;
} values[] = {{"isolation", 0, "read committed"}, /* of a session that has begun nothing */
              {"isolation", XIP_READ_COMMITTED, "read committed"},
              {"isolation", XIP_REPEATABLE_READ, "repeatable read"},
              {"isolation", XIP_SERIALIZABLE, "serializable"},
              {"outcome", XIP_DONE, "done"},
              {"outcome", XIP_WAIT, "wait"},
              {"outcome", XIP_NOT_AVAILABLE, "not-available"},
              {"outcome", XIP_DEADLOCK, "deadlock"},
              {"safe_wait", XIP_WAITS_FOR_NO_SNAPSHOT, ""},
              {"safe_wait", XIP_WAITS_SEEN, "seen"},
              {"safe_wait", XIP_WAITS_UNSEEN, "unseen"},
              {"tm", XIP_TM_OK, "ok"},
              {"tm", XIP_TM_INVISIBLE, "invisible"},
              {"tm", XIP_TM_SELF_MODIFIED, "self-modified"},
              {"tm", XIP_TM_UPDATED, "updated"},
              {"tm", XIP_TM_DELETED, "deleted"},
              {"tm", XIP_TM_BEING_MODIFIED, "being-modified"},
              {"tm", XIP_TM_WOULD_BLOCK, "would-block"},
              {"failure", SIM_CHANGED, ""},
              {"failure", SIM_NO_MEMORY, "no-memory"},
              {"failure", SIM_TOO_LONG, "too-long"},
              {"failure", SIM_SERIALIZATION, "serialization"},
              {"tuple_lock", XIP_LOCK_KEY_SHARE, "key share"},
              {"tuple_lock", XIP_LOCK_SHARE, "share"},
              {"tuple_lock", XIP_LOCK_NO_KEY_EXCLUSIVE, "no key update"},
              {"tuple_lock", XIP_LOCK_EXCLUSIVE, "update"},
              {"wait_policy", XIP_WAIT_BLOCK, "block"},
              {"wait_policy", XIP_WAIT_SKIP, "skip"},
              {"wait_policy", XIP_WAIT_ERROR, "error"},
              {"xid_status", XIP_STATUS_IN_PROGRESS, "in progress"},
              {"xid_status", XIP_STATUS_COMMITTED, "committed"},
              {"xid_status", XIP_STATUS_ABORTED, "aborted"},
              {"xid_status", XIP_STATUS_SUB_COMMITTED, "sub-committed"},
              {"lock_kind", 0, ""},
              {"lock_kind", XIP_LOCKTAG_RELATION, "relation"},
              {"lock_kind", XIP_LOCKTAG_TRANSACTION, "transaction"},
              {"lock_kind", XIP_LOCKTAG_TUPLE, "tuple"},
              {"lock_kind", XIP_LOCKTAG_ADVISORY, "advisory"},
              {"lock_kind", XIP_AWAITS_SNAPSHOT, "snapshot"},
              {"taken", XIP_SNAPSHOT_NONE, ""},
              {"taken", XIP_SNAPSHOT_STATEMENT, "statement"},
              {"taken", XIP_SNAPSHOT_TRANSACTION, "transaction"},
              {"holder_kind", XIP_HOLDS_BY_XMIN, "xmin"},
              {"holder_kind", XIP_HOLDS_BY_XID, "xid"},
              {"holder_kind", XIP_HOLDS_BY_PREPARED, "prepared"},
              {"holder_kind", XIP_HOLDS_BY_FEEDBACK, "standby"},
              {"holder_kind", XIP_HOLDS_BY_SLOT, "slot-xmin"},
              {"holder_kind", XIP_HOLDS_BY_SLOT_CATALOG, "slot-catalog-xmin"},
              {"exemption", XIP_COUNTS, ""},
              {"exemption", XIP_EXEMPT_VACUUM, "vacuum"},
              {"exemption", XIP_EXEMPT_DECODING, "decoding"},
              {"exemption", XIP_EXEMPT_OTHER_DATABASE, "other-database"},
              {"exemption", XIP_EXEMPT_CATALOGS_ONLY, "catalogs-only"},
              {"lookup_why", XIP_LOOKUP_SNAPSHOT, "snapshot"},
              {"lookup_why", XIP_LOOKUP_IN_PROGRESS, "in-progress"},
              {"lookup_why", XIP_LOOKUP_WAIT, "wait"},
              {"lookup_why", XIP_LOOKUP_DID_COMMIT, "did-commit"},
              {"lookup_why", XIP_LOOKUP_SET, "set"},
              {"lookup_why", XIP_LOOKUP_MAKE, "make"},
              {"member_status", XIP_MX_KEY_SHARE, "for key share"},
              {"member_status", XIP_MX_SHARE, "for share"},
              {"member_status", XIP_MX_LOCK_NO_KEY_UPDATE, "for no key update"},
              {"member_status", XIP_MX_LOCK_UPDATE, "for update"},
              {"member_status", XIP_MX_NO_KEY_UPDATE, "no key update"},
              {"member_status", XIP_MX_UPDATE, "update"},
              {"why", XIP_WHY_BEFORE_XMIN, "before-xmin"},
              {"why", XIP_WHY_FROM_XMAX, "from-xmax"},
              {"why", XIP_WHY_LISTED, "listed"},
              {"why", XIP_WHY_NOT_LISTED, "not-listed"},
              {"why", XIP_WHY_PARENT_BEFORE_XMIN, "parent-before-xmin"},
              {"why", XIP_WHY_PARENT_LISTED, "parent-listed"},
              {"why", XIP_WHY_PARENT_NOT_LISTED, "parent-not-listed"},
              {"snapshot_list", XIP_LIST_NONE, ""},
              {"snapshot_list", XIP_LIST_XIP, "xip"},
              {"snapshot_list", XIP_LIST_SUBXIP, "subxip"},
              {"wal_kind", XIP_WAL_XID, "xid"},
              {"wal_kind", XIP_WAL_ASSIGNMENT, "assignment"},
              {"wal_kind", XIP_WAL_COMMIT, "commit"},
              {"wal_kind", XIP_WAL_ABORT, "abort"},
              {"wal_kind", XIP_WAL_RUNNING_XACTS, "running-xacts"},
              {"readiness", XIP_STANDBY_INITIALIZED, "initialized"},
              {"readiness", XIP_STANDBY_PENDING, "pending"},
              {"readiness", XIP_STANDBY_READY, "ready"},
              {"sxact_state", XIP_SXACT_RUNS, "runs"},
              {"sxact_state", XIP_SXACT_IS_SAFE, "safe"},
              {"sxact_state", XIP_SXACT_IS_UNSAFE, "unsafe"},
              {"sxact_state", XIP_SXACT_WILL_FAIL, "doomed"},
              {"sxact_state", XIP_SXACT_CANNOT_END, "prepared"},
              {"sxact_state", XIP_SXACT_DID_COMMIT, "committed"},
              {"sxact_state", XIP_SXACT_DID_ABORT, "rolled-back"},
              {"ssi_failure", XIP_SSI_FINE, ""},
              {"ssi_failure", XIP_SSI_PIVOT_OUT, "pivot-out"},
              {"ssi_failure", XIP_SSI_PIVOT_IN, "pivot-in"},
              {"ssi_failure", XIP_SSI_PIVOT_WRITE, "pivot-write"},
              {"ssi_failure", XIP_SSI_TO_PIVOT, "to-pivot"},
              {"ssi_failure", XIP_SSI_PIVOT_COMMIT, "pivot-commit"},
              {"ssi_failure", XIP_SSI_PREPARED_PIVOT, "prepared-pivot"},
              {"ssi_failure", XIP_SSI_TO_OLD_PIVOT, "to-old-pivot"},
              {"ssi_failure", XIP_SSI_PIVOT_TO_OLD, "pivot-to-old"},
              {"ssi_failure", XIP_SSI_TO_PIVOT_OF_OLD, "to-pivot-of-old"},
              {"ssi_failure", XIP_SSI_NO_ROOM, "no-room"},
/* Without XIP_ASK_, in lower case with hyphens. */
#define X(name, function, text) {"question", name, #name},
              XIP_QUESTION_MAP(X)
#undef X
};

static const struct constant {
    const char *name;
    uint32_t value;
} constants[] = {
    {"lastWaiterIsVictim", SIM_LAST_WAITER_IS_VICTIM},
    {"deadlocksWhenChecked", SIM_DEADLOCKS_WHEN_CHECKED},
    {"writesWal", SIM_WRITES_WAL},
    {"hasNulls", SIM_HAS_NULLS},
    {"hasVarwidth", SIM_HAS_VARWIDTH},
    {"keyChanges", SIM_KEY_CHANGES},
    {"indexedChanges", SIM_INDEXED_CHANGES},
    {"advisoryInts", SIM_ADVISORY_INTS},
    {"advisoryShared", SIM_ADVISORY_SHARED},
    {"advisorySession", SIM_ADVISORY_SESSION},
    {"advisoryTry", SIM_ADVISORY_TRY},
    {"findLastVersion", SIM_FIND_LAST_VERSION},
    {"followUpdates", SIM_FOLLOW_UPDATES},
    {"rowBytes", SIM_ROW_BYTES},
    {"maxSessions", XIP_MAX_SESSIONS},
    {"maxSlots", XIP_MAX_SLOTS},
    {"maxItems", XIP_MAX_OFFSETS},
    {"maxMembers", SIM_MAX_MEMBERS},
    {"maxSireads", SIM_MAX_SIREADS},
    {"maxLocks", SIM_MAX_LOCKS},
    {"maxSxacts", SIM_MAX_SXACTS},
    {"maxConflicts", SIM_MAX_CONFLICTS},
    {"maxStructures", SIM_MAX_STRUCTURES},
    {"nobody", XIP_SSI_NOBODY},
    {"noBlock", XIP_SSI_NO_BLOCK},
    {"maxLookups", SIM_MAX_LOOKUPS},
    {"maxXids", SIM_MAX_XIDS},
    {"noPage", XIP_SLRU_NO_PAGE},
    {"reltuplesUnknown", XIP_RELTUPLES_UNKNOWN},
    {"slruSubtrans", XIP_SLRU_SUBTRANS},
    {"subtransXidsPerPage", XIP_SUBTRANS_XIDS_PER_PAGE},
};

_Static_assert((int)SIM_MAX_OWNERS == (int)XIP_MAX_OWNERS && (int)SIM_MAX_HOLDERS == (int)XIP_MAX_HOLDERS, "all fit");
_Static_assert((int)SIM_MAX_ITEMS == (int)XIP_MAX_OFFSETS, "a whole page fits");
_Static_assert((int)SIM_MAX_BUFFERS == (int)XIP_SLRU_MAX_BUFFERS, "all buffers fit");
_Static_assert((int)SIM_MAX_LOOKUPS == (int)XIP_LOOKUPS_KEPT, "the whole log fits");

static void put_enums(xip_writer *w)
{
    const char *of = "";
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        bool is_first = strcmp(of, values[i].of) != 0;
        if (is_first) {
            xip_put(w, i == 0 ? "" : "]");
            xip_put_name(w, values[i].of, i == 0);
        }
        of = values[i].of;
        xip_put(w, is_first ? "[[" : ",[");
        xip_put_number(w, values[i].value);
        xip_put(w, ",\"");
        xip_put(w, values[i].name);
        xip_put(w, "\"]");
    }
    xip_put(w, "]");
}

#define X(type, name)         xip_put_field(&w, #name, #type, offsetof(it, name), 0, first), first = 0;
#define A(type, name, length) xip_put_field(&w, #name, #type, offsetof(it, name), length, first), first = 0;
#define S(name, NAME, bytes)                                                                                           \
    {                                                                                                                  \
        typedef sim_##name it;                                                                                         \
        int first = 1;                                                                                                 \
        xip_put_struct(&w, #name, sizeof(it), is_first);                                                               \
        SIM_##NAME##_FIELDS(X, A) xip_put(&w, "}}");                                                                   \
        is_first = 0;                                                                                                  \
    }

/*
 * {"constants":{"maxSessions":64,…},"enums":{"tm":[[0,"ok"],…],…},"parts":{"ctid":{"size":…,"fields":
 * {"block":["u32",0],…}},…},"answers":{…}}. Static text.
 */
EMSCRIPTEN_KEEPALIVE const char *xip_sim_abi_json(void)
{
    static char text[16384];
    xip_writer w = {text, sizeof text};
    xip_put(&w, "{\"constants\":{");
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        xip_put_constant(&w, constants[i].name, constants[i].value, i == 0);
    xip_put(&w, "},\"enums\":{");
    put_enums(&w);
    int is_first = 1;
    xip_put(&w, "},\"parts\":{");
    SIM_PART_STRUCTS(S)
    is_first = 1;
    xip_put(&w, "},\"answers\":{");
    SIM_ANSWER_STRUCTS(S)
    xip_put(&w, "}}");
    return text;
}
