#include "backend/driver/verify.h"

#include "backend/asp/observed_game.h"
#include "frontend/invariants_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::driver {

namespace {

/// The user's formulas: a set for each file, and one for those of the command line.
bool read_sets(const VerifyRequest& request, Verified& verified, Session& session) {
  bool fine = true;
  const auto add = [&](const std::string& name, std::optional<std::vector<ir::Invariant>> read) {
    if (!read) {
      fine = false;
      return;
    }
    asp::InvariantSet set;
    set.name = name;
    set.invariants = std::move(*read);
    set.runs = 0;
    set.of_user = true;
    verified.sets.push_back(std::move(set));
  };
  for (const std::string& path : request.files) {
    const auto file = read_file(path, session);
    if (!file) {
      fine = false;
      continue;
    }
    add(path, frontend::read_invariants(*file, verified.module, session.diagnostics));
  }
  std::vector<ir::Invariant> properties;
  for (std::size_t i = 0; i < request.properties.size(); ++i) {
    const ir::FileId file = session.sources->add("--property", request.properties[i]);
    auto read = frontend::read_property(file, fmt::format("property_{}", i + 1), verified.module,
                                        session.diagnostics);
    if (!read) {
      fine = false;
      continue;
    }
    std::move(read->begin(), read->end(), std::back_inserter(properties));
  }
  if (!properties.empty()) add("properties", std::move(properties));
  return fine;
}

/// Names are unique among all that are proved: those of the user are kept as they are.
void make_names_unique(std::vector<asp::InvariantSet>& sets) {
  std::set<std::string> taken;
  for (const bool of_user : {true, false}) {
    for (asp::InvariantSet& set : sets) {
      if (set.of_user != of_user) continue;
      for (ir::Invariant& invariant : set.invariants) {
        const std::string base = invariant.name;
        for (std::size_t number = 2; !taken.insert(invariant.name).second; ++number) {
          invariant.name = fmt::format("{}_{}", base, number);
        }
      }
    }
  }
}

/// The game that plays, and what sees its states.
struct Arena {
  LoadedGame game;
  std::optional<asp::Observer> observer;
};

/// Null where the game cannot be played (reported).
std::unique_ptr<Arena> make_arena(const std::string& path, const Verified& verified,
                                  const std::vector<ir::Invariant>& invariants,
                                  const Options& options, Session& session) {
  const ir::Module& module = verified.module;
  std::set<std::uint32_t> relations;
  for (const ir::Invariant& invariant : invariants) {
    const auto some = ir::relations_of(invariant.formula);
    relations.insert(some.begin(), some.end());
  }
  // A replay shows all fluents.
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind == ir::RelationKind::state) relations.insert(id);
  }
  const std::vector<std::uint32_t> seen(relations.begin(), relations.end());
  auto game = match_game(asp::with_observed(module, seen), path, options, session);
  if (!game) return nullptr;
  passes::PassContext context = pass_context(session);
  const auto facts = asp::fixed_facts(module, seen, context);
  if (!facts) return nullptr;
  auto arena = std::make_unique<Arena>(Arena{std::move(*game), std::nullopt});
  arena->observer =
      asp::Observer::make(module, *arena->game.game, seen, *facts, session.diagnostics);
  return arena->observer ? std::move(arena) : nullptr;
}

}  // namespace

std::unique_ptr<Verified> verify(const std::string& path, const VerifyRequest& request,
                                 Session& session) {
  auto clauses = load_clauses(path, session);
  if (!clauses) return nullptr;
  auto verified = std::make_unique<Verified>(Verified{std::move(*clauses), {}, {}});
  constexpr std::array<std::string_view, 1> passes{"infer-domains"};
  if (!run_passes(verified->module, passes, {}, session)) return nullptr;
  if (request.automatic) verified->sets = asp::automatic_sets(verified->module);
  if (!read_sets(request, *verified, session)) return nullptr;
  make_names_unique(verified->sets);

  std::vector<ir::Invariant> all;
  for (const asp::InvariantSet& set : verified->sets) {
    all.insert(all.end(), set.invariants.begin(), set.invariants.end());
  }
  const auto arena = make_arena(path, *verified, all, request.game, session);
  std::optional<asp::Checker> checker;
  if (arena) checker.emplace(*arena->observer, all);
  verified->report = asp::verify(
      {verified->module, arena ? &*arena->observer : nullptr, checker ? &*checker : nullptr},
      verified->sets, request.verification);
  return verified;
}

}  // namespace tesuji::driver
