/*
 * test_layout.c — a design's accesses under somebody's own layout: the design's own one, written down field by field,
 * gives every count that the design gives, and every nanosecond; and a field that lies elsewhere is fetched elsewhere.
 * build: -DXIP_OBSERVED=1
 *
 * The layouts here are written by hand from PostgreSQL's structs, as pieces between two fields; nothing is taken from
 * the scene under test but the sizes of its regions.
 */
#include "check.h"
#include "designs/designs.h"
#include "model_machine.h"
#include "pg/script.h"
#include "simulation/bare.h"
#include "simulation/scene.h"

enum { ACTIVE = 6, IDLE = 61, CONNECTIONS = ACTIVE + IDLE, OPERATIONS = 400, MAX_CUTS = 12, SHMEM_ALIGN = 128 };

/* A region of a design: its entry's size (0: one struct of `size`), and where its fields begin. */
typedef struct by_hand {
    uint32_t entry, size;
    uint32_t follows; /* it starts right behind the region before it */
    uint32_t cuts[MAX_CUTS];
} by_hand;

#define LOCK    {.size = 128, .cuts = {4, 8, 16}}
#define TRANSAM {.size = 64, .cuts = {8, 16, 20, 48, 56}}
#define GLOBAL  {.size = 128, .cuts = {4}}
#define HEADER  {.size = 40, .cuts = {4, 32, 36}}
#define NUMBERS {.entry = 4, .follows = 1}
#define SEMA    {.entry = 128, .cuts = {4}}

static const by_hand of_91[] = {LOCK,
                                LOCK,
                                TRANSAM,
                                GLOBAL,
                                {.size = 32, .cuts = {4}},
                                {.entry = 8, .follows = 1},
                                {.entry = 656, .cuts = {28, 32, 36, 40, 56, 57, 58, 392, 396, 400}},
                                SEMA};
static const by_hand of_13[] = {LOCK,
                                LOCK,
                                TRANSAM,
                                GLOBAL,
                                HEADER,
                                NUMBERS,
                                {.entry = 856, .cuts = {48, 52, 120, 121, 416, 672}},
                                {.entry = 12, .cuts = {4, 8, 9, 10}},
                                SEMA};
static const by_hand of_14[] = {LOCK,
                                LOCK,
                                TRANSAM,
                                GLOBAL,
                                HEADER,
                                NUMBERS,
                                {.entry = 880, .cuts = {52, 56, 60, 64, 68, 72, 144, 145, 146, 440, 441}},
                                {.entry = 4},
                                {.entry = 2, .cuts = {1}},
                                {.entry = 1},
                                SEMA};

typedef struct design_layout {
    const char *id;
    const by_hand *regions;
    uint32_t count;
} design_layout;
#define OF(id, regions) {id, regions, sizeof regions / sizeof *regions}
static const design_layout layouts[] = {OF("pg9.1", of_91), OF("pg13", of_13), OF("globalvis", of_13),
                                        OF("dense", of_14), OF("pg14", of_14)};

static layout_piece pieces[LAYOUT_MAX_PIECES];

static uint32_t index_of(const char *id)
{
    for (uint32_t i = 0; i < xip_design_count(); i++)
        if (strcmp(xip_design_at(i)->id, id) == 0)
            return i;
    return UINT32_MAX;
}

/* The pieces of a layout as its design has it: regions in order, each from a boundary of 128 bytes. */
static uint32_t lay(const design_layout *l)
{
    uint32_t n = 0;
    uint32_t at = 0;
    for (uint32_t region = 0; region < l->count; region++) {
        const by_hand *r = &l->regions[region];
        uint32_t length = r->entry == 0 ? r->size : r->entry;
        if (!r->follows)
            at = (at + SHMEM_ALIGN - 1) & ~(uint32_t)(SHMEM_ALIGN - 1);
        uint32_t from = 0;
        for (uint32_t cut = 0; from < length; cut++) {
            uint32_t to = cut < MAX_CUTS && r->cuts[cut] != 0 ? r->cuts[cut] : length;
            pieces[n++] = (layout_piece){.region = region,
                                         .entry = r->entry,
                                         .first = from,
                                         .size = to - from,
                                         .at = at + from,
                                         .stride = length};
            from = to;
        }
        at += length * (r->entry == 0 ? 1 : CONNECTIONS);
    }
    return n;
}

