#include "backend/plugins/make/plugin_facts.h"

#include "backend/driver/games/net_facts.h"

#include <string>

namespace tesuji::driver {
namespace {

using ir::FluentFact;

/// How many fluents of a fact hold.
void set_bounds(FluentFact::Kind kind, llvm_backend::PluginFact& fact) {
  switch (kind) {
    case FluentFact::Kind::never:
      return;
    case FluentFact::Kind::always:
    case FluentFact::Kind::exactly_one:
      fact.least = fact.most = 1;
      return;
    case FluentFact::Kind::at_most_one:
      fact.most = 1;
      return;
    case FluentFact::Kind::equal:
      fact.equal = true;
      return;
  }
}

}  // namespace

std::vector<llvm_backend::PluginFact> plugin_facts(const GroundGame& ground) {
  std::vector<llvm_backend::PluginFact> facts;
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  for (const FluentFact& granted : facts_of(ground.granted, ground)) {
    llvm_backend::PluginFact& fact = facts.emplace_back();
    fact.bits.assign(granted.fluents.begin(), granted.fluents.end());
    set_bounds(granted.kind, fact);
    fact.text = runtime::text_of(named_facts({granted}, names).front());
  }
  return facts;
}

}  // namespace tesuji::driver
