// Random moves before a player takes over, so that matches of the same players differ.
#pragma once

#include "tools/play/seat.h"

#include <cstdint>
#include <memory>

namespace tesuji::tools {

/// Draws the role's first `choices` decisions of a match, which may be more than it has, from
/// random numbers of the seed, the round and the role alone; then `player` decides. So whoever has
/// the role begins the same. A player that is told all is told what was drawn.
class OpeningSeat final : public Seat {
 public:
  OpeningSeat(std::unique_ptr<Seat> player, runtime::Role role)
      : player_(std::move(player)), role_(role) {}

  /// Before each match.
  void set_opening(std::uint64_t seed, std::uint64_t round, std::uint32_t choices) {
    std::uint64_t mix = seed;
    const std::uint64_t mixed = runtime::splitmix64(mix);
    random_ = runtime::Rng(mixed + round, role_);
    left_ = choices;
  }

  [[nodiscard]] std::string description() const override { return player_->description(); }
  [[nodiscard]] std::optional<Decision> decide(const Situation& situation) override {
    const bool drawn = left_ > 0 && situation.legal.size() > 1;
    if (!drawn) return player_->decide(situation);
    --left_;
    return Decision{situation.legal[random_.below(situation.legal.size())], "opening", {}, {}};
  }

  void begin_match() override { player_->begin_match(); }
  void await_ready() override { player_->await_ready(); }
  [[nodiscard]] bool is_told_all() const override { return player_->is_told_all(); }
  void announce(const Situation& situation) override { player_->announce(situation); }
  void end_match(const LastTurn& last, bool finished) override {
    player_->end_match(last, finished);
  }

 private:
  std::unique_ptr<Seat> player_;
  runtime::Role role_;
  runtime::Rng random_{0};
  std::uint32_t left_ = 0;
};

}  // namespace tesuji::tools
