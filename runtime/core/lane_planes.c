/* Converts between planes and arrays by game.
 *
 * Transposes bits 64 by 64, for all blocks of a word side by side: halves are exchanged, then
 * halves of halves (Knuth, The Art of Computer Programming 4A, section 7.1.3), three such stages at
 * a time, so that eight rows stay in registers. */
#include "lane_planes.h"

#include "lane_transpose.h"
#include "tesuji/plugin.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* --- For any processor --- */

static void to_rows(const uint64_t* planes, uint64_t blocks, uint64_t count, uint64_t row_words,
                    uint64_t* rows) {
  for (uint64_t c = 0; c < blocks; ++c) {
    tsj_lanes_to_states(planes + c, blocks, count, row_words, rows + c * 64 * row_words);
  }
}

static void from_rows(const uint64_t* rows, uint64_t games, uint64_t blocks, uint64_t count,
                      uint64_t row_words, uint64_t* planes) {
  for (uint64_t c = 0; c < blocks; ++c) {
    const uint64_t first = c * 64;
    const uint64_t left = games > first ? games - first : 0;
    tsj_states_to_lanes(rows + (left ? first * row_words : 0), left < 64 ? left : 64, row_words,
                        count, blocks, planes + c);
  }
}

static void from_numbers(const int32_t* numbers, uint64_t games, uint64_t blocks, uint32_t bits,
                         uint32_t limit, uint64_t* planes) {
  memset(planes, 0, bits * blocks * sizeof *planes);
  for (uint64_t game = 0; game < games; ++game) {
    const uint32_t number = (uint32_t)numbers[game] < limit ? (uint32_t)numbers[game] : UINT32_MAX;
    for (uint32_t bit = 0; bit < bits; ++bit) {
      planes[bit * blocks + game / 64] |= (uint64_t)(number >> bit & 1) << game % 64;
    }
  }
}

/* Spreads eight bits to bytes: keeps each byte whose bit is set, and makes it 0 or 1. */
INLINE uint64_t spread(uint64_t bits) {
  const uint64_t kept = (bits & 0xFF) * 0x0101010101010101u & 0x8040201008040201u;
  return (kept + 0x00406070787C7E7Fu) >> 7 & 0x0101010101010101u;
}

static void to_bytes(const uint64_t* plane, uint64_t games, uint8_t value, int more,
                     uint8_t* bytes) {
  for (uint64_t game = 0; game < games; game += 8) {
    uint64_t spreaded = spread(plane[game / 64] >> game % 64) * value;
    const uint64_t left = games - game < 8 ? games - game : 8;
    if (more) {
      uint64_t there = 0;
      memcpy(&there, bytes + game, left);
      spreaded |= there;
    }
    memcpy(bytes + game, &spreaded, left);
  }
}

static void rows_to_bytes(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t count,
                          uint8_t* bytes) {
  for (uint64_t game = 0; game < games; ++game) {
    to_bytes(rows + game * row_words, count, 1, 0, bytes + game * count);
  }
}

static void fill(uint64_t* planes, uint64_t blocks, uint64_t count, const uint64_t* bits,
                 const uint64_t* mask) {
  for (uint64_t plane = 0; plane < count; ++plane) {
    const uint64_t value = -(bits[plane / 64] >> plane % 64 & 1);
    for (uint64_t c = 0; c < blocks; ++c) {
      uint64_t* const word = planes + plane * blocks + c;
      *word ^= (*word ^ value) & mask[c];
    }
  }
}

/* The output function of SplitMix64 (Steele, Lea, Flood 2014). */
INLINE uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

uint64_t tsj_draw_seed(uint64_t seed, uint64_t step) {
  return mix(mix(seed + 0x9E3779B97F4A7C15u) + step);
}

/* Returns the k-th set bit, from 0. */
INLINE uint32_t select_bit(uint64_t word, uint64_t k) {
  for (; k > 0; --k) word &= word - 1;
  return (uint32_t)__builtin_ctzll(word);
}

/* Implements `draw`; `select(word, k)` finds a bit. It multiplies the random number by the number
 * of set bits and takes the high half: the odds differ by less than 1 in 2^48. */
#define DRAW(select)                                                                         \
  for (uint64_t game = 0; game < games; ++game) {                                            \
    const uint64_t* row = rows + game * row_words;                                           \
    uint64_t some = 0;                                                                       \
    for (uint64_t i = 0; i < row_words; ++i) some += (uint64_t)__builtin_popcountll(row[i]); \
    if (some == 0) {                                                                         \
      numbers[game] = -1;                                                                    \
      continue;                                                                              \
    }                                                                                        \
    const uint64_t random = mix(seed + game * 0x9E3779B97F4A7C15u);                          \
    uint64_t k = (uint64_t)((unsigned __int128)random * some >> 64);                         \
    uint64_t word = 0;                                                                       \
    for (uint64_t here; (here = (uint64_t)__builtin_popcountll(row[word])) <= k; ++word)     \
      k -= here;                                                                             \
    numbers[game] = (int32_t)(word * 64 + select(row[word], k));                             \
  }

