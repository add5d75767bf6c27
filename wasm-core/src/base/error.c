/* error.c — the text of each error code. */
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
