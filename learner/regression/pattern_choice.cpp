#include "learner/regression/pattern_choice.h"

#include "learner/regression/fluent_words.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace tesuji::learner {
namespace {

using runtime::State;
using SquareId = std::uint32_t;
using Squares = std::vector<SquareId>;  ///< ascending

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
/// Fluents of a square, at most; more have too large tables.
constexpr std::size_t most_values = 16;
/// Sets of neighbours, at most.
constexpr std::size_t most_neighbourhoods = 100'000;
/// Larger nets have no patterns: the memory for their gates would be too much.
constexpr std::size_t most_nodes = 1'000'000;
/// Neighbourhoods that are tried until a pattern stops growing.
constexpr int growing_tries = 60;

/// Fluents, which of them hold in the states seen, and whose turn it is there.
class Observed {
 public:
  Observed(const runtime::Game& game, std::span<const std::string> names,
           std::span<const State> states)
      : states_(states) {
    for (const std::string& name : names) {
      const runtime::FluentPlace place = game.place_of(name);
      bits_.push_back(place.kind == runtime::FluentPlace::Kind::bit ? place.bit : no_bit);
    }
    const auto scratch = game.make_scratch();
    std::vector<std::vector<runtime::Move>> legal;
    for (const State& state : states) {
      game.legal(state, *scratch, legal);
      const bool first = legal[0].size() > 1;
      const bool second = legal[1].size() > 1;
      turns_.push_back(first == second ? Turn::unknown : first ? Turn::first : Turn::second);
    }
  }

  [[nodiscard]] bool has_bit(std::uint32_t fluent) const { return bits_[fluent] != no_bit; }
  [[nodiscard]] bool holds(std::uint32_t fluent, std::size_t state) const {
    const std::uint64_t bit = bits_[fluent];
    return (states_[state][bit / 64] >> bit % 64 & 1U) != 0;
  }
  [[nodiscard]] std::size_t count(std::uint32_t fluent) const {
    std::size_t count = 0;
    for (std::size_t state = 0; state < states_.size(); ++state) count += holds(fluent, state);
    return count;
  }
  /// Whether at most one of them holds in each state; and whether one always does.
  [[nodiscard]] std::pair<bool, bool> exclude(const std::vector<std::uint32_t>& fluents) const {
    bool always = true;
    for (std::size_t state = 0; state < states_.size(); ++state) {
      std::size_t held = 0;
      for (const std::uint32_t fluent : fluents) held += holds(fluent, state);
      if (held > 1) return {false, false};
      always = always && held == 1;
    }
    return {true, always};
  }
  /// Whether it holds exactly when it is role 0's turn.
  [[nodiscard]] bool shows_turn(std::uint32_t fluent) const {
    std::array<bool, 2> seen{};
    for (std::size_t state = 0; state < states_.size(); ++state) {
      if (turns_[state] == Turn::unknown) continue;
      const bool first = turns_[state] == Turn::first;
      if (holds(fluent, state) != first) return false;
      seen[first ? 0 : 1] = true;
    }
    return seen[0] && seen[1];
  }

 private:
  static constexpr std::uint64_t no_bit = runtime::FluentPlace::no_bit;
  enum class Turn : std::uint8_t { unknown, first, second };

  std::span<const State> states_;
  std::vector<std::uint64_t> bits_;  ///< by fluent
  std::vector<Turn> turns_;          ///< by state
};

/// The squares of a game; a fluent belongs to one at most.
struct Board {
  /// By square: its fluents, but not the most frequent one if one always holds, since it is
  /// implied.
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<SquareId> square_of;  ///< by fluent, none without one
};

Board find_squares(const Observed& observed, std::span<const std::string> names) {
  std::map<std::string, std::vector<std::uint32_t>> alike;
  for (std::uint32_t fluent = 0; fluent < names.size(); ++fluent) {
    if (!observed.has_bit(fluent)) continue;
    const auto words = words_of(names[fluent]);
    for (std::size_t left_out = 1; left_out < words.size(); ++left_out) {
      std::string key;
      for (std::size_t word = 0; word < words.size(); ++word) {
        key.append(" ").append(word == left_out ? "?" : words[word]);
      }
      alike[key].push_back(fluent);
    }
  }
  std::vector<std::vector<std::uint32_t>> sets;
  for (auto& [key, fluents] : alike) {
    if (fluents.size() > 1 && fluents.size() <= most_values) sets.push_back(std::move(fluents));
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (std::uint32_t fluent = 0; fluent < names.size(); ++fluent) {
    if (observed.has_bit(fluent)) sets.push_back({fluent});
  }
  Board board;
  board.square_of.assign(names.size(), none);
  for (std::vector<std::uint32_t>& set : sets) {
    set.erase(std::remove_if(set.begin(), set.end(),
                             [&](std::uint32_t fluent) { return board.square_of[fluent] != none; }),
              set.end());
    if (set.empty()) continue;
    const auto [exclusive, always] = observed.exclude(set);
    if (!exclusive || (set.size() == 1 && observed.count(set.front()) == 0)) continue;
    if (set.size() == 1 && always) continue;
    for (const std::uint32_t fluent : set) {
      board.square_of[fluent] = static_cast<SquareId>(board.values.size());
    }
    if (always) {
      set.erase(std::max_element(set.begin(), set.end(), [&](std::uint32_t a, std::uint32_t b) {
        return observed.count(a) < observed.count(b);
      }));
    }
    board.values.push_back(std::move(set));
  }
  return board;
}

/// Returns the sets of at least two and at most `most` squares on which some gate depends.
std::vector<Squares> find_neighbours(const ir::Net& net, const Board& board, std::size_t most) {
  struct Support {
    Squares squares;
    bool large = false;
  };
  std::vector<Support> supports(net.nodes.size());
  std::set<Squares> found;
  constexpr ir::NodeId nodes_at_a_time = 4096;
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (node % nodes_at_a_time == 0 && runtime::is_stop_requested()) throw runtime::Stopped();
    const ir::NetNode& at = net.nodes[node];
    Support& own = supports[node];
    if (at.kind == ir::NetNode::Kind::fluent) {
      const SquareId square = board.square_of[at.first];
      if (square != none) own.squares = {square};
    }
    if (at.kind != ir::NetNode::Kind::conjunction) continue;
    for (const ir::Signal input : net.inputs_of(node)) {
      const Support& other = supports[ir::node_of(input)];
      Squares both;
      std::set_union(own.squares.begin(), own.squares.end(), other.squares.begin(),
                     other.squares.end(), std::back_inserter(both));
      own.squares = std::move(both);
      own.large = own.large || other.large || own.squares.size() > most;
      if (own.large) break;
    }
    if (own.large) own.squares.clear();
    if (own.squares.size() > 1 && found.size() < most_neighbourhoods) found.insert(own.squares);
  }
  return {found.begin(), found.end()};
}

/// Grows patterns by neighbours.
class Growth {
 public:
  Growth(const Board& board, std::vector<Squares> neighbours, const PatternOptions& options)
      : board_(board),
        neighbours_(std::move(neighbours)),
        options_(options),
        of_square_(board.values.size()),
        covered_(board.values.size()),
        random_(options.seed) {
    for (std::size_t set = 0; set < neighbours_.size(); ++set) {
      for (const SquareId square : neighbours_[set]) of_square_[square].push_back(set);
    }
  }

