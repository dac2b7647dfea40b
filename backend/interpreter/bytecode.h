// Defines the executable form of plans: names, domains and storage are resolved.
//
// A plan becomes a flat sequence of instructions over registers. Each variable has a register with
// its position in the domain of the column that binds it; each constant has a register with its
// position where it is used. A use in another domain is translated into a separate register when
// its instruction begins.
#pragma once

#include "backend/interpreter/fixed_data.h"
#include "backend/interpreter/stencils/code/context.h"
#include "ir/module/relation.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::interpreter {

using Register = std::uint32_t;

/// to = map[from], or a plain copy without a map. A negative value means that the other domain
/// lacks the constant: the instruction matches nothing.
struct Transfer {
  Register from;
  Register to;
  const std::int32_t* map;
};

/// A column whose value is known before the instruction.
struct KnownColumn {
  std::uint32_t column;
  std::uint64_t stride;  ///< bits storage
  Register value;
};

/// A column that the instruction binds.
struct FreeColumn {
  std::uint32_t column;
  std::uint64_t stride;  ///< bits storage
  std::uint64_t size;    ///< of its domain
  Register value;
  bool ignored = false;  ///< nothing reads the value
};

/// Requires right == map[left], or left == right without a map: then the left domain is a prefix of
/// the right one, or equal to it.
struct Pair {
  Register left;
  Register right;
  const std::int32_t* map;
  bool wider = true;  ///< the right domain may have further values
};

/// Blocks of memory that instructions address. `constant`: offsets are absolute addresses. `call`:
/// the tuples of the running call (CallWords).
enum class Area : std::uint8_t { constant, state, out, scratch, call };
inline constexpr std::size_t area_count = 5;

/// Tuples of a call, one bit each.
using CallTuples = std::array<std::uint64_t, ir::max_call_tuples / 64>;

/// The tuples that a call has found.
struct CallWords {
  CallTuples fresh{};  ///< in this round
  CallTuples delta{};  ///< new in the last round
};

struct Words {
  Area area = Area::constant;
  std::uintptr_t offset = 0;  ///< bytes
  bool one = false;           ///< the only element
};

/// How matching tuples are found.
enum class AccessPath : std::uint8_t {
  nothing,  ///< no tuples match
  unit,     ///< a relation without columns that holds
  bits,
  rows,   ///< rows of a table, one after the other
  chain,  ///< rows of a table, through a hash index
  fixed,  ///< rows of a static relation, through offsets
  call,   ///< bits of a word that other plans compute
};

struct CompiledCall;

/// Where tuples are and how they match.
struct Match {
  AccessPath path = AccessPath::nothing;
  std::vector<Transfer> transfers;
  std::vector<KnownColumn> known;
  std::vector<Pair> checks;  ///< after binding: a variable that occurs twice

  // Bits: the known columns and `first_bit` give the first bit; loops run over the `outer` columns;
  // after them comes a contiguous range of `range` bits. Its set bits are decoded into `inner`
  // columns; where no column is bound there, any set bit counts as one match.
  Words words;
  std::uint64_t first_bit = 0;
  std::vector<FreeColumn> outer;
  std::uint64_t range = 1;
  bool any_in_range = false;

  // All storage: columns to bind. For bits: those in the range.
  std::vector<FreeColumn> inner;

  // Tables.
  std::uint32_t table = 0;
  std::uint32_t arity = 0;
  std::uint32_t index = 0;  ///< chain
  bool delta = false;       ///< rows

  // Chain, fixed and call: registers of the key, or of the given values, in consecutive order.
  Register key = 0;
  const FixedIndex* fixed = nullptr;
  const CompiledCall* call = nullptr;
};

struct Insertion {
  bool to_table = false;
  std::vector<Transfer> transfers;
  Words words;  ///< bits
  std::uint64_t first_bit = 0;
  std::vector<KnownColumn> known;
  bool recursive = false;  ///< also into new_words
  Words new_words;
  std::uint32_t table = 0;  ///< table: the row is in registers from `row` on
  Register row = 0;
  bool once = false;  ///< no other tuple can be inserted: the plan ends here
};

struct Instruction {
  enum class Code : std::uint8_t {
    each,       ///< continues for every match
    any,        ///< continues once if there is a match
    none,       ///< continues once if there is no match
    different,  ///< continues if a pair of `pairs` is unequal
    same,       ///< continues if all `pairs` are equal
    exists,     ///< continues `skip` instructions later if the following ones reach `found`
    found,
    fail,
    insert,
    given,  ///< continues if the call's arguments match
  };
  Code code = Code::fail;
  std::uint32_t skip = 0;
  Match match;
  std::vector<Pair> pairs;
  Insertion insertion;
};

struct CompiledPlan {
  std::vector<Instruction> code;
  /// The first instruction of each operation, in the order of the text; an operation that is always
  /// true has no instruction and gets that of its successor.
  std::vector<std::uint32_t> operations;
  std::uint32_t registers = 0;
  struct Constant {
    Register to;
    std::uint32_t value;
  };
  std::vector<Constant> constants;  ///< set before the first instruction
  std::size_t first_trial = 0;      ///< index of its first trial counter
};

/// A relation that is computed in calls.
struct CompiledCall : tsj_stencil_call {
  CompiledCall() : tsj_stencil_call{} {}

  std::vector<CompiledPlan> plans;
  std::vector<CompiledPlan> delta_plans;
  std::uint32_t registers = 0;  ///< number of registers that the widest plan needs
  bool one_tuple = false;       ///< at most one tuple for each argument
};

struct CompiledStratum {
  struct Bits {
    Words words;
    std::uint64_t count = 0;  ///< of words
  };
  struct Recursive {
    Words delta;
    Words fresh;
    std::uint64_t count = 0;  ///< of words
  };
  std::vector<Bits> clear;
  std::vector<std::uint32_t> tables;
  bool recursive = false;
  std::vector<Recursive> rounds;
  std::vector<CompiledPlan> plans;
  std::vector<CompiledPlan> delta_plans;
};

}  // namespace tesuji::interpreter
