#include "tests/unit/support/observed.h"

#include "backend/driver/games/mixed.h"

#include <catch2/catch.hpp>

#include <algorithm>

namespace tesuji::tests {

ObservedGame::ObservedGame(const std::string& path, const std::vector<std::string>& names,
                           driver::Engine engine) {
  lowered_ = driver::load_clauses(path, session_);
  REQUIRE(lowered_);
  const std::vector<std::string_view> passes = {"infer-domains"};
  REQUIRE(driver::run_passes(*lowered_, passes, {}, session_));
  const std::vector<proofs::Sight> sights = proofs::find_sights(*lowered_);
  for (std::uint32_t id = 0; id < lowered_->relations.size(); ++id) {
    const std::string& name = lowered_->relations[id].name;
    const bool wanted = names.empty() ? sights[id] != proofs::Sight::never
                                      : std::find(names.begin(), names.end(), name) != names.end();
    if (wanted) relations_.push_back(id);
  }
  driver::Options options;
  options.engine = engine;
  options.pipeline.disabled.assign(proofs::narrowing_passes.begin(),
                                   proofs::narrowing_passes.end());
  ir::Module observed = proofs::with_observed(*lowered_, relations_);
  loaded_ = engine == driver::Engine::net || engine == driver::Engine::net_jit
                ? driver::net_game(std::move(observed), path, options, {}, session_)
                : driver::match_game(std::move(observed), path, options, session_);
  CAPTURE(session_.diagnostics.render());
  REQUIRE(loaded_);
  passes::PassContext context = driver::pass_context(session_);
  const auto facts = proofs::fixed_facts(*lowered_, relations_, context);
  REQUIRE(facts);
  observer_ = proofs::Observer::make(*lowered_, game(), relations_, *facts, session_.diagnostics);
  REQUIRE(observer_);
}

std::uint32_t ObservedGame::relation(const std::string& name) const {
  const std::uint32_t id = lowered_->find_relation(name);
  REQUIRE(id != ir::no_id);
  return id;
}

ir::Argument ObservedGame::constant(const std::string& text) const {
  const std::optional<ir::Symbol> symbol = lowered_->symbols->find(text);
  REQUIRE(symbol);
  return ir::Argument::constant(*symbol);
}

ir::FormulaVariable ObservedGame::variable(const std::string& name, std::size_t column) const {
  const ir::Relation& found = lowered_->relations[relation(name)];
  return {"V", lowered_->domains[found.columns.at(column)].values};
}

}  // namespace tesuji::tests
