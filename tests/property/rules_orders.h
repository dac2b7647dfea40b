// Production rules in every order that `tesuji order` finds: greedy, by estimates, by
// observation; with metarules from facts, from profiles, from both and with none.
//
// Of sets that only add, ordered rules deduce what the forward chainer of backend/reference
// deduces from the rules as they stand, and a search finds no order that is dearer than
// the greedy one it begins with. Nothing is ordered in other sets. Rules and metarules are
// read back from their text on the way.
#pragma once

#include "tests/property/random_rules.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tests {

struct OrdersOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    limit,      ///< the oracle was stopped: nothing to hold orders against
    disagreed,  ///< or text does not read back the same
    refused,    ///< the text is no rule set
  };
  Kind kind = Kind::agreed;
  std::string message;
  bool add_only = false;
  std::size_t orders = 0;     ///< rule sets that were ordered and compared
  std::size_t changed = 0;    ///< of these in another order than as they stand
  std::size_t metarules = 0;  ///< that were made, printed and read back
};

/// `seed` is that of the searches.
[[nodiscard]] OrdersOutcome compare_orders(const RandomRules& text, std::uint64_t seed);

}  // namespace tesuji::tests
