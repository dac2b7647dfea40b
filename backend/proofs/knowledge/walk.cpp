#include "backend/proofs/knowledge/walk.h"

#include "backend/proofs/observe/observed_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace tesuji::proofs {

namespace {

/// Returns the joint move of a play's step; nothing, with the reason in `wrong`, if it is not
/// legal.
std::optional<Moves> joint_move(Walk& walk, const PlayStep& step, std::string& wrong) {
  const runtime::Game& game = walk.game();
  const std::vector<Moves>& legal = walk.legal();
  if (step.joint.size() != legal.size()) {
    wrong = "it needs one move for each role";
    return std::nullopt;
  }
  Moves joint;
  for (std::size_t role = 0; role < legal.size(); ++role) {
    const std::optional<runtime::Move> move = game.find_move(step.joint[role]);
    if (!move || std::find(legal[role].begin(), legal[role].end(), *move) == legal[role].end()) {
      wrong = fmt::format("`{}` is not legal for {}", step.joint[role], game.roles()[role]);
      return std::nullopt;
    }
    joint.push_back(*move);
  }
  return joint;
}

}  // namespace

bool same(Known known, const View& a, const View& b) {
  switch (known) {
    case Known::terminal:
      return a.over == b.over;
    case Known::legal:
      return a.over || b.over || a.legal == b.legal;
    case Known::goal:
      return !a.over || !b.over || a.goals == b.goals;
  }
  return false;
}

const std::vector<Moves>& Walk::legal() {
  game_.legal(state_, *scratch_, legal_);
  return legal_;
}

std::vector<View> Walk::views() {
  std::vector<View> views(game_.roles().size());
  const bool over = this->over();
  std::vector<std::vector<std::string>> goals;
  if (over) {
    game_.goal(state_, *scratch_, goals);
  } else {
    game_.legal(state_, *scratch_, legal_);
  }
  for (std::size_t role = 0; role < views.size(); ++role) {
    views[role].over = over;
    if (!over) {
      views[role].legal = legal_[role];
      continue;
    }
    views[role].goals = std::move(goals[role]);
    std::erase_if(views[role].goals, [&](const std::string& goal) {
      return is_observed_goal(observer_.module(), goal);
    });
  }
  return views;
}

std::vector<std::vector<std::string>> Walk::percepts(const Moves& joint) {
  std::vector<std::vector<std::string>> percepts;
  game_.percepts(state_, joint, *scratch_, percepts);
  return percepts;
}

std::vector<std::vector<std::string>> Walk::advance(const Moves& joint) {
  std::vector<std::vector<std::string>> seen = percepts(joint);
  runtime::State next(game_.state_words());
  game_.next(state_, joint, *scratch_, next);
  state_ = std::move(next);
  return seen;
}

Play shown_play(const Observer& observer, std::span<const Moves> moves) {
  Play play;
  Walk walk(observer);
  for (std::size_t t = 0;; ++t) {
    PlayStep& step = play.steps.emplace_back();
    step.fluents = walk.fluents();
    if (t == moves.size()) break;
    for (const runtime::Move move : moves[t]) step.joint.push_back(walk.game().move_name(move));
    static_cast<void>(walk.advance(moves[t]));
  }
  play.violated = moves.size();
  return play;
}

std::string play_alike(std::uint32_t role, const Play& a, const Play& b, Walk& first,
                       Walk& second) {
  const std::span<const std::string> roles = first.game().roles();
  const std::size_t steps = a.steps.size();
  if (steps == 0 || b.steps.size() != steps) return "the plays are of different length";
  for (std::size_t t = 0;; ++t) {
    std::string wrong;
    std::array<std::vector<std::string>, 2> percepts;
    std::array<runtime::Move, 2> own{};
    for (const std::size_t i : {0U, 1U}) {
      Walk& walk = i == 0 ? first : second;
      const PlayStep& step = (i == 0 ? a : b).steps[t];
      std::vector<std::string> fluents = step.fluents;
      std::sort(fluents.begin(), fluents.end());
      fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
      if (walk.fluents() != fluents) return fmt::format("state {} has other fluents", t);
      if (t + 1 == steps) continue;
      if (walk.over()) return fmt::format("state {} is terminal, but moves are made", t);
      const std::optional<Moves> joint = joint_move(walk, step, wrong);
      if (!joint) return fmt::format("state {}: {}", t, wrong);
      own[i] = (*joint)[role];
      percepts[i] = walk.advance(*joint)[role];
    }
    if (t + 1 == steps) return {};
    if (own[0] != own[1]) return fmt::format("{} moves differently at {}", roles[role], t);
    if (percepts[0] != percepts[1]) {
      return fmt::format("{} sees different percepts after move {}", roles[role], t + 1);
    }
  }
}

}  // namespace tesuji::proofs
