/* store.c — see store.h. */
#include "simulation/store.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t zeros[STORE_PAGE_BYTES];

static uint32_t pages_of(size_t bytes)
{
    return (uint32_t)((bytes + STORE_PAGE_BYTES - 1) / STORE_PAGE_BYTES);
}

static size_t page_bytes(const store *st, uint32_t page)
{
    size_t from = (size_t)page * STORE_PAGE_BYTES;
    return st->size - from < STORE_PAGE_BYTES ? st->size - from : STORE_PAGE_BYTES;
}

bool store_init(store *st, uint8_t *memory, size_t size, size_t budget)
{
    *st = (store){.memory = memory, .size = size};
    st->pages = pages_of(size);
    st->capacity = (uint32_t)(budget / sizeof(store_version));
    st->newest = calloc(st->pages, sizeof *st->newest);
    st->versions = malloc(st->capacity * sizeof *st->versions);
    return st->newest && st->versions;
}

void store_free(store *st)
{
    free(st->newest);
    free(st->versions);
    *st = (store){0};
}

static const uint8_t *newest_bytes(const store *st, uint32_t page)
{
    return st->newest[page] ? st->versions[st->newest[page] - 1].bytes : zeros;
}

bool store_add(store *st, size_t used)
{
    uint32_t count_before = st->count;
    if (st->checkpoints == STORE_MAX_CHECKPOINTS)
        return false;
    for (uint32_t page = 0; page < pages_of(used); page++) {
        const uint8_t *now = st->memory + (size_t)page * STORE_PAGE_BYTES;
        if (memcmp(now, newest_bytes(st, page), page_bytes(st, page)) == 0)
            continue;
        if (st->count == st->capacity) {
            /* Undoes this call's additions. */
            for (uint32_t undone = 0; undone < page; undone++)
                if (st->newest[undone] > count_before)
                    st->newest[undone] = st->versions[st->newest[undone] - 1].older;
            st->count = count_before;
            return false;
        }
        store_version *version = &st->versions[st->count++];
        version->checkpoint = st->checkpoints;
        version->older = st->newest[page];
        memcpy(version->bytes, now, page_bytes(st, page));
        st->newest[page] = st->count;
    }
    st->checkpoints++;
    st->used = used;
    return true;
}

void store_go(store *st, uint32_t checkpoint)
{
    for (uint32_t page = 0; page < pages_of(st->used); page++) {
        uint32_t at = st->newest[page];
        while (at != 0 && st->versions[at - 1].checkpoint > checkpoint)
            at = st->versions[at - 1].older;
        memcpy(st->memory + (size_t)page * STORE_PAGE_BYTES, at != 0 ? st->versions[at - 1].bytes : zeros,
               page_bytes(st, page));
    }
}
