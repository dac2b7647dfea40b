#include "backend/open/symmetries.h"

#include "backend/driver/games/lanes.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/games/timed_options.h"
#include "ir/nets/net_term.h"
#include "passes/core/pass.h"
#include "passes/nets/symmetries.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

std::span<const ir::Symbol> row(const passes::GroundProgram& program, ir::RelationId relation,
                                passes::GroundAtom atom) {
  const ir::Relation& of = program.possible.relations[relation];
  const std::size_t columns = of.columns.size();
  return std::span(of.facts.cells)
      .subspan((atom - program.first_atom[relation]) * columns, columns);
}

/// Returns the term of a fluent, or of a move without its role.
std::string term(const passes::GroundProgram& program, ir::RelationId relation,
                 passes::GroundAtom atom) {
  const auto cells = row(program, relation, atom);
  return ir::term_of(program.possible, {relation, {cells.begin(), cells.end()}});
}

/// Returns the role of a move's atom.
runtime::Role role_of(const passes::GroundProgram& program, ir::RelationId relation,
                      passes::GroundAtom atom) {
  const std::vector<ir::Symbol>& roles = program.possible.roles;
  const auto found = std::find(roles.begin(), roles.end(), row(program, relation, atom).front());
  return static_cast<runtime::Role>(found - roles.begin());
}

constexpr std::string_view too_large = "its rules are too large to be grounded";
constexpr std::string_view stopped = "the search for them was stopped";

bool is_stopped(const passes::SymmetryLimits& limits) {
  return limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);
}

/// Returns the ground rules of the file's game; nothing, and the reason, if it has none.
std::optional<passes::GroundProgram> ground_file(const std::string& path, const Options& options,
                                                 const Session& session,
                                                 const passes::SymmetryLimits& search,
                                                 std::string& reason) {
  // Messages about the file were printed when the game was loaded; a game too large to be grounded
  // is not an error.
  Session quiet{.sources = session.sources,
                .symbols = session.symbols,
                .validation = session.validation,
                .syntax = session.syntax,
                .texts = session.texts};
  auto module = load_source(path, quiet);
  if (!module) {
    reason = "`" + path + "` cannot be read again";
    return std::nullopt;
  }
  if (module->level == ir::Level::nets) {
    reason = "`" + path + "` is a net, which has no rules";
    return std::nullopt;
  }
  if (!passes::back_to_clauses(*module, quiet.diagnostics)) {
    reason = "`" + path + "` has plans without their rules";
    return std::nullopt;
  }
  NetLimits limits = lane_limits();
  limits.states_of_play = false;  // they must hold in every state
  const runtime::StopScope scope(search.stop);
  const TimedOptions timed(options, 0);
  std::optional<passes::GroundProgram> program;
  try {
    program = ground_program(*module, timed.options(), limits, quiet);
  } catch (const runtime::Stopped&) {  // the search's flag is set
  }
  if (!program) reason = std::string(is_stopped(search) ? stopped : too_large);
  return program;
}

}  // namespace

GameSymmetries symmetries(const std::string& path, const Options& options, const Session& session,
                          const passes::SymmetryLimits& limits, bool any_start) {
  GameSymmetries result;
  if (is_plugin(path)) {
    result.unknown = "`" + path + "` is a plugin, which has no rules";
    return result;
  }
  const auto program = ground_file(path, options, session, limits, result.unknown);
  if (!program) return result;
  const auto found = passes::symmetries(*program, limits, any_start);
  if (!found) {
    result.unknown = std::string(too_large);
    return result;
  }
  std::vector<ir::RelationId> relation_of(program->first_atom.back());
  for (ir::RelationId id = 0; id + 1 < program->first_atom.size(); ++id) {
    for (auto atom = program->first_atom[id]; atom < program->first_atom[id + 1]; ++atom) {
      relation_of[atom] = id;
    }
  }
  const ir::Module& module = program->possible;
  if (!found->complete) {
    result.unknown = is_stopped(limits) ? stopped : "it has too many to find them all";
  }
  for (const passes::AtomPermutation& moved : found->generators) {
    runtime::NamedSymmetry symmetry;
    symmetry.moves.resize(module.roles.size());
    for (const auto& [atom, image] : moved) {
      const ir::RelationId relation = relation_of[atom];
      const ir::RelationKind kind = module.relations[relation].kind;
      runtime::TermPermutation* terms = nullptr;
      if (kind == ir::RelationKind::state) terms = &symmetry.fluents;
      if (kind == ir::RelationKind::input) {
        terms = &symmetry.moves[role_of(*program, relation, atom)];
      }
      if (terms == nullptr) continue;
      terms->emplace(term(*program, relation, atom), term(*program, relation_of[image], image));
    }
    const bool changes_moves = std::any_of(symmetry.moves.begin(), symmetry.moves.end(),
                                           [](const auto& moves) { return !moves.empty(); });
    if (changes_moves || !symmetry.fluents.empty()) {
      result.generators.push_back(std::move(symmetry));
    }
  }
  return result;
}

RoleExchanges role_exchanges(const std::string& path, const Options& options,
                             const Session& session, const std::vector<std::string>& any_start,
                             const passes::SymmetryLimits& limits) {
  RoleExchanges result;
  if (is_plugin(path)) {
    result.unknown = "`" + path + "` is a plugin, which has no rules";
    return result;
  }
  const auto program = ground_file(path, options, session, limits, result.unknown);
  if (!program) return result;
  std::vector<ir::RelationId> free;
  for (const std::string& name : any_start) {
    const ir::RelationId id = program->possible.find_relation(name);
    if (id != ir::no_id) free.push_back(id);
  }
  auto found = passes::role_exchanges(*program, free, limits);
  if (!found) {
    result.unknown = std::string(too_large);
    return result;
  }
  result.generators = std::move(*found);
  return result;
}

void warn_of_unknown_symmetries(const GameSymmetries& symmetries, ir::Diagnostics& diagnostics) {
  if (symmetries.unknown.empty()) return;
  diagnostics.warning(
      {}, "symmetry",
      "start boards that are symmetric to each other may all be kept: " + symmetries.unknown);
}

}  // namespace tesuji::driver
