#include "learner/migo/migo.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

// --- Credit

using runtime::Node;
using runtime::StateSpace;

void ProvedCredit::play_by(const LearnedProgram& program) {
  levels_.clear();
  for (const LearnedPredicate* predicate : program.playing()) {
    if (predicate->goal != Goal::win) continue;
    levels_.resize(std::max<std::size_t>(levels_.size(), predicate->level));
    levels_[predicate->level - 1] = predicate->definition;
  }
  failed_.clear();
}

/// Returns the level of a win, at most `depth`, that a move to this board keeps for the role that
/// makes it.
std::optional<std::uint32_t> ProvedCredit::keeps_win(Node& to, std::uint32_t depth) {
  StateSpace& space = properties_.space();
  if (depth == 0) return std::nullopt;
  if (space.won(to)) return 1;
  space.expand(to);
  if (to.edge_count == 0) return std::nullopt;
  std::uint32_t longest = 0;
  for (std::uint32_t edge = 0; edge < to.edge_count; ++edge) {
    const auto level = wins(*space.successor(to, edge), depth - 1);
    if (!level) return std::nullopt;
    longest = std::max(longest, *level);
  }
  return longest + 1;
}

std::optional<std::uint32_t> ProvedCredit::wins(Node& node, std::uint32_t depth) {
  if (const auto known = won_.find(node.number); known != won_.end() && known->second <= depth) {
    return known->second;
  }
  depth = std::min(depth, deepest());
  if (depth == 0) return std::nullopt;
  if (const auto known = failed_.find(node.number);
      known != failed_.end() && known->second >= depth) {
    return std::nullopt;
  }
  properties_.space().poll();
  for (std::uint32_t level = 1; level <= depth; ++level) {
    if (!levels_[level - 1]) continue;
    Node* const to = properties_.first(*levels_[level - 1], node);
    const auto proved = to ? keeps_win(*to, level) : std::nullopt;
    if (!proved) continue;
    const auto [place, fresh] = won_.try_emplace(node.number, *proved);
    if (!fresh) place->second = std::min(place->second, *proved);
    return *proved;
  }
  failed_[node.number] = depth;
  return std::nullopt;
}

std::vector<CreditedMove> ProvedCredit::credit(std::span<Node* const> boards) {
  std::vector<CreditedMove> credited;
  if (boards.size() < 2) return credited;
  bool drawn = properties_.space().drawn(*boards.back());
  for (std::size_t i = boards.size() - 1; i-- > 0;) {
    Node& from = *boards[i];
    Node& to = *boards[i + 1];
    const auto known = wins(from, deepest());
    const auto level = keeps_win(to, deepest() + 1);
    if (level && !(known && *known <= *level)) {
      credited.push_back({Goal::win, *level, &from, &to});
      const auto [place, fresh] = won_.try_emplace(from.number, *level);
      if (!fresh) place->second = std::min(place->second, *level);
    }
    drawn = drawn && !known && !level;
    if (drawn) {
      const auto depth = static_cast<std::uint32_t>((boards.size() - i) / 2);
      credited.push_back({Goal::draw, depth, &from, &to});
    }
  }
  return credited;
}

bool ProvedCredit::is_drawn(Node& from, Node& to) {
  return !wins(from, deepest()) && !wins(to, deepest());
}

// --- The learner

namespace {

/// Returns the definitions of a program's wins, independent of their names.
std::vector<StateProperties::Id> wins_of(const LearnedProgram& program) {
  std::vector<StateProperties::Id> result;
  for (const LearnedPredicate* predicate : program.playing()) {
    if (predicate->goal == Goal::win) result.push_back(predicate->definition);
  }
  return result;
}

}  // namespace

Migo::Migo(StateProperties& properties, std::uint32_t levels, MigoOptions options, Advice* advice)
    : properties_(properties),
      options_(options),
      advice_(advice),
      learning_(properties, options.learning),
      refutations_(properties.space()),
      credit_(properties),
      memory_{LevelExamples(std::max<std::uint32_t>(levels, 3)), 0, false} {}

std::optional<ChosenMove> Migo::choose(Node& node) {
  for (const Goal goal : {Goal::win, Goal::draw}) {
    const std::uint32_t last =
        std::max(memory_.examples.levels(), advice_ ? advice_->levels(goal) : 0);
    for (std::uint32_t level = 1; level <= last; ++level) {
      Node* next = nullptr;
      if (const LearnedPredicate* predicate = program_.find(goal, level)) {
        next = properties_.first(predicate->definition, node);
      } else if (advice_) {
        next = advice_->first(goal, level, node);
      }
      if (next) return ChosenMove{next, goal, level};
    }
  }
  return std::nullopt;
}

bool Migo::knows_win(Node& node, const ChosenMove& chosen) {
  if (options_.perfect) return chosen.goal == Goal::win;
  return credit_.wins(node, memory_.examples.levels()).has_value();
}

