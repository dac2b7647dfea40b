// Defines the executable form of plans: names, domains and storage are resolved.
//
// A plan becomes a flat sequence of instructions over registers. Each variable
// has a register with its position in the domain of the column that binds it;
// each constant has one with its position where it is used; a use in another
// domain is translated into a register of its own when its instruction begins.
#pragma once

#include "backend/interpreter/fixed_data.h"
#include "backend/interpreter/stencils/code/context.h"
#include "ir/module/relation.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::interpreter {

using Register = std::uint32_t;

/// to = map[from], or a plain copy without a map. A negative value means that the
/// constant is not in the other domain: the instruction has nothing to match.
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

/// A column that the instruction gives values to.
struct FreeColumn {
  std::uint32_t column;
  std::uint64_t stride;  ///< bits storage
  std::uint64_t size;    ///< of its domain
  Register value;
  bool ignored = false;  ///< nothing reads the value
};

/// right == map[left] must hold, left == right without a map: then the left domain is the right
/// one's beginning, or all of it.
struct Pair {
  Register left;
  Register right;
  const std::int32_t* map;
  bool wider = true;  ///< the right domain may have further values
};

/// Blocks of memory that instructions address. `constant`: offsets are addresses. `call`: the
/// tuples of the call that runs (CallWords).
enum class Area : std::uint8_t { constant, state, out, scratch, call };
inline constexpr std::size_t area_count = 5;

/// Tuples of a call, a bit for each.
using CallTuples = std::array<std::uint64_t, ir::max_call_tuples / 64>;

/// What a call has found.
struct CallWords {
  CallTuples fresh{};  ///< in this round
  CallTuples delta{};  ///< new in the last round
};

struct Words {
  Area area = Area::constant;
  std::uintptr_t offset = 0;  ///< bytes
  bool one = false;           ///< there are no others
};

/// How matching tuples are found.
enum class AccessPath : std::uint8_t {
  nothing,  ///< there are none
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

  // Bits: the known columns and `first_bit` give the first bit; `outer` columns are
  // looped over; behind them lies a contiguous range of `range` bits. Its set bits
  // are decoded into `inner` columns, or where nothing is to be bound there, any
  // set bit counts as one match.
  Words words;
  std::uint64_t first_bit = 0;
  std::vector<FreeColumn> outer;
  std::uint64_t range = 1;
  bool any_in_range = false;

  // All storage: columns to be bound. Of bits those in the range.
  std::vector<FreeColumn> inner;

  // Tables.
  std::uint32_t table = 0;
  std::uint32_t arity = 0;
  std::uint32_t index = 0;  ///< chain
  bool delta = false;       ///< rows

  // Chain, fixed and call: the key's registers, or what is given, one after the other.
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
  bool once = false;  ///< nothing else can be inserted: the plan ends here
};

struct Instruction {
  enum class Code : std::uint8_t {
    each,       ///< goes on for every match
    any,        ///< goes on once if there is a match
    none,       ///< goes on once if there is none
    different,  ///< goes on if one of `pairs` is unequal
    same,       ///< goes on if all `pairs` are equal
    exists,     ///< goes on `skip` instructions later if what follows reaches `found`
    found,
    fail,
    insert,
    given,  ///< goes on if what the call gives matches
  };
  Code code = Code::fail;
  std::uint32_t skip = 0;
  Match match;
  std::vector<Pair> pairs;
  Insertion insertion;
};

struct CompiledPlan {
  std::vector<Instruction> code;
  /// The first instruction of each operation, in the order of the text; for one that is always
  /// true, and has none, that of what comes behind it.
  std::vector<std::uint32_t> operations;
  std::uint32_t registers = 0;
  struct Constant {
    Register to;
    std::uint32_t value;
  };
  std::vector<Constant> constants;  ///< set before the first instruction
  std::size_t first_trial = 0;      ///< where the trials of its instructions are counted
};

/// A relation that is computed in calls.
struct CompiledCall : tsj_stencil_call {
  CompiledCall() : tsj_stencil_call{} {}

  std::vector<CompiledPlan> plans;
  std::vector<CompiledPlan> delta_plans;
  std::uint32_t registers = 0;  ///< as many as the widest plan asks for
  bool one_tuple = false;       ///< there is one for what is given, or none
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
