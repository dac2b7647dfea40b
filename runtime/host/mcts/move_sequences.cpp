#include "runtime/host/mcts/move_sequences.h"

namespace tesuji::runtime {
namespace {

/// Visits of a sequence that have full weight: older ones fade while the tree learns.
constexpr float most_visits = 1 << 20;

std::uint64_t sequence_key(std::uint64_t before, Role role, Move move) {
  std::uint64_t mix =
      before ^ (static_cast<std::uint64_t>(role) << 32U) ^ static_cast<std::uint64_t>(move);
  return splitmix64(mix);
}

}  // namespace

void MoveSequences::count(std::uint64_t before, Role role, Move move, double value, double visits) {
  if (entries_.empty()) entries_.resize(places);
  const std::uint64_t key = sequence_key(before, role, move);
  Entry& entry = entries_[key % places];
  if (entry.key != key) entry = {key, 0, 0};
  entry.total += static_cast<float>(value * visits);
  entry.visits += static_cast<float>(visits);
  if (entry.visits > most_visits) {
    entry.total /= 2;
    entry.visits /= 2;
  }
}

std::optional<double> MoveSequences::mean(std::uint64_t before, Role role, Move move,
                                          double least_visits) const {
  if (entries_.empty()) return std::nullopt;
  const std::uint64_t key = sequence_key(before, role, move);
  const Entry& entry = entries_[key % places];
  if (entry.key != key || entry.visits < least_visits) return std::nullopt;
  return entry.total / entry.visits;
}

}  // namespace tesuji::runtime
