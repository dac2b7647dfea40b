// Where everything lies in memory at run time: states, scratch memory, bits of
// tuples, moves. A pure function of a module at level plans with storage chosen;
// interpreter, native code and the host's tables all use this one.
//
// STATE   a fixed number of 8-byte words, first every state relation with
//         Storage::bits (each from a word boundary), then those with
//         Storage::table: word 0 the number of rows, then the rows' packed keys
//         (see pack) in ascending order, unused ones zero. Equal states are
//         equal bytes.
// SCRATCH (abi.h) an array of tsj_table, one for every relation with
//         Storage::table or list; then words for every derived relation with
//         Storage::bits, with one spare word after each; recursive bits
//         relations have three areas: full, delta, new.
// `next.*` relations with Storage::bits are written straight into the next
// state's words; all others into scratch.
// Tuple -> bit: mixed radix, column 0 most significant, digits are domain positions.
#pragma once

#include "ir/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

struct RelationLayout {
  std::uint64_t bits = 0;                ///< product of the domain sizes (bits storage)
  std::uint64_t words = 0;               ///< (bits + 63) / 64
  std::vector<std::uint64_t> strides;    ///< per column, in bits of the mixed radix
  std::uint32_t state_offset = no_id;    ///< bytes into a state (state and next relations)
  std::uint32_t scratch_offset = no_id;  ///< bytes into scratch (derived bits, not next.*)
  std::uint32_t delta_offset = no_id;    ///< recursive bits relations
  std::uint32_t new_offset = no_id;
  std::uint32_t table = no_id;           ///< which tsj_table (table and list storage)
  std::uint32_t state_capacity = 0;      ///< rows a state has room for (state relations, table)
};

/// Moves of one shape: `legal.mark` and `does.mark`. Move ids are
/// `first + bit of the tuple without the role column`.
struct MoveShape {
  RelationId legal = no_id;
  RelationId does = no_id;  ///< no_id when no rule reads it
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

struct Layout {
  std::vector<RelationLayout> relations;
  std::uint32_t state_size = 0;    ///< bytes, a multiple of 8
  std::uint32_t scratch_size = 0;  ///< bytes, a multiple of 8, without the tables' rows
  std::uint32_t tables = 0;
  std::vector<MoveShape> moves;    ///< in the order of the legal relations
};

/// `module` must have storage chosen for every relation.
[[nodiscard]] Layout lay_out(const Module& module);

/// Translation of domain positions: result[p] is the position in `to` of the
/// constant at p in `from`, or -1. Empty when the domains are the same one.
[[nodiscard]] std::vector<std::int32_t> translate(const Module& module, DomainId from,
                                                  DomainId to);

/// Static relation's rows as domain positions, sorted, row-major.
[[nodiscard]] std::vector<std::uint32_t> encode_facts(const Module& module,
                                                      const Relation& relation);

}  // namespace tesuji::ir
