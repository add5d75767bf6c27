/*
 * test_protocol.c — the protocols' tables against everything that three cores can do to two lines.
 *
 * A state of the whole: for each line, the state of each core's copy, and whether each copy and memory hold the newest
 * version. (Which older version a stale one holds makes no difference to what can happen next.) Starting with the empty
 * machine, every read, write and eviction by each core on each line is tried in every state that is found, until there
 * are no new ones.
 */
#include "check.h"
#include "machine/protocol.h"

enum { CORES = 3, LINES = 2, COPY_BITS = 4, LINE_BITS = CORES * COPY_BITS + 1, MAX_STATES = 1 << 16 };
enum { READ, WRITE, EVICT, KINDS };

typedef struct one_line {
    uint8_t state[CORES];
    bool newest[CORES]; /* this copy holds the last write */
    bool memory_newest;
} one_line;

typedef struct finding {
    const char *broken; /* the law that is broken; NULL: none */
    char where[160];
    uint32_t states; /* how many were found */
    bool used[MACHINE_STATE_COUNT][PROTOCOL_EVENT_COUNT];
} finding;

static uint32_t packed(const one_line lines[LINES])
{
    uint32_t bits = 0;
    for (uint32_t l = 0; l < LINES; l++) {
        for (uint32_t c = 0; c < CORES; c++)
            bits = bits << COPY_BITS | lines[l].state[c] << 1 | lines[l].newest[c];
        bits = bits << 1 | lines[l].memory_newest;
    }
    return bits;
}

static void unpack(uint32_t bits, one_line lines[LINES])
{
    for (uint32_t l = LINES; l-- > 0;) {
        lines[l].memory_newest = bits & 1;
        bits >>= 1;
        for (uint32_t c = CORES; c-- > 0;) {
            lines[l].newest[c] = bits & 1;
            lines[l].state[c] = (uint8_t)(bits >> 1 & 7);
            bits >>= COPY_BITS;
        }
    }
}

static void found_broken(finding *f, const char *law, const one_line *line, uint32_t core, const char *doing)
{
    if (f->broken)
        return;
    f->broken = law;
    snprintf(f->where, sizeof f->where, "core %u %s; copies then %c%c%c%s", core, doing,
             protocol_state_letter(line->state[0]), protocol_state_letter(line->state[1]),
             protocol_state_letter(line->state[2]), line->memory_newest ? "" : ", memory old");
}

static const protocol_entry *entry(const protocol_table *table, finding *f, uint32_t state, protocol_event event)
{
    const protocol_entry *e = &table->at[state][event];
    f->used[state][event] = true;
    return e;
}

/* The laws of every state. */
static void look(finding *f, const one_line *line, uint32_t core, const char *doing)
{
    uint32_t alone = 0;
    uint32_t answering = 0;
    uint32_t copies = 0;
    bool kept = line->memory_newest;
    for (uint32_t c = 0; c < CORES; c++) {
        uint32_t s = line->state[c];
        alone += s == MACHINE_M || s == MACHINE_E;
        answering += s == MACHINE_O || s == MACHINE_F;
        copies += s != MACHINE_I;
        kept = kept || (s != MACHINE_I && line->newest[c]);
        if (s == MACHINE_E && !line->memory_newest)
            found_broken(f, "who has a line exclusively and clean has what memory has", line, core, doing);
    }
    if (alone > 1 || (alone == 1 && copies > 1))
        found_broken(f, "one writer at a time", line, core, doing);
    if (answering > 1)
        found_broken(f, "at most one copy is owned or forwards", line, core, doing);
    if (!kept)
        found_broken(f, "no write is lost", line, core, doing);
}

/* Core `core` has asked: the reactions of the others, and whether it gets the newest version. */
static bool ask(const protocol_table *table, finding *f, one_line *line, uint32_t core, protocol_event event)
{
    bool newest = line->memory_newest;
    uint32_t answers = 0;
    for (uint32_t c = 0; c < CORES; c++) {
        if (c == core || line->state[c] == MACHINE_I)
            continue;
        const protocol_entry *e = entry(table, f, line->state[c], event);
        if (!e->can_happen)
            found_broken(f, "what happens is in the table", line, core, "asks");
        if (e->answers) {
            answers++;
            newest = line->newest[c];
        }
        if (e->updates_memory)
            line->memory_newest = line->newest[c];
        line->state[c] = e->next;
    }
    if (answers > 1)
        found_broken(f, "one copy answers", line, core, "asks");
    return newest;
}