LearningReport Migo::finish(std::span<Node* const> boards, runtime::Role learner, Outcome outcome) {
  MigoMemory before = memory_;
  try {
    if (!options_.perfect) {
      label_proved(boards, learner, outcome);
      return learn();
    }
    if (options_.labelling == Labelling::mixed && memory_.wins_changed) drop_won_examples();
    label(boards, learner, outcome);
    if (options_.learning.refutes()) refutations_.record(boards, learner, outcome);
    return learn();
  } catch (...) {
    memory_ = std::move(before);
    throw;
  }
}

void Migo::resume(MigoMemory memory) {
  const std::uint32_t stable_games = memory.stable_games;
  const bool wins_changed = memory.wins_changed;
  memory_ = std::move(memory);
  learn();
  memory_.stable_games = stable_games;
  memory_.wins_changed = wins_changed;
}

LearningReport Migo::learn() {
  LearningReport report;
  const std::vector<StateProperties::Id> before = wins_of(program_);
  program_ = learning_.learn(memory_.examples,
                             options_.learning.refutes() ? &refutations_ : nullptr, report);
  const std::vector<StateProperties::Id> wins = wins_of(program_);
  memory_.wins_changed = wins != before;
  memory_.stable_games = memory_.wins_changed || wins.empty() ? 0 : memory_.stable_games + 1;
  if (!options_.perfect) credit_.play_by(program_);
  return report;
}

bool Migo::wins_from(Node& node, std::uint32_t depth) {
  for (std::uint32_t level = 1; level <= depth; ++level) {
    const LearnedPredicate* predicate = program_.find(Goal::win, level);
    if (predicate && properties_.any(predicate->definition, node)) return true;
  }
  return false;
}

void Migo::label(std::span<Node* const> boards, runtime::Role learner, Outcome outcome) {
  if (outcome == Outcome::lost || boards.size() < 2) return;
  Node& start = *boards.front();
  const auto depth = static_cast<std::uint32_t>(boards.size() / 2);
  if (wins_from(start, depth)) return;
  const Goal goal = outcome == Outcome::won ? Goal::win : Goal::draw;
  if (options_.labelling == Labelling::separated) {
    const bool draws = memory_.stable_games >= options_.stability;
    if (draws != (goal == Goal::draw)) return;
  }
  if (goal == Goal::draw) {
    const LearnedPredicate* predicate = program_.find(Goal::draw, depth);
    if (predicate && properties_.any(predicate->definition, start)) return;
  }
  for (std::size_t i = 0; i + 1 < boards.size(); ++i) {
    const auto level = static_cast<std::uint32_t>((boards.size() - i) / 2);
    if (goal == Goal::win && runtime::StateSpace::mover(*boards[i]) != learner) continue;
    memory_.examples.add(goal, level,
                         {properties_.value(*boards[i]), properties_.value(*boards[i + 1])});
  }
}

/// Labels examples of either role, each once.
void Migo::label_proved(std::span<Node* const> boards, runtime::Role learner, Outcome outcome) {
  if (memory_.wins_changed) drop_undrawn_examples();
  const bool draws =
      options_.labelling == Labelling::mixed || memory_.stable_games >= options_.stability;
  for (const CreditedMove& move : credit_.credit(boards)) {
    if (move.goal == Goal::draw && !draws) continue;
    if (options_.grow) memory_.examples.grow(move.level + 3);  // always keeps one more level
    const MoveExample example{properties_.value(*move.from), properties_.value(*move.to)};
    if (move.level < memory_.examples.levels()) {
      const auto& known = memory_.examples.of(move.goal)[move.level];
      if (std::find(known.begin(), known.end(), example) != known.end()) continue;
    }
    memory_.examples.add(move.goal, move.level, example);
  }
  if (!options_.learning.refutes()) return;
  refutations_.record_any(boards, learner, outcome);
  const auto deepest = memory_.examples.levels();
  for (std::size_t i = 0; i + 1 < boards.size(); ++i) {
    if (credit_.wins(*boards[i + 1], deepest)) refutations_.record_loss(*boards[i], *boards[i + 1]);
  }
}

/// Drops examples of draws that known wins now disprove.
void Migo::drop_undrawn_examples() {
  for (std::vector<MoveExample>& draws : memory_.examples.of(Goal::draw)) {
    std::erase_if(draws, [&](const MoveExample& example) {
      return !credit_.is_drawn(properties_.node(example.from), properties_.node(example.to));
    });
  }
}

/// Drops examples of draws that start on a board where a win is known now.
void Migo::drop_won_examples() {
  LevelExamples::Row& draws = memory_.examples.of(Goal::draw);
  for (std::uint32_t level = 1; level < draws.size(); ++level) {
    std::erase_if(draws[level], [&](const MoveExample& example) {
      return wins_from(properties_.node(example.from), level);
    });
  }
}

}  // namespace tesuji::learner
