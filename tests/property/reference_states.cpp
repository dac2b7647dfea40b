#include "tests/property/reference_states.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/reference_game.h"
#include "tests/property/text_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace tesuji::tests {

namespace {

using Names = std::vector<std::string>;

struct View {
  bool terminal = false;
  std::vector<Names> legal;      ///< by role, sorted
  std::set<Names> successors{};  ///< none of a terminal state
  friend bool operator==(const View&, const View&) = default;
};

View view_of(AllStates& states, StateNumber number) {
  const AllStates::State& state = states.at(number);
  View view{state.terminal, {}};
  for (std::size_t role = 0; role < state.legal.size(); ++role) {
    Names& names = view.legal.emplace_back();
    for (const auto& [relation, columns] : state.legal[role]) {
      Tuple tuple{states.module().roles[role]};
      tuple.insert(tuple.end(), columns.begin(), columns.end());
      names.push_back(term_of(states.module(), relation, tuple));
    }
    std::sort(names.begin(), names.end());
  }
  for (const StateNumber next : state.successors) view.successors.insert(states.names(next));
  return view;
}

View view_of(const runtime::Game& game, runtime::Scratch& scratch, const Names& fluents) {
  const runtime::State state = game.state_of(fluents).value();
  View view{game.terminal(state, scratch), {}};
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state, scratch, legal);
  bool stuck = false;
  for (const auto& moves : legal) {
    stuck = stuck || moves.empty();
    Names& names = view.legal.emplace_back();
    for (const runtime::Move move : moves) names.push_back(game.move_name(move));
    std::sort(names.begin(), names.end());
  }
  if (stuck || view.terminal) return view;
  std::vector<std::size_t> chosen(legal.size());
  std::vector<runtime::Move> joint(legal.size());
  runtime::State next(game.state_words());
  for (;;) {
    for (std::size_t role = 0; role < joint.size(); ++role) joint[role] = legal[role][chosen[role]];
    game.next(state, joint, scratch, next);
    view.successors.insert(game.fluents(next));
    std::size_t role = 0;
    while (role < chosen.size() && ++chosen[role] == legal[role].size()) chosen[role++] = 0;
    if (role == chosen.size()) return view;
  }
}

std::string text_of(const View& view) {
  return fmt::format("terminal {}, legal {}, next {}\n", view.terminal, view.legal,
                     view.successors);
}

}  // namespace

std::string compare_with_reference(AllStates& states, const std::string& kif) {
  driver::Session session;
  const auto sheet = parse_text(kif, frontend::Syntax::kif, session);
  if (!sheet) throw std::invalid_argument(session.diagnostics.render());
  const auto game =
      reference::make_reference_game(driver::reference_program(*sheet, session.symbols), "sheet");
  if (game->fluents(game->initial()) != states.names(states.initial())) {
    return "the reference reasoner begins elsewhere\n";
  }
  const auto scratch = game->make_scratch();
  for (StateNumber number = 0; number < states.count(); ++number) {
    const Names fluents = states.names(number);
    const View naive = view_of(states, number);
    const View reference = view_of(*game, *scratch, fluents);
    if (naive == reference) continue;
    return fmt::format("in the state ({})\nthe reference reasoner: {}the clauses: {}",
                       fmt::join(fluents, " "), text_of(reference), text_of(naive));
  }
  return {};
}

}  // namespace tesuji::tests
