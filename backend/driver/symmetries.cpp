#include "backend/driver/symmetries.h"

#include "backend/driver/lanes.h"
#include "backend/driver/net.h"
#include "ir/net_term.h"
#include "passes/symmetries.h"

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

}  // namespace

std::vector<FluentPermutation> symmetries(const std::string& path, const Options& options,
                                          Session& session) {
  std::vector<FluentPermutation> result;
  auto module = load_clauses(path, session);
  if (!module) return result;
  // Too large a sheet is no fault of its own.
  Session quiet{.sources = session.sources, .symbols = session.symbols};
  const auto program = ground_program(*module, options, lane_limits(), quiet);
  if (!program) return result;
  std::vector<ir::RelationId> relation_of(program->first_atom.back());
  for (ir::RelationId id = 0; id + 1 < program->first_atom.size(); ++id) {
    for (auto atom = program->first_atom[id]; atom < program->first_atom[id + 1]; ++atom) {
      relation_of[atom] = id;
    }
  }
  for (const passes::AtomPermutation& images : passes::symmetries(*program)) {
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
    if (!permutation.empty()) result.push_back(std::move(permutation));
  }
  return result;
}

}  // namespace tesuji::driver
