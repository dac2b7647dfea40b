/* Writes and reads the terms of tuples. */
#include "work.h"

#include <string.h>

uint64_t term_pack(const tsj_terms* terms, const uint32_t* row) {
  uint64_t number = 0;
  for (uint32_t c = 0; c < terms->column_count; c++) number += row[c] * terms->strides[c];
  return number;
}

void term_unpack(const tsj_terms* terms, uint64_t number, uint32_t* row) {
  for (uint32_t c = 0; c < terms->column_count; c++) {
    row[c] = (uint32_t)(number / terms->strides[c]);
    number %= terms->strides[c];
  }
}

/* Appends as much as fits before a final zero; returns the total length so far. */
static uint64_t append(const tsj_texts* texts, uint32_t number, char* text, uint64_t room,
                       uint64_t length) {
  const char* from = texts->text + texts->begins[number];
  const uint64_t size = texts->begins[number + 1] - texts->begins[number];
  if (length + 1 < room) {
    const uint64_t left = room - 1 - length;
    memcpy(text + length, from, size < left ? size : left);
  }
  return length + size;
}

static uint64_t finish(char* text, uint64_t room, uint64_t length) {
  if (room > 0) text[length < room ? length : room - 1] = '\0';
  return length;
}

uint64_t term_write(const tsj_terms* terms, uint64_t number, char* text, uint64_t room) {
  uint64_t length = append(&terms->pieces, 0, text, room, 0);
  for (uint32_t c = 0; c < terms->column_count; c++) {
    length = append(&terms->columns[c], (uint32_t)(number / terms->strides[c]), text, room, length);
    length = append(&terms->pieces, c + 1, text, room, length);
    number %= terms->strides[c];
  }
  return finish(text, room, length);
}

uint64_t text_write(const tsj_texts* texts, uint32_t number, char* text, uint64_t room) {
  return finish(text, room, append(texts, number, text, room, 0));
}

static int is_text(const tsj_texts* texts, uint32_t number, const char* text, uint64_t length) {
  const uint64_t size = texts->begins[number + 1] - texts->begins[number];
  return size == length && memcmp(texts->text + texts->begins[number], text, length) == 0;
}

static uint32_t find(const tsj_texts* texts, const char* text, uint64_t length) {
  if (texts->slots == NULL) {
    for (uint32_t i = 0; i < texts->count; i++)
      if (is_text(texts, i, text, length)) return i;
    return TSJ_NONE;
  }
  uint32_t slot = tsj_text_hash(text, length) & texts->slot_mask;
  while (texts->slots[slot] != TSJ_NONE && !is_text(texts, texts->slots[slot], text, length))
    slot = (slot + 1) & texts->slot_mask;
  return texts->slots[slot];
}

static uint64_t length_of(const char* text) {
  const char* end = text;
  while (*end != '\0') end++;
  return (uint64_t)(end - text);
}

uint32_t text_find(const tsj_texts* texts, const char* text) {
  return find(texts, text, length_of(text));
}

/* Returns the length of the atom or balanced list that begins here; 0 if none exists. */
static uint64_t subterm(const char* text) {
  uint64_t depth = 0;
  uint64_t i = 0;
  for (; text[i] != '\0'; i++) {
    if (text[i] == '(') {
      depth++;
    } else if (text[i] == ')') {
      if (depth == 0) return i;
      if (--depth == 0) return i + 1;
    } else if (text[i] == ' ' && depth == 0) {
      return i;
    }
  }
  return depth == 0 ? i : 0;
}

/* Checks whether the text continues with this piece; if so, moves past it. */
static int skip(const tsj_texts* pieces, uint32_t number, const char** text) {
  const char* from = pieces->text + pieces->begins[number];
  const uint64_t size = pieces->begins[number + 1] - pieces->begins[number];
  for (uint64_t i = 0; i < size; i++)
    if ((*text)[i] != from[i]) return 0; /* stops at the text's end, too: pieces contain no zero */
  *text += size;
  return 1;
}

int32_t term_read(const tsj_terms* terms, const char* text, uint64_t* number) {
  *number = 0;
  if (!skip(&terms->pieces, 0, &text)) return TSJ_UNKNOWN;
  for (uint32_t c = 0; c < terms->column_count; c++) {
    const uint64_t length = subterm(text);
    if (length == 0) return TSJ_UNKNOWN;
    const uint32_t position = find(&terms->columns[c], text, length);
    if (position == TSJ_NONE) return TSJ_UNKNOWN;
    *number += position * terms->strides[c];
    text += length;
    if (!skip(&terms->pieces, c + 1, &text)) return TSJ_UNKNOWN;
  }
  return *text == '\0' ? TSJ_OK : TSJ_UNKNOWN;
}