  /// Returns the squares of the next pattern.
  Squares next() {
    Squares pattern;
    std::uint64_t entries = 1;
    add(least_covered(), pattern, entries);
    for (int tries = 0; tries < growing_tries && pattern.size() < options_.most_squares; ++tries) {
      const std::vector<std::size_t>& sets = of_square_[pattern[random_.below(pattern.size())]];
      for (const SquareId square : neighbours_[sets[random_.below(sets.size())]]) {
        add(square, pattern, entries);
      }
    }
    for (const SquareId square : pattern) ++covered_[square];
    std::sort(pattern.begin(), pattern.end());
    return pattern;
  }

 private:
  SquareId least_covered() {
    SquareId best = none;
    std::uint64_t equal = 0;
    for (SquareId square = 0; square < of_square_.size(); ++square) {
      if (of_square_[square].empty()) continue;
      if (best != none && covered_[square] > covered_[best]) continue;
      if (best == none || covered_[square] < covered_[best]) equal = 0;
      if (random_.below(++equal) == 0) best = square;
    }
    return best;
  }

  void add(SquareId square, Squares& pattern, std::uint64_t& entries) const {
    const std::uint64_t radix = board_.values[square].size() + 1;
    if (pattern.size() == options_.most_squares || entries * radix > options_.most_entries) return;
    if (std::find(pattern.begin(), pattern.end(), square) != pattern.end()) return;
    pattern.push_back(square);
    entries *= radix;
  }

  const Board& board_;
  std::vector<Squares> neighbours_;
  const PatternOptions& options_;
  std::vector<std::vector<std::size_t>> of_square_;  ///< sets of neighbours, by square
  std::vector<std::size_t> covered_;                 ///< number of patterns, by square
  runtime::Rng random_;
};

}  // namespace

std::optional<Patterns> choose_patterns(const runtime::Game& game, const ir::Net& net,
                                        std::span<const std::string> names,
                                        std::span<const State> states,
                                        const PatternOptions& options) {
  if (states.empty() || net.nodes.size() > most_nodes) return std::nullopt;
  const Observed observed(game, names, states);
  Board board = find_squares(observed, names);
  std::uint32_t turn = none;
  for (std::uint32_t fluent = 0; fluent < names.size() && turn == none; ++fluent) {
    if (observed.has_bit(fluent) && observed.shows_turn(fluent)) turn = fluent;
  }
  if (turn != none && board.square_of[turn] != none) {
    const SquareId square = board.square_of[turn];
    std::replace(board.square_of.begin(), board.square_of.end(), square, none);
  }
  std::vector<Squares> neighbours = find_neighbours(net, board, options.most_squares);
  if (neighbours.empty()) return std::nullopt;
  Patterns patterns;
  std::map<std::uint32_t, std::size_t> places;  // of fluents that are read
  const auto place = [&](std::uint32_t fluent) {
    const auto [found, is_new] = places.try_emplace(fluent, patterns.fluents.size());
    if (is_new) {
      patterns.fluents.push_back(names[fluent]);
      patterns.digits.emplace_back();
    }
    return found->second;
  };
  if (turn != none) patterns.turn = place(turn);
  Growth growth(board, std::move(neighbours), options);
  std::set<Squares> known;
  for (std::size_t number = 0; number < options.patterns; ++number) {
    const Squares squares = growth.next();
    if (!known.insert(squares).second) continue;
    const auto pattern = static_cast<std::uint32_t>(patterns.sizes.size());
    std::uint32_t radix = 1;
    for (const SquareId square : squares) {
      const std::vector<std::uint32_t>& values = board.values[square];
      for (std::uint32_t value = 0; value < values.size(); ++value) {
        patterns.digits[place(values[value])].push_back({pattern, radix * (value + 1)});
      }
      radix *= static_cast<std::uint32_t>(values.size()) + 1;
    }
    patterns.sizes.push_back(radix);
  }
  return patterns;
}

}  // namespace tesuji::learner