static void act(const protocol_table *table, finding *f, one_line *line, uint32_t core, uint32_t kind)
{
    static const char *const names[] = {"reads", "writes", "evicts"};
    uint32_t state = line->state[core];
    bool alone = true;
    for (uint32_t c = 0; c < CORES; c++)
        alone = alone && (c == core || line->state[c] == MACHINE_I);
    protocol_event event = kind == WRITE   ? PROTOCOL_WRITE
                           : kind == EVICT ? PROTOCOL_EVICT
                           : alone         ? PROTOCOL_READ_ALONE
                                           : PROTOCOL_READ_SHARED;
    const protocol_entry *e = entry(table, f, state, event);
    if (!e->can_happen)
        found_broken(f, "what happens is in the table", line, core, names[kind]);
    if (kind == EVICT) {
        if (e->updates_memory)
            line->memory_newest = line->newest[core];
    } else if (e->asks) {
        bool newest = ask(table, f, line, core, kind == WRITE ? PROTOCOL_OTHER_WRITE : PROTOCOL_OTHER_READ);
        if (state == MACHINE_I)
            line->newest[core] = newest;
    } else if (state == MACHINE_I) {
        found_broken(f, "who has no copy asks", line, core, names[kind]);
    }
    if (kind != EVICT && !line->newest[core])
        found_broken(f, kind == READ ? "no stale read" : "no write goes on top of an old version", line, core,
                     names[kind]);
    if (kind == WRITE) {
        for (uint32_t c = 0; c < CORES; c++)
            line->newest[c] = false;
        line->memory_newest = false;
        line->newest[core] = true;
    }
    line->state[core] = e->next;
    if (kind != EVICT && e->next == MACHINE_I)
        found_broken(f, "who reads or writes has a copy then", line, core, names[kind]);
    for (uint32_t c = 0; c < CORES; c++)
        if (line->state[c] == MACHINE_I)
            line->newest[c] = false;
    if (kind == WRITE && line->state[core] != MACHINE_M)
        found_broken(f, "who has written is in M", line, core, names[kind]);
    look(f, line, core, names[kind]);
}

static uint32_t queue[MAX_STATES];
static uint8_t seen[1 << (LINES * LINE_BITS - 3)];

static finding explore(const protocol_table *table)
{
    finding f = {0};
    memset(seen, 0, sizeof seen);
    one_line start[LINES] = {{.memory_newest = true}, {.memory_newest = true}};
    uint32_t first = packed(start);
    seen[first >> 3] |= (uint8_t)(1 << (first & 7));
    queue[f.states++] = first;
    for (uint32_t at = 0; at < f.states && !f.broken; at++)
        for (uint32_t move = 0; move < LINES * CORES * KINDS && !f.broken; move++) {
            one_line lines[LINES];
            unpack(queue[at], lines);
            uint32_t l = move % LINES;
            uint32_t core = move / LINES % CORES;
            uint32_t kind = move / LINES / CORES;
            if (kind == EVICT && lines[l].state[core] == MACHINE_I)
                continue;
            act(table, &f, &lines[l], core, kind);
            uint32_t next = packed(lines);
            if (seen[next >> 3] >> (next & 7) & 1)
                continue;
            seen[next >> 3] |= (uint8_t)(1 << (next & 7));
            if (f.states == MAX_STATES) {
                found_broken(&f, "there is room for all states", &lines[l], core, "explores");
                break;
            }
            queue[f.states++] = next;
        }
    return f;
}

#define FOR_EACH_PROTOCOL(...)                                                                                         \
    for (uint32_t p = 0; protocol_name((machine_protocol)p); p++) {                                                    \
        const protocol_table *table = protocol_table_of((machine_protocol)p);                                          \
        CONTEXT("%s", protocol_name((machine_protocol)p));                                                             \
        __VA_ARGS__;                                                                                                   \
    }

static void every_state_is_sound(void)
{
    FOR_EACH_PROTOCOL({
        finding f = explore(table);
        CONTEXT("%s: %s (%s)", protocol_name((machine_protocol)p), f.broken, f.where);
        CHECK(f.broken == NULL);
        printf("%s: %u states of %u cores and %u lines\n", protocol_name((machine_protocol)p), f.states, CORES, LINES);
        CHECK(f.states > 100);
    })
}

static void every_entry_is_reached(void)
{
    FOR_EACH_PROTOCOL({
        finding f = explore(table);
        for (uint32_t s = 0; s < MACHINE_STATE_COUNT; s++)
            for (uint32_t e = 0; e < PROTOCOL_EVENT_COUNT; e++) {
                CONTEXT("%s: state %c, event %u", protocol_name((machine_protocol)p), protocol_state_letter(s), e);
                CHECK(table->at[s][e].can_happen == f.used[s][e]);
            }
    })
}

/* Tries every other state and every flag of an entry: is there one that the search misses? */
static uint32_t breaks_seen(const protocol_table *table, uint32_t s, uint32_t e, uint32_t *tried)
{
    uint32_t caught = 0;
    for (uint32_t way = 0; way < MACHINE_STATE_COUNT + 3; way++) {
        protocol_table broken = *table;
        protocol_entry *entry = &broken.at[s][e];
        if (way == entry->next)
            continue;
        if (way < MACHINE_STATE_COUNT)
            entry->next = (uint8_t)way;
        else if (way == MACHINE_STATE_COUNT)
            entry->asks = !entry->asks;
        else if (way == MACHINE_STATE_COUNT + 1)
            entry->answers = !entry->answers;
        else
            entry->updates_memory = !entry->updates_memory;
        (*tried)++;
        caught += explore(&broken).broken != NULL;
    }
    return caught;
}

