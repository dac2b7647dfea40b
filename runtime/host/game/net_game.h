// Implements the game contract over a propositional network. States are bits, one per fluent that
// may hold, and engines supply functions from bits to bits. Net and functions become tables for the
// functions in C (runtime/core/tesuji/game_data.h), which answer all questions.
#pragma once

#include "runtime/host/game/game.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct tsj_circuit;
struct tsj_circuit_many;

namespace tesuji::runtime {

class TableMemory;

/// A goal value or a percept of a role, by its bit.
struct NetAnswerName {
  Role role = 0;
  std::string term;
};

/// A fluent without a bit of its own, which follows from others in every state of play.
struct HiddenFluent {
  enum class Kind : std::uint8_t {
    always,
    never,
    with,     ///< it holds where its bit is set
    without,  ///< it holds where none of its bits is
    coded     ///< it holds where its bits, the lowest first, are its code
  };
  std::string name;
  Kind kind = Kind::never;
  std::vector<std::uint32_t> bits{};  ///< of a state
  std::uint32_t code = 0;
};

struct NetTables {
  std::string name;
  std::vector<std::string> roles;
  std::vector<std::string> fluents;  ///< by bit of a state
  std::vector<HiddenFluent> hidden{};
  State initial;  ///< (fluents + 63) / 64 words, at least one
  /// Bits that are what they are initially in every state that can be reached, where the
  /// functions take them for constants. Empty: none.
  State fixed;
  std::vector<std::string> moves;  ///< terms by Move, each once, in order
  /// For each role the moves it may ever have, ascending. Their bits follow each other:
  /// role 0's first.
  std::vector<std::vector<Move>> role_moves;
  std::vector<NetAnswerName> goals;     ///< by bit; of each role values ascending
  std::vector<NetAnswerName> percepts;  ///< by bit
  bool has_percepts = false;
  std::size_t scratch_words = 0;  ///< what the functions need to work in
};

/// Answers a question, as tsj_circuit_function does.
using NetFunction = void (*)(const void* self, const std::uint64_t* state,
                             const std::uint32_t* moves, std::uint64_t* scratch,
                             std::uint64_t* out);

/// Plays at random, as tsj_circuit_playout does.
using NetPlayout = std::int32_t (*)(const void* self, std::uint64_t* state, std::uint64_t* scratch,
                                    std::uint64_t* out, std::uint64_t* random,
                                    std::uint64_t most_steps, const volatile unsigned char* stop,
                                    std::uint64_t* steps);

/// Functions for states in which, of the bits of all cases, this one is set and the others are not:
/// their answers there are NetCode's, found with less work. Where they can do no better they
/// are NetCode's own. As there, either `position` or `legal` and `terminal`.
struct NetCase {
  static constexpr std::uint32_t several = UINT32_MAX;

  std::size_t bit = 0;
  NetFunction legal = nullptr;
  NetFunction position = nullptr;
  NetFunction terminal = nullptr;
  /// Only where each role makes a move of its own, and its only one where it has just one.
  NetFunction next = nullptr;
  /// By role: which of its NetTables::role_moves is its only legal one in all these states, or
  /// `several`.
  std::vector<std::uint32_t> only_moves;
  /// A bit for each move of each role, as `legal` has them: with one of these that is legal, the
  /// game is not over. Only with `legal` and `terminal`. Empty: none is known.
  std::vector<std::uint64_t> open{};
};

/// Functions with their `self`; `keep` owns whatever they need. None is missing, but
/// for `percepts` in games without any, and either `position` or `legal` and `terminal`.
struct NetCode {
  NetFunction legal = nullptr;  ///< out: a bit per move of each role
  /// out: a bit per move of each role, then a bit for terminal. For nets in which these
  /// have much in common.
  NetFunction position = nullptr;
  NetFunction next = nullptr;        ///< out: a state
  NetFunction terminal = nullptr;    ///< out: bit 0
  NetFunction goals = nullptr;       ///< out: a bit per element of NetTables::goals
  NetFunction percepts = nullptr;    ///< out: a bit per element of NetTables::percepts
  NetPlayout playout = nullptr;      ///< may be missing: then it is asked question by question
  tsj_circuit_many* many = nullptr;  ///< may be missing: then there is one playout after the other
  std::vector<NetCase> cases;
  const void* self = nullptr;
  std::shared_ptr<const void> keep;
};

/// A game whose states only ever have these fluents, the fixed ones always. A move that its role
/// can never have stands for no move in next() and percepts().
[[nodiscard]] std::shared_ptr<const Game> make_net_game(NetTables tables, NetCode code);

/// Whether every role has moves, as code for playouts expects.
[[nodiscard]] bool can_play_alone(const NetTables& net);

/// `code`: for the compiler's writer without functions.
[[nodiscard]] tsj_circuit make_circuit(TableMemory& memory, const NetTables& net,
                                       const NetCode& code);

}  // namespace tesuji::runtime
