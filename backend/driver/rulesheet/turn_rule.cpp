#include "backend/driver/rulesheet/turn_rule.h"

#include "ir/nets/net.h"
#include "ir/nets/net_term.h"
#include "passes/analysis/turn_taking.h"
#include "passes/nets/net_turns.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tesuji::driver {
namespace {

std::string term(const ir::Module& module, const passes::RelationTuple& atom) {
  return ir::term_of(module, {atom.relation, atom.row});
}

/// The test for the one bit in which the initial state with the fluent and the one without it
/// differ; nothing where they differ in more.
std::optional<runtime::StateTest> state_test(const runtime::Game& game, const std::string& fluent) {
  std::vector<std::string> fluents = game.fluents(game.initial());
  fluents.erase(std::remove(fluents.begin(), fluents.end(), fluent), fluents.end());
  const auto without = game.state_of(fluents);
  fluents.push_back(fluent);
  const auto with = game.state_of(fluents);
  if (!without || !with) return std::nullopt;
  std::optional<runtime::StateTest> test;
  for (std::size_t word = 0; word < with->size(); ++word) {
    const std::uint64_t mask = (*with)[word] ^ (*without)[word];
    if (mask == 0) continue;
    if (test || !std::has_single_bit(mask)) return std::nullopt;
    test = runtime::StateTest{static_cast<std::uint32_t>(word), mask, mask & (*with)[word]};
  }
  return test;
}

}  // namespace

TurnNames turn_names(const ir::Module& module) {
  // A net that was read as one has no rules; its gates say the same.
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
    const std::optional<runtime::StateTest> test = state_test(game, fluent);
    if (!test) {
      rule.control.clear();
      break;
    }
    rule.control.push_back(*test);
  }
  return rule;
}

}  // namespace tesuji::driver
