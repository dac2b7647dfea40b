#include "runtime/host/strategy/strategy.h"

#include <algorithm>
#include <stdexcept>

namespace tesuji::runtime {

namespace {

/// Runs a search; rethrows failures as the original exceptions.
bool search(const StrategyPredicate& predicate, StateSpace& space, Node& node, tsj_solution found,
            void* env) {
  const std::int32_t result = predicate.search(predicate.self, space.abi(), &node, found, env);
  if (result < 0) space.rethrow();
  return result != 0;
}

}  // namespace

std::vector<std::uint32_t> find_order(const std::vector<StrategyPredicate>& predicates,
                                      std::span<const std::string> order) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : order) {
    const auto found = std::find_if(predicates.begin(), predicates.end(),
                                    [&](const auto& predicate) { return predicate.name == name; });
    if (found == predicates.end())
      throw std::invalid_argument(name + " is not a predicate of the strategy");
    if (found->arity != 2) throw std::invalid_argument(name + " does not choose a state");
    numbers.push_back(static_cast<std::uint32_t>(found - predicates.begin()));
  }
  return numbers;
}

Strategy::Strategy(std::shared_ptr<const Game> game, TurnRule turns, StrategyCode code)
    : game_(std::move(game)), turns_(*game_, std::move(turns)), code_(std::move(code)) {
  for (const StrategyPredicate& predicate : code_.predicates)
    tables_.push_back({predicate.name.c_str(), "", predicate.arity,
                       predicate.slot.value_or(TSJ_NO_SLOT), predicate.search, predicate.self});
}

std::optional<std::uint32_t> Strategy::find(std::string_view name) const {
  for (std::uint32_t p = 0; p < code_.predicates.size(); ++p)
    if (code_.predicates[p].name == name) return p;
  return std::nullopt;
}

std::unique_ptr<Strategy::Memory> Strategy::make_memory(StateSpaceOptions options) const {
  options.memo_slots = code_.memo_slots;
  return std::unique_ptr<Memory>(new Memory(*game_, turns_, options));
}

Node* Strategy::first_node(const StrategyPredicate& predicate, StateSpace& space,
                           Node& node) const {
  if (predicate.slot && StateSpace::memo(node, *predicate.slot) == TSJ_MEMO_NONE) return nullptr;
  Node* first = nullptr;
  const auto found = [](void* env, tsj_node* solution) -> std::int32_t {
    *static_cast<Node**>(env) = solution;
    return 1;
  };
  const bool some = search(predicate, space, node, found, &first);
  if (predicate.slot) StateSpace::set_memo(node, *predicate.slot, some);
  return first;
}

std::optional<Choice> Strategy::choose_at(StateSpace& space, Node& node) const {
  space.expand(node);
  if (node.edge_count == 0) return std::nullopt;
  std::uint32_t place = 0;
  std::uint32_t chosen = 0;
  const std::int32_t found =
      tsj_space_choose(space.tables(), &node, tables_.data(), code_.order.data(),
                       code_.order.size(), &place, &chosen);
  if (found < 0) space.rethrow();
  if (found != TSJ_HOLDS) return std::nullopt;
  const tsj_edge& edge = node.edges[chosen];
  const std::uint32_t number = code_.order[place];
  return Choice{edge.move, number, code_.predicates[number].name, space.state(*edge.node)};
}

std::optional<Choice> Strategy::choose(StateView state, Memory& memory) const {
  StateSpace& space = memory.space_;
  return space.query(state, [&](Node& node) { return choose_at(space, node); });
}

bool Strategy::holds(std::uint32_t predicate, StateView state, Memory& memory) const {
  const StrategyPredicate& asked = code_.predicates[predicate];
  StateSpace& space = memory.space_;
  return space.query(state, [&](Node& node) {
    if (asked.slot)
      if (const std::uint32_t known = StateSpace::memo(node, *asked.slot))
        return known == TSJ_MEMO_SOME;
    return first_node(asked, space, node) != nullptr;
  });
}

std::optional<StateView> Strategy::first(std::uint32_t predicate, StateView state,
                                         Memory& memory) const {
  StateSpace& space = memory.space_;
  return space.query(state, [&](Node& node) -> std::optional<StateView> {
    const Node* first = first_node(code_.predicates[predicate], space, node);
    if (!first) return std::nullopt;
    return space.state(*first);
  });
}

std::vector<State> Strategy::solutions(std::uint32_t predicate, StateView state,
                                       Memory& memory) const {
  StateSpace& space = memory.space_;
  return space.query(state, [&](Node& node) {
    std::vector<Node*> nodes;
    const auto found = [](void* env, tsj_node* solution) -> std::int32_t {
      auto& seen = *static_cast<std::vector<Node*>*>(env);
      if (std::find(seen.begin(), seen.end(), solution) == seen.end()) seen.push_back(solution);
      return 0;
    };
    search(code_.predicates[predicate], space, node, found, &nodes);
    std::vector<State> states;
    for (const Node* solution : nodes) {
      const StateView view = space.state(*solution);
      states.emplace_back(view.begin(), view.end());
    }
    return states;
  });
}

}  // namespace tesuji::runtime
