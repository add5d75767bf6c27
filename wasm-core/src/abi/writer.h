/* writer.h — JSON into static memory: texts, numbers, and the fields of structs with their offsets. */
#ifndef XIP_ABI_WRITER_H
#define XIP_ABI_WRITER_H

#include <stddef.h>
#include <stdio.h>

typedef struct xip_writer {
    char *at;
    size_t left;
} xip_writer;

static inline void xip_put(xip_writer *w, const char *text)
{
    while (*text && w->left > 1) {
        *w->at++ = *text++;
        w->left--;
    }
    *w->at = 0;
}

static inline void xip_put_number(xip_writer *w, size_t n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", n);
    xip_put(w, digits);
}

/* A member's name, after a comma unless it is the first. The texts of this project have no quotation marks. */
static inline void xip_put_name(xip_writer *w, const char *name, int first)
{
    xip_put(w, first ? "\"" : ",\"");
    xip_put(w, name);
    xip_put(w, "\":");
}

static inline void xip_put_constant(xip_writer *w, const char *name, size_t value, int first)
{
    xip_put_name(w, name, first);
    xip_put_number(w, value);
}

/* "name":{"size":bytes,"fields":{ — the caller adds fields, and two brackets. */
static inline void xip_put_struct(xip_writer *w, const char *name, size_t size, int first)
{
    xip_put_name(w, name, first);
    xip_put(w, "{\"size\":");
    xip_put_number(w, size);
    xip_put(w, ",\"fields\":{");
}

/* "name":["type",offset]; with a length, of an array: "name":["type",offset,length]. */
static inline void xip_put_field(xip_writer *w, const char *name, const char *type, size_t offset, size_t length,
                                 int first)
{
    xip_put_name(w, name, first);
    xip_put(w, "[\"");
    xip_put(w, type);
    xip_put(w, "\",");
    xip_put_number(w, offset);
    if (length > 0) {
        xip_put(w, ",");
        xip_put_number(w, length);
    }
    xip_put(w, "]");
}

#endif