static void draw(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t seed,
                 int32_t* numbers) {
  DRAW(select_bit)
}

static const tsj_plane_kernels any_processor = {to_rows,       from_rows, from_numbers, to_bytes,
                                                rows_to_bytes, fill,      draw};

#ifdef __x86_64__
#include <immintrin.h>

/* --- With AVX-512 --- */

#define WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt,lzcnt")))
#define WIDE_INLINE WIDE INLINE

typedef uint64_t word8 __attribute__((vector_size(64), may_alias));

/* Exchanges the halves of two rows. */
WIDE_INLINE void exchange(word8* low, word8* high, int width, uint64_t mask) {
  const word8 moved = ((*low >> width) ^ *high) & mask;
  *low ^= moved << width;
  *high ^= moved;
}

/* Does three stages of the transposition on eight rows, which are `step` rows apart. */
WIDE_INLINE void exchange_eight(word8 r[8], int step, uint64_t mask4, uint64_t mask2,
                                uint64_t mask1) {
  for (int i = 0; i < 4; ++i) exchange(&r[i], &r[i + 4], 4 * step, mask4);
  for (int i = 0; i < 8; i += 4) {
    exchange(&r[i], &r[i + 2], 2 * step, mask2);
    exchange(&r[i + 1], &r[i + 3], 2 * step, mask2);
  }
  for (int i = 0; i < 8; i += 2) exchange(&r[i], &r[i + 1], step, mask1);
}

