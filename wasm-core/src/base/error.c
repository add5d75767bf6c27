/* error.c — the text of each error code, and the list of planted faults. */
#include "xip.h"

const char *xip_error_text(xip_error code)
{
    static const char *const texts[] = {
#define X(name, text) text,
        XIP_ERROR_MAP(X)
#undef X
    };
    return (unsigned)code < (unsigned)XIP_ERROR_COUNT ? texts[code]
                                                      : "an error without a text: this is a fault in Xipscope";
}

static const xip_fault_info faults[] = {
#define X(name, bit, id, text) {name, id, text},
    XIP_FAULT_MAP(X)
#undef X
};

size_t xip_fault_count(void)
{
    return sizeof faults / sizeof *faults;
}

const xip_fault_info *xip_fault_at(size_t index)
{
    return index < xip_fault_count() ? &faults[index] : NULL;
}
