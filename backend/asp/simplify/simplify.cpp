#include "backend/asp/simplify/simplify.h"

#include <algorithm>
#include <array>

namespace tesuji::asp {

std::span<const Simplification> simplifications() {
  static constexpr std::array<Simplification, 6> all{{
      {"untime-static", "no time for predicates that never change", untime_static},
      {"split-moves", "read parts of moves apart", split_moves},
      {"bind-constants", "rules for constants that all uses of a predicate have", bind_constants},
      {"cut-indirections", "bodies in the place of predicates with one rule", cut_indirections},
      {"drop-unneeded", "no rules for what nobody asks for", drop_unneeded},
      {"split-existential", "rules of their own for variables of parts of bodies",
       split_existential},
  }};
  return all;
}

void simplify(Program& program, std::span<const std::string> disabled) {
  for (const Simplification& pass : simplifications()) {
    if (std::find(disabled.begin(), disabled.end(), pass.name) == disabled.end()) {
      pass.run(program);
    }
  }
}

}  // namespace tesuji::asp
