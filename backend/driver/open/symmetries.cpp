#include "backend/driver/open/symmetries.h"

#include "backend/driver/games/lanes.h"
#include "backend/driver/games/net.h"
#include "backend/driver/plugins/plugin.h"
#include "ir/nets/net_term.h"
#include "passes/core/pass.h"
#include "passes/nets/symmetries.h"

#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::driver {

namespace {

std::string fluent(const passes::GroundProgram& program, ir::RelationId relation,
                   passes::GroundAtom atom) {
  const ir::Module& module = program.possible;
  const std::size_t columns = module.relations[relation].columns.size();
  const auto begin = module.relations[relation].facts.cells.begin() +
                     static_cast<std::ptrdiff_t>((atom - program.first_atom[relation]) * columns);
  return ir::term_of(module, {relation, {begin, begin + static_cast<std::ptrdiff_t>(columns)}});
}

constexpr std::string_view too_large = "its rules are too large to be grounded";

/// The ground rules of the file's game; nothing where it has none, with the reason.
std::optional<passes::GroundProgram> ground_file(const std::string& path, const Options& options,
                                                 const Session& session, std::string& reason) {
  // What there is to say about the file was said when the game was loaded; that it is too large to
  // be grounded is no fault of its own.
  Session quiet{.sources = session.sources,
                .symbols = session.symbols,
                .validation = session.validation,
                .syntax = session.syntax};
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
  auto program = ground_program(*module, options, lane_limits(), quiet);
  if (!program) reason = std::string(too_large);
  return program;
}

}  // namespace

GameSymmetries symmetries(const std::string& path, const Options& options, const Session& session) {
  GameSymmetries result;
  if (is_plugin(path)) {
    result.unknown = "`" + path + "` is a plugin, which has no rules";
    return result;
  }
  const auto program = ground_file(path, options, session, result.unknown);
  if (!program) return result;
  const auto found = passes::symmetries(*program);
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
  for (const passes::AtomPermutation& images : *found) {
    FluentPermutation permutation;
    for (passes::GroundAtom atom = 0; atom < images.size(); ++atom) {
      const ir::RelationId relation = relation_of[atom];
      if (program->possible.relations[relation].kind != ir::RelationKind::state ||
          images[atom] == atom) {
        continue;
      }
      permutation.emplace(fluent(*program, relation, atom),
                          fluent(*program, relation_of[images[atom]], images[atom]));
    }
    if (!permutation.empty()) result.generators.push_back(std::move(permutation));
  }
  return result;
}

void warn_of_unknown_symmetries(const GameSymmetries& symmetries, ir::Diagnostics& diagnostics) {
  if (symmetries.unknown.empty()) return;
  diagnostics.warning(
      {}, "symmetry",
      "start boards that are symmetric to each other are all kept: " + symmetries.unknown);
}

}  // namespace tesuji::driver
