#include "json.h"

#include <stdlib.h>
#include <string.h>

static json past_spaces(json at) {
    return at + strspn(at, " ,:\n");
}

static json past_string(json at) {
    for (at++; *at != '"'; at++) {
        at += *at == '\\';
    }
    return at + 1;
}

/* Returns what comes behind a value. */
static json past(json at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = past_string(at);
            continue;
        }
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
        at++;
    } while (depth > 0 || (*at && !strchr("]}, \n", *at)));
    return at;
}

json json_member(json object, const char *name) {
    size_t len = strlen(name);
    for (json key = past_spaces(object + 1); *key == '"';) {
        json value = past_spaces(past_string(key));
        if (!strncmp(key + 1, name, len) && key[len + 1] == '"') {
            return value;
        }
        key = past_spaces(past(value));
    }
    return NULL;
}

json json_first(json array) {
    json first = past_spaces(array + 1);
    return *first == ']' ? NULL : first;
}

json json_next(json element) {
    json next = past_spaces(past(element));
    return *next == ']' ? NULL : next;
}

int json_is_text(json value) {
    return *value == '"';
}

size_t json_text_bound(json value) {
    return (size_t)(past(value) - value);
}

static unsigned long hex4(json at) {
    char digits[5] = {at[0], at[1], at[2], at[3], 0};
    return strtoul(digits, NULL, 16);
}

/* The character of an escape; `at` is behind the backslash, and moves on. */
static unsigned long unescape(json *at) {
    static const char NAMES[] = "bfnrt", CODES[] = "\b\f\n\r\t";
    char name = *(*at)++;
    if (name != 'u') {
        const char *found = strchr(NAMES, name);
        return (unsigned char)(found ? CODES[found - NAMES] : name);
    }
    unsigned long unit = hex4(*at);
    *at += 4;
    if (unit >= 0xD800 && unit < 0xDC00) { /* the first of two */
        unit = 0x10000 + ((unit - 0xD800) << 10) + (hex4(*at + 2) - 0xDC00);
        *at += 6;
    }
    return unit;
}

static char *put_utf8(char *out, unsigned long c) {
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *out++ = (char)(0xFF << (7 - more) | (int)(c >> 6 * more));
    while (more-- > 0) {
        *out++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    }
    return out;
}

size_t json_text(json value, char *out) {
    char *end = out;
    for (json at = value + 1; *at != '"';) {
        if (*at == '\\') {
            at++;
            end = put_utf8(end, unescape(&at));
        } else {
            *end++ = *at++;
        }
    }
    return (size_t)(end - out);
}
