#include "backend/plugins/make/plugin_actions.h"

#include "backend/interpreter/interpreter.h"
#include "ir/nets/net_term.h"
#include "passes/nets/possible_moves.h"
#include "runtime/host/game/tabled_game.h"

#include <algorithm>

namespace tesuji::driver {

std::optional<runtime::RoleMoves> possible_moves(const ir::Module& module, const ir::Layout& layout,
                                                 Session& session) {
  ir::Module clauses = module;
  ir::Diagnostics ignored(*session.sources);
  if (!passes::back_to_clauses(clauses, ignored)) return std::nullopt;
  passes::PassContext context{
      ignored, [](ir::Module& fixed, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
        std::uint64_t steps = most_possible_steps;
        return interpreter::evaluate_static(fixed, diagnostics, max_rows, &steps);
      }};
  const auto found = passes::possible_moves(clauses, context, most_possible_rows);
  if (!found) return std::nullopt;
  const auto names = runtime::make_tabled_game(make_tables(module, layout), runtime::GameCode{});
  runtime::RoleMoves moves(module.roles.size());
  for (const passes::PossibleMoves& shape : *found) {
    const std::size_t width = module.relations[shape.legal].columns.size();
    for (std::size_t row = 0; row < shape.rows.rows; ++row) {
      const auto cells = shape.rows.cells.begin() + static_cast<std::ptrdiff_t>(row * width);
      const auto role = std::find(module.roles.begin(), module.roles.end(), *cells);
      if (role == module.roles.end()) continue;
      const ir::NetAtom atom{shape.legal, {cells, cells + static_cast<std::ptrdiff_t>(width)}};
      const auto move = names->find_move(ir::term_of(module, atom));
      if (move) moves[static_cast<std::size_t>(role - module.roles.begin())].push_back(*move);
    }
  }
  for (std::vector<runtime::Move>& of_role : moves) std::sort(of_role.begin(), of_role.end());
  return moves;
}

}  // namespace tesuji::driver
