#include "runtime/host/search/move_judge.h"

#include "runtime/host/search/two_roles.h"

#include <array>
#include <utility>

namespace tesuji::runtime {

MoveJudge::MoveJudge(std::shared_ptr<const Game> game, std::size_t memory, OrderMaker make_order)
    : game_(std::move(game)),
      turns_(*game_, {}),
      scratch_(game_->make_scratch()),
      solver_(game_, memory, std::move(make_order)) {}

std::optional<MoveJudge::Choice> MoveJudge::choice(StateView state) {
  if (game_->terminal(state, *scratch_)) return std::nullopt;
  Choice found;
  game_->legal(state, *scratch_, found.legal);
  if (found.legal[0].empty() || found.legal[1].empty()) return std::nullopt;
  const std::optional<Role> mover = choosing_role(turns_, found.legal);
  if (!mover) return std::nullopt;
  found.mover = *mover;
  return found;
}

std::optional<JudgedMove> MoveJudge::judge(StateView state, const Choice& choice, Move move,
                                           const ForwardLimits& limits) {
  const ForwardValue solved = solver_.solve(state, limits);
  if (!solved.is_exact()) return std::nullopt;
  const auto own = [&](std::int32_t margin) { return choice.mover == 0 ? margin : -margin; };
  JudgedMove judged{choice.mover, move, own(solved.low), 0, false, solved.move};
  const ForwardValue after = solver_.solve(state_after(state, choice, move), limits);
  if (!after.is_exact()) return std::nullopt;
  judged.after = own(after.low);
  judged.can_lose = !judged.keeps_value();
  for (const Move other : choice.legal[choice.mover]) {
    if (judged.can_lose) break;
    if (other == move) continue;
    const std::optional<bool> keeps =
        solver_.keeps(state, choice.mover, other, judged.value, limits);
    if (!keeps) return std::nullopt;
    judged.can_lose = !*keeps;
  }
  return judged;
}

State MoveJudge::state_after(StateView state, const Choice& choice, Move move) {
  std::array<Move, 2> joint{};
  joint[choice.mover] = move;
  joint[other_role(choice.mover)] = choice.legal[other_role(choice.mover)].front();
  State next(state.size());
  game_->next(state, joint, *scratch_, next);
  return next;
}

}  // namespace tesuji::runtime