/* Transposes eight rows of eight words. */
WIDE_INLINE void transpose_words(word8 r[8]) {
  word8 a[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    a[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  word8 b[8];
  for (int i = 0; i < 8; i += 4) {
    for (int j = 0; j < 2; ++j) {
      b[i + j] = __builtin_shufflevector(a[i + j], a[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[i + j + 2] = __builtin_shufflevector(a[i + j], a[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int j = 0; j < 4; ++j) {
    r[j] = __builtin_shufflevector(b[j], b[j + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[j + 4] = __builtin_shufflevector(b[j], b[j + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* Converts 64 planes, of which the first `count` exist and the others are zero, to a word of each
 * row. */
WIDE_INLINE void to_row_word(const uint64_t* planes, uint64_t count, uint64_t row_words,
                             uint64_t* rows) {
  word8 half[64];
  for (uint64_t i = 0; i < 8; ++i) {
    word8 r[8];
    for (uint64_t j = 0; j < 8; ++j) {
      r[j] = i + 8 * j < count ? *(const word8*)(planes + 8 * (i + 8 * j)) : (word8){0};
    }
    exchange_eight(r, 8, 0x00000000FFFFFFFFu, 0x0000FFFF0000FFFFu, 0x00FF00FF00FF00FFu);
    for (uint64_t j = 0; j < 8; ++j) half[i + 8 * j] = r[j];
  }
  for (uint64_t i = 0; i < 64; i += 8) {
    word8 r[8];
    for (uint64_t j = 0; j < 8; ++j) r[j] = half[i + j];
    exchange_eight(r, 1, 0x0F0F0F0F0F0F0F0Fu, 0x3333333333333333u, 0x5555555555555555u);
    transpose_words(r);
    for (uint64_t c = 0; c < 8; ++c) {
      uint64_t* const to = rows + (c * 64 + i) * row_words;
      if (row_words == 1) {
        memcpy(to, &r[c], sizeof r[c]);
      } else {
        for (uint64_t j = 0; j < 8; ++j) to[j * row_words] = r[c][j];
      }
    }
  }
}

WIDE static void to_rows_wide(const uint64_t* planes, uint64_t blocks, uint64_t count,
                              uint64_t row_words, uint64_t* rows) {
  if (blocks != 8) {
    to_rows(planes, blocks, count, row_words, rows);
  } else if (row_words == 1) {
    to_row_word(planes, count, 1, rows);
  } else {
    for (uint64_t word = 0; word < row_words; ++word) {
      const uint64_t left = count > 64 * word ? count - 64 * word : 0;
      to_row_word(planes + 512 * word, left < 64 ? left : 64, row_words, rows + word);
    }
  }
}

WIDE static void from_numbers_wide(const int32_t* numbers, uint64_t games, uint64_t blocks,
                                   uint32_t bits, uint32_t limit, uint64_t* planes) {
  const __m512i limits = _mm512_set1_epi32((int32_t)limit);
  char* const parts = (char*)planes;
  for (uint64_t part = 0; part < 4 * blocks; ++part) {
    const uint64_t first = 16 * part;
    __m512i number = _mm512_setzero_si512();
    if (first + 16 <= games) {
      number = _mm512_loadu_si512(numbers + first);
    } else if (first < games) {
      number = _mm512_maskz_loadu_epi32((__mmask16)((1u << (games - first)) - 1), numbers + first);
    }
    const __mmask16 none = _mm512_cmpge_epu32_mask(number, limits);
    for (uint32_t bit = 0; bit < bits; ++bit) {
      const __mmask16 set = _mm512_test_epi32_mask(number, _mm512_set1_epi32(1 << bit));
      const uint16_t lanes = (uint16_t)(set | none);
      memcpy(parts + (bit * 4 * blocks + part) * sizeof lanes, &lanes, sizeof lanes);
    }
  }
}

WIDE static void to_bytes_wide(const uint64_t* plane, uint64_t games, uint8_t value, int more,
                               uint8_t* bytes) {
  const __m512i values = _mm512_set1_epi8((char)value);
  for (uint64_t game = 0; game < games; game += 64) {
    const uint64_t left = games - game;
    const __mmask64 there = left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
    __m512i wide = _mm512_maskz_mov_epi8(plane[game / 64], values);
    if (more) wide = _mm512_or_si512(wide, _mm512_maskz_loadu_epi8(there, bytes + game));
    _mm512_mask_storeu_epi8(bytes + game, there, wide);
  }
}

WIDE static void rows_to_bytes_wide(const uint64_t* rows, uint64_t games, uint64_t row_words,
                                    uint64_t count, uint8_t* bytes) {
  const __m512i ones = _mm512_set1_epi8(1);
  for (uint64_t game = 0; game < games; ++game) {
    for (uint64_t word = 0; word < (count + 63) / 64; ++word) {
      const uint64_t left = count - word * 64;
      const __mmask64 there = left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
      _mm512_mask_storeu_epi8(bytes + game * count + word * 64, there,
                              _mm512_maskz_mov_epi8(rows[game * row_words + word], ones));
    }
  }
}

WIDE static void fill_wide(uint64_t* planes, uint64_t blocks, uint64_t count, const uint64_t* bits,
                           const uint64_t* mask) {
  if (blocks != 8) {
    fill(planes, blocks, count, bits, mask);
    return;
  }
  const word8 lanes = *(const word8*)mask;
  for (uint64_t first = 0; first < count; first += 64) {
    const uint64_t left = count - first < 64 ? count - first : 64;
    uint64_t values = bits[first / 64];
    for (uint64_t i = 0; i < left; ++i, values >>= 1) {
      word8* const word = (word8*)(planes + 8 * (first + i));
      const word8 value = (word8){0} - (values & 1);
      *word ^= (*word ^ value) & lanes;
    }
  }
}

WIDE_INLINE uint32_t select_bit_wide(uint64_t word, uint64_t k) {
  return (uint32_t)_tzcnt_u64(_pdep_u64((uint64_t)1 << k, word));
}

WIDE static void draw_wide(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t seed,
                           int32_t* numbers) {
  if (row_words != 1) {
    DRAW(select_bit_wide)
    return;
  }
  for (uint64_t game = 0; game < games; ++game) {
    const uint64_t row = rows[game];
    const uint64_t random = mix(seed + game * 0x9E3779B97F4A7C15u);
    const uint64_t some = (uint64_t)__builtin_popcountll(row);
    const uint64_t k = (uint64_t)((unsigned __int128)random * some >> 64);
    numbers[game] = row == 0 ? -1 : (int32_t)select_bit_wide(row, k);
  }
}

static const tsj_plane_kernels avx512 = {to_rows_wide,  from_rows,          from_numbers_wide,
                                         to_bytes_wide, rows_to_bytes_wide, fill_wide,
                                         draw_wide};
#endif

const tsj_plane_kernels* tsj_plane_kernels_for(uint64_t features) {
#ifdef __x86_64__
  const uint64_t needed = TSJ_CPU_AVX512F | TSJ_CPU_AVX512BW | TSJ_CPU_AVX512DQ | TSJ_CPU_AVX512VL |
                          TSJ_CPU_BMI | TSJ_CPU_BMI2 | TSJ_CPU_POPCNT | TSJ_CPU_LZCNT;
  if ((features & needed) == needed) return &avx512;
#endif
  (void)features;
  return &any_processor;
}
