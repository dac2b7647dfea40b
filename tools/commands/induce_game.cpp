#include "tools/commands/induce_game.h"

#include "ir/core/prolog_term.h"
#include "tools/base/interrupt.h"
#include "tools/base/report.h"
#include "tools/options/time_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

/// Returns the state for a list of fluents; nothing if it is not one, which is reported.
std::optional<runtime::State> state_of(const ir::PrologTerm& term, const runtime::Game& game,
                                       ir::Diagnostics& diagnostics) {
  if (term.kind != ir::PrologTerm::Kind::list) {
    diagnostics.error(term.span, "parse",
                      "a state is expected here: a list of fluents, such as [control(x)]");
    return std::nullopt;
  }
  std::vector<std::string> fluents;
  for (const ir::PrologTerm& fluent : term.args) fluents.push_back(ir::fluent_name(fluent));
  std::string unknown;
  if (auto state = game.state_of(fluents, &unknown)) return state;
  for (std::size_t i = 0; i < fluents.size(); ++i) {
    if (fluents[i] != unknown) continue;
    diagnostics.error(
        term.args[i].span, "unknown-fluent",
        fmt::format("`{}` is not a fluent of {}", ir::to_text(term.args[i]), game.name()));
    return std::nullopt;
  }
  diagnostics.error(term.span, "unknown-fluent",
                    fmt::format("`{}` is missing: it holds in every state of {} that can be "
                                "reached",
                                ir::prolog_text(unknown), game.name()));
  return std::nullopt;
}

/// Returns the kinds of fluents of a game, in the order in which its rules have them.
std::vector<learner::GameBackground::Fluent> fluents_of(const driver::LoadedGame& game) {
  std::vector<learner::GameBackground::Fluent> fluents;
  if (!game.module) return fluents;
  for (const ir::Relation& relation : game.module->relations) {
    if (relation.kind != ir::RelationKind::state || relation.term.empty()) continue;
    const ir::PrologTerm term = ir::fluent_term(relation.term);
    fluents.push_back({term.name, static_cast<std::uint32_t>(term.args.size())});
  }
  return fluents;
}

/// Prints up to three of the fluents.
std::string some_fluents(const std::vector<std::string>& fluents) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(fluents.size(), most); ++i) {
    text += (i > 0 ? ", " : "") + ir::prolog_text(fluents[i]);
  }
  return fluents.size() > most ? fmt::format("{} and {} more", text, fluents.size() - most) : text;
}

}  // namespace

InduceGame::InduceGame(driver::LoadedGame of_sheet, bool fluents)
    : loaded(std::move(of_sheet)),
      turns(*loaded.game, driver::turn_rule(loaded)),
      space(*loaded.game, turns),
      game(space),
      relations(
          [&]() -> learner::GameBackground& {
            if (fluents) game.offer(fluents_of(loaded));
            return game;
          }(),
          background) {}

std::optional<learner::Value> InduceGame::value(const ir::PrologTerm& term, bool constants,
                                                ir::Diagnostics& diagnostics) {
  if (constants && term.kind != ir::PrologTerm::Kind::list) {
    return background.terms().intern(term);
  }
  const auto state = state_of(term, *loaded.game, diagnostics);
  if (!state) return std::nullopt;
  return relations.value(*state);
}

std::string InduceGame::why_no_move(const learner::Example& example) {
  if (example.size() != 2) return {};
  const auto from = relations.state(example[0]);
  const auto to = relations.state(example[1]);
  if (!from || !to) return {};
  runtime::Node& node = game.node(*from);
  runtime::Node& wanted = game.node(*to);
  space.expand(node);
  if (node.edge_count == 0) return "the first state has no legal moves: it is terminal";
  const auto sorted = [&](const runtime::Node& one) {
    const auto names = loaded.game->fluents(space.state(one));
    return std::set<std::string>(names.begin(), names.end());
  };
  const auto without = [](const std::set<std::string>& all, const std::set<std::string>& other) {
    std::vector<std::string> left;
    std::set_difference(all.begin(), all.end(), other.begin(), other.end(),
                        std::back_inserter(left));
    return left;
  };
  const std::set<std::string> has = sorted(wanted);
  std::vector<std::string> lacks;  // fluents of the nearest successor
  std::vector<std::string> excess;
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    const runtime::Node* const next = space.successor(node, edge);
    if (next == &wanted) return {};
    const std::set<std::string> nearest = sorted(*next);
    const auto missing = without(nearest, has);
    const auto extra = without(has, nearest);
    if (edge > 0 && missing.size() + extra.size() >= lacks.size() + excess.size()) continue;
    lacks = missing;
    excess = extra;
  }
  std::string text = fmt::format(
      "no legal move leads from the first state to the second; after "
      "the nearest of its {}, the second state",
      counted(node.edge_count, "move"));
  if (!lacks.empty()) text += " lacks " + some_fluents(lacks);
  if (!excess.empty())
    text += (lacks.empty() ? "" : " and") + (" should not have " + some_fluents(excess));
  return text;
}

std::unique_ptr<InduceGame> load_induce_game(const std::string& path, bool fluents, double seconds,
                                             driver::Session& session) {
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  LoadingLimit loading(seconds, LoadingLimit::time_over_before("the search"));
  end_at_interrupts();
  auto loaded = driver::load_game(path, options, session);
  watch_interrupts();
  loading.end();
  if (!loaded) return nullptr;
  try {
    return std::make_unique<InduceGame>(*std::move(loaded), fluents);
  } catch (const runtime::TurnError& error) {
    session.diagnostics.error({}, "turns", error.what());
  }
  return nullptr;
}

}  // namespace tesuji::tools
