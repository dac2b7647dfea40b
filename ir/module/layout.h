// Computes the memory layout at run time: states, scratch memory, bits of tuples, moves. A pure
// function of a module at level plans with storage chosen; interpreter, native code and the host's
// tables all use it.
//
// STATE   a fixed number of 8-byte words, first every state relation with
//         Storage::bits (each from a word boundary), then those with
//         Storage::table: word 0 the number of rows, then the rows' packed keys
//         (see pack) in ascending order, unused ones zero. Equal states are
//         equal bytes.
// SCRATCH scratch_header_size bytes for the header (struct tsj_scratch, abi.h); then
//         words for every derived relation with Storage::bits, with one spare
//         word after each area; recursive ones have three areas: full, delta,
//         new. Relations with Storage::table or list, of any kind, have a
//         tsj_table each, numbered in the order of relations; the host owns the
//         array of these, and the header points to it.
// `next.*` relations with Storage::bits are written directly into the next state's words (only
// their delta and new areas, if recursive, are in scratch); all others into scratch.
// Relations with Storage::call have no memory. Their keys, the bits that a call returns, are
// computed from the columns that are not given; strides of the others are 0.
// Tuple -> bit: mixed radix, column 0 most significant, digits are domain positions.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::ir {

/// Bytes reserved for the header of a scratch block (abi.h asserts that it fits).
inline constexpr std::uint32_t scratch_header_size = 64;

/// Thrown by lay_out if a relation needs more memory than can be addressed. `what()` is a message
/// for the author of the rules.
class LayoutLimit : public std::length_error {
 public:
  LayoutLimit(const Relation& relation, const std::string& message)
      : std::length_error(message), relation_(relation.name) {}
  /// Returns the relation's name.
  [[nodiscard]] const std::string& relation() const { return relation_; }

 private:
  std::string relation_;
};

struct RelationLayout {
  std::uint64_t bits = 0;                ///< product of the domain sizes (bits storage)
  std::uint64_t words = 0;               ///< (bits + 63) / 64
  std::vector<std::uint64_t> strides;    ///< per column, in bits of the mixed radix (any
                                         ///< storage; saturates at 2^63, state keys never do)
  std::uint32_t state_offset = no_id;    ///< bytes into a state (state and next relations)
  std::uint32_t scratch_offset = no_id;  ///< bytes into scratch (derived bits, not next.*)
  std::uint32_t delta_offset = no_id;    ///< recursive bits relations
  std::uint32_t new_offset = no_id;
  std::uint32_t table = no_id;       ///< index of its tsj_table (table and list storage)
  std::uint32_t state_capacity = 0;  ///< maximum rows in a state (state relations, table)
};

/// Moves of one shape: `legal.mark` and `does.mark`. Move ids are `first + bit of the tuple without
/// the role column`.
struct MoveShape {
  RelationId legal = no_id;
  RelationId does = no_id;  ///< no_id if no rule reads it
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

struct Layout {
  std::vector<RelationLayout> relations;
  std::uint32_t state_size = 0;    ///< bytes, a multiple of 8
  std::uint32_t scratch_size = 0;  ///< bytes, a multiple of 8, without the tables' rows
  std::uint32_t tables = 0;
  std::vector<MoveShape> moves;  ///< in the order of the legal relations
};

/// Returns the key of a row, its bit in the mixed radix: row[i] is a position in column i's domain.
[[nodiscard]] inline std::uint64_t pack(const RelationLayout& layout,
                                        std::span<const std::uint32_t> row) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < row.size(); ++i) key += row[i] * layout.strides[i];
  return key;
}

/// Requires a module that the verifier accepts, with storage chosen for every relation. Throws
/// std::length_error, naming the relation, if a state, the scratch memory or the number of moves is
/// too large to address.
[[nodiscard]] Layout lay_out(const Module& module);

/// Translates domain positions: result[p] is the position in `to` of the constant at p in `from`,
/// or -1. Empty if the domains are the same.
[[nodiscard]] std::vector<std::int32_t> translate(const Module& module, DomainId from, DomainId to);

/// Returns a static relation's rows as domain positions, sorted, without duplicates, row-major
/// (empty for a relation without columns: `facts.rows` shows whether it holds). Throws
/// std::invalid_argument for a constant that is not in its column's domain.
[[nodiscard]] std::vector<std::uint32_t> encode_facts(const Module& module,
                                                      const Relation& relation);

}  // namespace tesuji::ir
