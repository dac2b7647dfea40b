// Production rules in every engine and under every combination of passes.
//
// The forward chainer of backend/reference is the oracle. As the rules stand, each
// engine must agree with it in everything it counts, and in the facts and their order.
// Passes may change the counts; in rule sets that only add the memory must hold the
// same facts afterwards, in all others the same in the same order.
#pragma once

#include <cstdint>
#include <string>

namespace tesuji::tests {

struct RulesOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    limit,      ///< agreed, but the oracle was stopped: nothing to hold passes against
    disagreed,  ///< or a pass left a module that does not verify or print and read back
    refused,    ///< the text is no rule set
  };
  Kind kind = Kind::agreed;
  std::string message;  ///< what the difference is
  bool add_only = false;
  std::size_t variants = 0;  ///< combinations of passes and orders that were compared
  std::size_t deduced = 0;   ///< facts
  std::size_t cycles = 0;    ///< 1 if the rules would never end
};

/// `seed` picks the orders of premises that are tried. With `native`, machine code
/// is compared too: as the rules stand, and after all passes.
[[nodiscard]] RulesOutcome compare_rules(const std::string& rules, const std::string& facts,
                                         std::uint64_t seed, bool native);

}  // namespace tesuji::tests
