#include "runtime/host/perft.h"

#include "runtime/host/fnv.h"

#include <algorithm>
#include <unordered_map>

namespace tesuji::runtime {
namespace {

PerftCount saturating_add(PerftCount a, PerftCount b) {
  return a > perft_most - b ? perft_most : a + b;
}

struct HashState {
  std::size_t operator()(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : state) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

/// States of one level and the number of sequences that lead to each.
using Level = std::unordered_map<State, PerftCount, HashState>;

/// The joint moves of one state, counted through like an odometer.
class JointMoves {
 public:
  explicit JointMoves(const std::vector<std::vector<Move>>& legal) : legal_(legal) {
    for (const auto& moves : legal) {
      joint_.push_back(moves.empty() ? 0 : moves.front());
      if (moves.empty()) done_ = true;
    }
    at_.resize(legal.size());
  }
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] std::span<const Move> joint() const { return joint_; }
  void advance() {
    for (std::size_t role = legal_.size(); role-- > 0;) {
      if (++at_[role] < legal_[role].size()) {
        joint_[role] = legal_[role][at_[role]];
        return;
      }
      at_[role] = 0;
      joint_[role] = legal_[role].front();
    }
    done_ = true;
  }

 private:
  const std::vector<std::vector<Move>>& legal_;
  std::vector<std::size_t> at_;
  std::vector<Move> joint_;
  bool done_ = false;
};

class Counter {
 public:
  Counter(const Game& game, std::uint64_t budget, bool hashes)
      : game_(game), budget_(budget), hashes_(hashes), scratch_(game.make_scratch()) {
    const StateView initial = game.initial();
    level_.emplace(State(initial.begin(), initial.end()), 1);
  }

  PerftResult run(std::uint32_t depth) {
    for (std::uint32_t d = 1; d <= depth; ++d) {
      if (!expand()) {
        result_.complete = false;
        break;
      }
      summarise(d);
    }
    return std::move(result_);
  }

 private:
  /// Replaces level_ by the next one; false where that passes the budget.
  bool expand() {
    Level next;
    State successor(game_.state_words());
    for (const auto& [state, ways] : level_) {
      if (game_.terminal(state, *scratch_)) continue;
      game_.legal(state, *scratch_, legal_);
      for (JointMoves moves(legal_); !moves.done(); moves.advance()) {
        if (budget_ != 0 && result_.transitions == budget_) return false;
        ++result_.transitions;
        game_.next(state, moves.joint(), *scratch_, successor);
        PerftCount& count = next[successor];
        count = saturating_add(count, ways);
      }
    }
    level_ = std::move(next);
    return true;
  }

  void summarise(std::uint32_t depth) {
    PerftLevel summary;
    summary.depth = depth;
    summary.distinct = level_.size();
    for (const auto& [state, ways] : level_) {
      summary.sequences = saturating_add(summary.sequences, ways);
      if (game_.terminal(state, *scratch_))
        summary.terminal = saturating_add(summary.terminal, ways);
      if (hashes_) summary.hash_sum += hash_terms(game_.fluents(state));
    }
    result_.levels.push_back(summary);
  }

  const Game& game_;
  std::uint64_t budget_;
  bool hashes_;
  std::unique_ptr<Scratch> scratch_;
  Level level_;
  std::vector<std::vector<Move>> legal_;
  PerftResult result_;
};

}  // namespace

PerftResult perft(const Game& game, std::uint32_t depth, std::uint64_t budget, bool hashes) {
  return Counter(game, budget, hashes).run(depth);
}

std::string to_decimal(PerftCount count) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string count_text(PerftCount count) {
  return (count == perft_most ? ">=" : "") + to_decimal(count);
}

}  // namespace tesuji::runtime