static scene *open_scene(const char *design, uint32_t workload, uint32_t place, machine_protocol protocol,
                         uint32_t piece_count)
{
    machine_params machine = small_machine_of(4);
    machine.protocol = protocol;
    scene_request request = {.design = index_of(design),
                             .active = ACTIVE,
                             .idle = IDLE,
                             .place = place,
                             .workload = workload,
                             .pieces = pieces,
                             .piece_count = piece_count};
    scene *s = NULL;
    CHECK(scene_create(&s, &machine, &request) == XIP_OK);
    return s;
}

static bool same(const scene *a, const scene *b)
{
    bool equal = scene_log_count(a) == scene_log_count(b);
    for (uint32_t i = 0; equal && i < scene_log_count(a); i++)
        equal = memcmp(&scene_outcomes(a)[i], &scene_outcomes(b)[i], sizeof *scene_outcomes(a)) == 0 &&
                memcmp(&scene_log(a)[i], &scene_log(b)[i], sizeof *scene_log(a)) == 0;
    uint32_t last = scene_at(a) - 1;
    return equal && memcmp(&scene_history(a)[last], &scene_history(b)[last], sizeof *scene_history(a)) == 0;
}

static void rebuilt_gives_the_same(void)
{
    for (uint32_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        for (uint32_t workload = 0; workload < XIP_WORKLOAD_COUNT; workload++)
            for (uint32_t place = 0; place < SCENE_PLACE_COUNT && xip_scripts[workload].replayed; place++) {
                machine_protocol protocol = (machine_protocol)((i + place) % 3);
                CONTEXT("%s, %s, place %u", layouts[i].id, xip_scripts[workload].name, place);
                scene *own = open_scene(layouts[i].id, workload, place, protocol, 0);
                scene *rebuilt = open_scene(layouts[i].id, workload, place, protocol, lay(&layouts[i]));
                bool equal = own && rebuilt;
                for (uint32_t n = 0; equal && n < OPERATIONS; n++)
                    equal = CHECK(scene_next(own) == XIP_OK && scene_next(rebuilt) == XIP_OK && same(own, rebuilt));
                scene_free(own);
                scene_free(rebuilt);
            }
}

/* Sums over the operations of a scene. */
typedef struct sums {
    uint64_t accesses, false_sharing, horizon;
} sums;

static sums sums_of(scene *s)
{
    sums all = {0};
    if (!s)
        return all;
    for (uint32_t n = 0; n < OPERATIONS; n++) {
        CHECK(scene_next(s) == XIP_OK);
        const xip_scene_operation *o = &scene_history(s)[n];
        all.accesses += o->accesses;
        all.false_sharing += o->false_sharing;
        all.horizon += o->for_horizon;
    }
    scene_free(s);
    return all;
}

/* GlobalVis reads nobody's xmin; what it still pays for is that xmin lies next to xid. */
static void xmin_elsewhere_is_no_false_sharing(void)
{
    enum { PGXACT = 7, XMIN = 4 };
    sums before = sums_of(open_scene("globalvis", XIP_WORKLOAD_READONLY, SCENE_FIRST, MACHINE_MESI, 0));
    uint32_t n = lay(&layouts[2]);
    uint32_t end = layout_bytes(pieces, n, CONNECTIONS);
    for (uint32_t i = 0; i < n; i++)
        if (pieces[i].region == PGXACT && pieces[i].first == XMIN) {
            pieces[i].at = (end + 127) & ~127u;
            pieces[i].stride = 128;
        }
    sums after = sums_of(open_scene("globalvis", XIP_WORKLOAD_READONLY, SCENE_FIRST, MACHINE_MESI, n));
    CONTEXT("false sharing %u, then %u", (unsigned)before.false_sharing, (unsigned)after.false_sharing);
    CHECK(before.false_sharing > 0 && after.false_sharing < before.false_sharing / 2);
}

static void a_store_of_the_same_value_changes_no_word(void)
{
    scene *s = open_scene("pg13", XIP_WORKLOAD_READONLY, SCENE_FIRST, MACHINE_MESI, 0);
    uint32_t flags = 0;
    uint32_t xmins = 0;
    for (uint32_t n = 0; s && n < OPERATIONS; n++) {
        CHECK(scene_next(s) == XIP_OK);
        for (uint32_t i = 0; i < scene_log_count(s); i++) {
            const xip_access *a = &scene_log(s)[i];
            const xip_access_outcome *o = &scene_outcomes(s)[i];
            if (a->kind == XIP_ACCESS_READ)
                CHECK(o->changed == 0);
            else if (a->field == MEM_VACUUM_FLAGS)
                CHECK(++flags > 0 && o->changed == 0);
            else if (a->field == MEM_LWLOCK_STATE)
                CHECK(o->changed == 1u << o->first / 4);
            else if (a->field == MEM_XMIN)
                xmins += o->changed == 1u << o->first / 4;
        }
    }
    CHECK(flags > 0 && xmins > 0);
    scene_free(s);
}

static void a_layout_that_is_none_is_refused(void)
{
    machine_params machine = small_machine_of(4);
    scene_request request = {
        .design = index_of("pg13"), .active = 2, .idle = IDLE, .workload = XIP_WORKLOAD_READONLY, .pieces = pieces};
    scene *s = NULL;
    struct {
        const char *what;
        layout_piece piece;
    } wrong[] = {
        {"a region that is not there", {.region = 99, .size = 4}},
        {"nothing", {.region = 7, .entry = 12, .size = 0, .stride = 12}},
        {"past its entry", {.region = 7, .entry = 12, .first = 10, .size = 4, .stride = 12}},
        {"another entry's size", {.region = 7, .entry = 16, .size = 4, .stride = 16}},
        {"entries over each other", {.region = 7, .entry = 12, .size = 4, .stride = 2}},
        {"too far", {.region = 7, .entry = 12, .size = 4, .at = LAYOUT_MAX_BYTES, .stride = 12}},
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CONTEXT("%s", wrong[i].what);
        pieces[0] = wrong[i].piece;
        request.piece_count = 1;
        CHECK(scene_create(&s, &machine, &request) == XIP_ERR_ARGUMENT);
    }
    CONTEXT("a byte twice");
    pieces[0] = (layout_piece){.region = 7, .entry = 12, .size = 8, .stride = 12};
    pieces[1] = (layout_piece){.region = 7, .entry = 12, .first = 4, .size = 8, .at = 4096, .stride = 12};
    request.piece_count = 2;
    CHECK(scene_create(&s, &machine, &request) == XIP_ERR_ARGUMENT);
    CONTEXT("no place for a field that is touched");
    request.piece_count = 1;
    if (CHECK(scene_create(&s, &machine, &request) == XIP_OK)) {
        xip_error error = XIP_OK;
        for (uint32_t n = 0; n < 20 && error == XIP_OK; n++)
            error = scene_next(s);
        CHECK(error == XIP_ERR_ARGUMENT);
        scene_free(s);
    }
}

/* Two cores write: one its own word, then the other's; on one line, then on two. */
static void made_up_accesses_share_a_line_or_not(void)
{
    machine_params machine = small_machine_of(4);
    for (uint32_t apart = 0; apart < 2; apart++) {
        bare *b = NULL;
        if (!CHECK(bare_create(&b, &machine, 256) == XIP_OK))
            return;
        uint32_t sharing[MACHINE_SHARING_COUNT] = {0};
        double now = 0;
        for (uint32_t turn = 0; turn < 40; turn++) {
            uint32_t core = turn % 2;
            bare_access access = {.at = core == 0 ? 8 : 16 + apart * 64, .size = 4, .kind = XIP_ACCESS_WRITE};
            CHECK(bare_run(b, core, now, &access, 1) == XIP_OK && bare_count(b) == 1);
            const xip_access_outcome *o = bare_outcomes(b);
            CHECK(o->first == access.at % 64 && o->changed == 1u << access.at % 64 / 4);
            now += o->ns;
            sharing[o->missed ? o->sharing : MACHINE_NOT_SHARED]++;
        }
        CONTEXT("%u lines apart", apart);
        CHECK(sharing[MACHINE_TRUE_SHARING] == 0 && sharing[MACHINE_FOR_HORIZON] == 0);
        CHECK(sharing[MACHINE_FALSE_SHARING] == (apart ? 0 : 38));
        bare_access both = {.at = 60, .size = 8, .kind = XIP_ACCESS_READ};
        CHECK(bare_run(b, 0, now, &both, 1) == XIP_OK && bare_count(b) == 2);
        bare_access outside = {.at = 253, .size = 4, .kind = XIP_ACCESS_READ};
        CHECK(bare_run(b, 0, now, &outside, 1) == XIP_ERR_ARGUMENT);
        CHECK(bare_run(b, 8, now, &both, 1) == XIP_ERR_ARGUMENT);
        bare_free(b);
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a design's layout rebuilt by hand gives each count and each nanosecond of the design", rebuilt_gives_the_same);
    LAW("xmin on lines of its own costs GlobalVis no false sharing", xmin_elsewhere_is_no_false_sharing);
    LAW("a store of the value that is there changes no word", a_store_of_the_same_value_changes_no_word);
    LAW("pieces that make no layout are refused", a_layout_that_is_none_is_refused);
    LAW("two cores that write different words of a line share it falsely; of two lines not at all",
        made_up_accesses_share_a_line_or_not);
    return check_end();
}
