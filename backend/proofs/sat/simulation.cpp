#include "backend/proofs/sat/simulation.h"

#include <algorithm>
#include <utility>

namespace tesuji::sat {

void Simulation::evaluate(const NetState& state, const NetMoves& moves) {
  std::vector<bool> made(net_.moves.size(), false);
  for (const std::uint32_t move : moves) {
    if (move != ir::no_id) made[move] = true;
  }
  for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
    const ir::NetNode& some = net_.nodes[node];
    switch (some.kind) {
      case ir::NetNode::Kind::constant:
        values_[node] = false;
        break;
      case ir::NetNode::Kind::fluent:
        values_[node] = state[some.first];
        break;
      case ir::NetNode::Kind::move:
        values_[node] = made[some.first];
        break;
      case ir::NetNode::Kind::conjunction: {
        const auto inputs = net_.inputs_of(node);
        values_[node] = std::all_of(inputs.begin(), inputs.end(),
                                    [&](ir::Signal signal) { return value(signal); });
        break;
      }
    }
  }
}

NetState Simulation::next() const {
  NetState state(net_.fluents.size());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = value(net_.fluents[i].next);
  return state;
}

NetState Simulation::initial() const {
  NetState state(net_.fluents.size());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = net_.fluents[i].initially;
  return state;
}

namespace {

constexpr std::size_t fewest_steps = 40;
constexpr std::size_t most_steps = 1'000;

}  // namespace

SampledPlays::SampledPlays(const ir::Net& net, std::size_t roles, std::uint64_t seed)
    : net_(net),
      roles_(roles),
      random_(seed),
      state_(net.fluents.size()),
      moves_(net.moves.size(), 0),
      nodes_(net.nodes.size(), 0) {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    state_[i] = net_.fluents[i].initially ? ~std::uint64_t{0} : 0;
  }
  choose_moves();
}

void SampledPlays::step() {
  std::vector<std::uint64_t> next(state_.size());
  for (std::size_t i = 0; i < next.size(); ++i) {
    const std::uint64_t initially = net_.fluents[i].initially ? ~std::uint64_t{0} : 0;
    next[i] = (value(net_.fluents[i].next) & moving_) | (initially & ~moving_);
  }
  state_ = std::move(next);
  choose_moves();
}

void SampledPlays::evaluate() {
  for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
    const ir::NetNode& some = net_.nodes[node];
    std::uint64_t word = 0;
    switch (some.kind) {
      case ir::NetNode::Kind::constant:
        break;
      case ir::NetNode::Kind::fluent:
        word = state_[some.first];
        break;
      case ir::NetNode::Kind::move:
        word = moves_[some.first];
        break;
      case ir::NetNode::Kind::conjunction:
        word = ~std::uint64_t{0};
        for (const ir::Signal input : net_.inputs_of(node)) word &= value(input);
        break;
    }
    nodes_[node] = word;
  }
}

void SampledPlays::choose_moves() {
  std::fill(moves_.begin(), moves_.end(), 0);
  evaluate();
  moving_ = ~value(net_.terminal);
  std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> legal(roles_);
  for (std::uint32_t move = 0; move < net_.moves.size(); ++move) {
    const std::uint64_t word = value(net_.moves[move].legal);
    if (word != 0) legal[net_.moves[move].role].emplace_back(move, word);
  }
  std::vector<std::uint32_t> choices;
  for (const auto& moves : legal) {
    std::uint64_t some = 0;
    for (const auto& [move, word] : moves) some |= word;
    moving_ &= some;
  }
  for (const auto& moves : legal) {
    for (std::uint32_t game = 0; game < 64; ++game) {
      const std::uint64_t bit = std::uint64_t{1} << game;
      if ((moving_ & bit) == 0) continue;
      choices.clear();
      for (const auto& [move, word] : moves) {
        if ((word & bit) != 0) choices.push_back(move);
      }
      moves_[choices[random_() % choices.size()]] |= bit;
    }
  }
  evaluate();
}

std::size_t steps_for(const ir::Net& net, std::uint64_t nodes) {
  return std::clamp(static_cast<std::size_t>(nodes / std::max<std::size_t>(net.nodes.size(), 1)),
                    fewest_steps, most_steps);
}

}  // namespace tesuji::sat
