/* Reading JSON as the runner writes it: well-formed, with spaces behind colons and commas at most. A value is the place where
 * it begins; strings need no unescaping but in json_text. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

typedef const char *json;

/* A member of an object, or NULL. */
json json_member(json object, const char *name);

/* The first element of an array, and the one behind an element; NULL if there is none. */
json json_first(json array);
json json_next(json element);

/* Return whether the value is a string, the maximum number of bytes that json_text writes, its text in UTF-8, and its length. */
int json_is_text(json value);
size_t json_text_bound(json value);
size_t json_text(json value, char *out);

#endif