static void a_broken_entry_is_seen(void)
{
    FOR_EACH_PROTOCOL({
        uint32_t tried = 0;
        uint32_t caught = 0;
        for (uint32_t s = 0; s < MACHINE_STATE_COUNT; s++)
            for (uint32_t e = 0; e < PROTOCOL_EVENT_COUNT; e++) {
                if (!table->at[s][e].can_happen)
                    continue;
                uint32_t here = breaks_seen(table, s, e, &tried);
                CONTEXT("%s: state %c, event %u", protocol_name((machine_protocol)p), protocol_state_letter(s), e);
                CHECK(here > 0);
                caught += here;
            }
        printf("%s: %u of %u broken tables are unsound\n", protocol_name((machine_protocol)p), caught, tried);
    })
}

/* The mistakes that textbooks warn about, each with the law that it breaks. */
static void known_mistakes_break_their_law(void)
{
    static const struct mistake {
        machine_protocol protocol;
        machine_state state;
        protocol_event event;
        protocol_entry instead;
        const char *law;
    } mistakes[] = {
        {MACHINE_MESI, MACHINE_S, PROTOCOL_OTHER_WRITE, {MACHINE_S, true, false, false, false}, "one writer at a time"},
        {MACHINE_MESI, MACHINE_S, PROTOCOL_WRITE, {MACHINE_M, true, false, false, false}, "one writer at a time"},
        {MACHINE_MESI, MACHINE_M, PROTOCOL_EVICT, {MACHINE_I, true, false, false, false}, "no write is lost"},
        {MACHINE_MESI, MACHINE_M, PROTOCOL_OTHER_READ, {MACHINE_S, true, false, false, true}, NULL},
        {MACHINE_MESI,
         MACHINE_M,
         PROTOCOL_OTHER_WRITE,
         {MACHINE_I, true, false, false, false},
         "no write goes on top of an old version"},
        {MACHINE_MESIF,
         MACHINE_F,
         PROTOCOL_OTHER_READ,
         {MACHINE_F, true, false, true, false},
         "at most one copy is owned or forwards"},
        {MACHINE_MESIF, MACHINE_M, PROTOCOL_OTHER_READ, {MACHINE_S, true, false, true, false}, "no write is lost"},
        {MACHINE_MOESI, MACHINE_O, PROTOCOL_EVICT, {MACHINE_I, true, false, false, false}, NULL},
        {MACHINE_MOESI, MACHINE_O, PROTOCOL_OTHER_READ, {MACHINE_O, true, false, false, false}, "no stale read"},
        {MACHINE_MOESI, MACHINE_E, PROTOCOL_OTHER_READ, {MACHINE_E, true, false, true, false}, "one writer at a time"},
    };
    for (uint32_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct mistake *m = &mistakes[i];
        protocol_table table = *protocol_table_of(m->protocol);
        table.at[m->state][m->event] = m->instead;
        finding f = explore(&table);
        CONTEXT("%s: mistake %u, found “%s” (%s)", protocol_name(m->protocol), i, f.broken ? f.broken : "nothing",
                f.where);
        /* Some are harmless until something else happens; then the search determines which law fails first. */
        CHECK(f.broken && (!m->law || strcmp(f.broken, m->law) == 0));
    }
}

static void hits_need_no_table(void)
{
    FOR_EACH_PROTOCOL({
        for (uint32_t s = 1; s < MACHINE_STATE_COUNT; s++)
            for (uint32_t e = PROTOCOL_READ_ALONE; e <= PROTOCOL_READ_SHARED; e++) {
                const protocol_entry *read = &table->at[s][e];
                CHECK(!read->can_happen || (read->next == s && !read->asks));
            }
        const protocol_entry *write = &table->at[MACHINE_M][PROTOCOL_WRITE];
        CHECK(write->next == MACHINE_M && !write->asks);
        const protocol_entry *other = &table->at[MACHINE_S][PROTOCOL_OTHER_READ];
        CHECK(other->next == MACHINE_S && !other->answers && !other->updates_memory);
    })
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("whatever three cores do to two lines: one writer at a time, no stale read, no lost write, one O or F",
        every_state_is_sound);
    LAW("every entry of a table is reached, and nothing happens that has none", every_entry_is_reached);
    LAW("each entry can be broken so that the search sees it", a_broken_entry_is_seen);
    LAW("well-known mistakes break the law that one would expect", known_mistakes_break_their_law);
    LAW("a read of a copy and an owner's write change nothing, and S is silent: the machine looks up neither",
        hits_need_no_table);
    return check_end();
}
