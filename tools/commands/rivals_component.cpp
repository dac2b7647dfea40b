// Adds the learners that MIGO is compared with to those of `experiment` and `learn`.
#include "learner/rivals/rival_learners.h"
#include "tools/base/component.h"

namespace tesuji::tools {

void add_rivals_component(std::vector<NamedCommand>& /*commands*/) {
  learner::add_rivals();
}

}  // namespace tesuji::tools
