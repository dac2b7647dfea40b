#include "backend/proofs/sat/alike_unrolling.h"

#include <utility>

namespace tesuji::sat {

AlikeUnrolling::AlikeUnrolling(const ir::Net& net, std::size_t roles,
                               std::vector<std::uint32_t> witnesses, Unrolling::Start start)
    : net_(net), witnesses_(std::move(witnesses)) {
  for (std::size_t i = 0; i <= witnesses_.size(); ++i) {
    plays_.emplace_back(space_, net, roles, start);
  }
}

Literal AlikeUnrolling::goes_on(std::uint32_t time) {
  while (goes_on_.size() <= time) goes_on_.push_back(0);
  if (goes_on_[time] != 0) return goes_on_[time];
  const Literal on = solver().new_variable();
  for (Unrolling& play : plays_) {
    solver().add({-on, -play.ended(time)});
    solver().add({-on, play.moves_made(time)});
  }
  for (std::size_t i = 1; i < plays_.size(); ++i) make_alike(on, i, time);
  // Stored at the end, since a limit of the gates may interrupt the code above.
  return goes_on_[time] = on;
}

void AlikeUnrolling::make_alike(Literal on, std::size_t play, std::uint32_t time) {
  const std::uint32_t role = role_of(play);
  for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
    if (net_.moves[i].role == role) {
      make_same(on, plays_[0].move(i, time), plays_[play].move(i, time));
    }
  }
  for (const ir::NetAnswer& percept : net_.percepts) {
    if (percept.role != role) continue;
    make_same(on, plays_[0].literal(percept.holds, time),
              plays_[play].literal(percept.holds, time));
  }
}

Literal AlikeUnrolling::same(ir::Signal signal, std::uint32_t time, std::size_t a, std::size_t b) {
  return -gates().differ(plays_[a].literal(signal, time), plays_[b].literal(signal, time));
}

void AlikeUnrolling::make_same(Literal on, Literal a, Literal b) {
  solver().add({-on, -a, b});
  solver().add({-on, a, -b});
}

}  // namespace tesuji::sat
