// One rulesheet in every engine, along random playouts: they must agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tests {

/// Who takes part, besides the interpreter and native code of the fast tier.
struct DifferentialOptions {
  bool reference = true;   ///< the reference reasoner
  bool optimised = false;  ///< native code of the optimised tier
  bool nets = true;        ///< the net, with rules split where it pays and wherever possible
  /// Native code of the net, by cases of some fluents, whether they are ever alone or not.
  bool native_nets = false;
  /// A plugin, compiled and loaded: plans, the net, or what is faster, by the seed.
  bool plugin = false;
  bool infix = false;   ///< the interpreter on the sheet printed in infix syntax and parsed
  bool source = true;   ///< the interpreter, bodies in the order of the source
  bool reread = false;  ///< the interpreter on the plans printed and read back
  /// Every engine on the module of some stages, printed with other names for all relations and
  /// read back: clauses, clauses between two passes, plans, the net.
  bool renamed = false;
  std::vector<std::string> disabled;  ///< the interpreter without these passes, if there are any
  std::uint64_t seed = 1;             ///< of the playouts
  std::size_t playouts = 2;
  std::size_t steps = 6;  ///< per playout
};

/// The reference and the cheap variants always, the optimised tier for some numbers,
/// a pass left out for others.
[[nodiscard]] DifferentialOptions differential_options(std::uint64_t number);

struct DifferentialOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    refused,    ///< the sheet has an error; `message` is the report
    limit,      ///< an engine reached a limit; `message` says which
    disagreed,  ///< `message` says who says what, where
  };
  Kind kind = Kind::agreed;
  std::string message;
  // How much was compared.
  std::size_t states = 0;
  std::size_t fluents = 0;
  std::size_t moves = 0;
};

/// Plays the KIF rulesheet in all engines that `options` name. In each state it
/// compares fluents, legal moves of every role, whether it is terminal, goals, and
/// percepts, and whether moves are drawn as they are by asking for them; play goes on after
/// terminal states, where rules have a meaning too. Moves that are not legal, and states
/// of fluents that have held at different times, are tried out in between.
[[nodiscard]] DifferentialOutcome compare_engines(const std::string& kif,
                                                  const DifferentialOptions& options);

}  // namespace tesuji::tests
