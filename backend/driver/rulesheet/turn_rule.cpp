#include "backend/driver/rulesheet/turn_rule.h"

#include "ir/nets/net.h"
#include "ir/nets/net_term.h"
#include "passes/analysis/turn_taking.h"
#include "passes/nets/net_turns.h"

#include <algorithm>
#include <cstdint>

namespace tesuji::driver {
namespace {

std::string term(const ir::Module& module, const passes::RelationTuple& atom) {
  return ir::term_of(module, {atom.relation, atom.row});
}

}  // namespace

TurnNames turn_names(const ir::Module& module) {
  // A net that was read as such has no rules; its gates give the same result.
  const passes::TurnTaking turns = module.level == ir::Level::nets
                                       ? passes::find_turn_taking(*module.net, module.roles.size())
                                       : passes::find_turn_taking(module);
  TurnNames names;
  for (const auto& waiting : turns.waiting) {
    names.waiting.push_back(waiting ? std::optional(term(module, *waiting)) : std::nullopt);
  }
  for (const passes::RelationTuple& atom : turns.control)
    names.control.push_back(term(module, atom));
  return names;
}

runtime::TurnRule make_turn_rule(const TurnNames& names, const runtime::Game& game) {
  runtime::TurnRule rule;
  for (const auto& waiting : names.waiting) {
    rule.waiting.push_back(waiting ? game.find_move(*waiting) : std::nullopt);
  }
  for (const std::string& fluent : names.control) {
    const std::optional<runtime::StateTest> test = runtime::state_test(game, fluent);
    if (!test) {
      rule.control.clear();
      break;
    }
    rule.control.push_back(*test);
  }
  return rule;
}

}  // namespace tesuji::driver
