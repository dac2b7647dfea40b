#include "runtime/host/game/net_game.h"

#include "runtime/host/memory/bit_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::size_t word_bits = 64;

std::size_t words_for(std::size_t bits) {
  return std::max<std::size_t>(1, (bits + word_bits - 1) / word_bits);
}

struct NetScratch final : Scratch {
  std::vector<std::uint64_t> work;
  std::vector<std::uint32_t> moves;  ///< NetFunction's
  std::vector<std::uint64_t> out;
};

bool is_set(StateView words, std::size_t bit) {
  return (words[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
}

/// found(bit) for each bit that is set, ascending, from `first` until before `last`.
template <typename Found>
void each_bit(const std::vector<std::uint64_t>& words, std::size_t first, std::size_t last,
              Found found) {
  for (std::size_t w = first / word_bits; w * word_bits < last; ++w) {
    std::uint64_t word = words[w];
    if (w == first / word_bits) word &= ~std::uint64_t{0} << (first % word_bits);
    for (; word != 0; word &= word - 1) {
      const std::size_t bit = w * word_bits + static_cast<std::size_t>(std::countr_zero(word));
      if (bit >= last) return;
      found(bit);
    }
  }
}

/// What answers about a state: the functions for all states, or those for its case.
class Cases {
 public:
  Cases(const NetCode& code, std::size_t roles) {
    answering_.push_back({0, code.legal, code.position, code.terminal, code.next,
                          std::vector<std::uint32_t>(roles, NetCase::several)});
    if (code.cases.size() > NetCode::most_cases) return;
    for (const NetCase& one : code.cases) {
      numbers_[std::size_t{1} << bits_.size()] = static_cast<std::uint8_t>(answering_.size());
      bits_.push_back(one.bit);
      answering_.push_back(one);
      answering_.back().only_moves.resize(roles, NetCase::several);
    }
  }

  [[nodiscard]] const NetCase& of(StateView state) const {
    std::size_t held = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      held |= std::size_t{is_set(state, bits_[i])} << i;
    }
    return answering_[numbers_[held]];
  }

 private:
  std::vector<NetCase> answering_;  ///< that for all states first
  std::vector<std::size_t> bits_;   ///< of the cases
  /// By which of these bits are set, in `answering_`.
  std::array<std::uint8_t, std::size_t{1} << NetCode::most_cases> numbers_{};
};

class NetGame final : public Game {
 public:
  NetGame(NetTables tables, NetCode code)
      : tables_(std::move(tables)), code_(std::move(code)), cases_(code_, tables_.roles.size()) {
    for (const NetCase& one : code_.cases) next_by_cases_ |= one.next != code_.next;
    first_bit_.push_back(0);
    for (const std::vector<Move>& moves : tables_.role_moves) {
      first_bit_.push_back(first_bit_.back() + moves.size());
      std::vector<std::uint32_t>& numbers = move_numbers_.emplace_back(
          tables_.moves.size() + 1, static_cast<std::uint32_t>(moves.size()));
      for (std::size_t i = 0; i < moves.size(); ++i) {
        numbers[moves[i]] = static_cast<std::uint32_t>(i);
      }
    }
    for (std::size_t i = 0; i < tables_.fluents.size(); ++i) bits_.emplace(tables_.fluents[i], i);
    for (std::size_t i = 0; i < tables_.moves.size(); ++i) numbers_.emplace(tables_.moves[i], i);
    for (const NetAnswerName& goal : tables_.goals) {
      goal_numbers_.push_back(goal_value(goal.term).value_or(no_goal));
    }
    by_name_.resize(tables_.fluents.size());
    std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
    std::sort(by_name_.begin(), by_name_.end(), [&](std::size_t a, std::size_t b) {
      return tables_.fluents[a] < tables_.fluents[b];
    });
  }

  std::string_view name() const override { return tables_.name; }
  std::span<const std::string> roles() const override { return tables_.roles; }
  std::size_t state_words() const override { return tables_.initial.size(); }
  StateView initial() const override { return tables_.initial; }

  std::unique_ptr<Scratch> make_scratch() const override {
    auto scratch = std::make_unique<NetScratch>();
    scratch->work.resize(tables_.scratch_words);
    scratch->moves.resize(tables_.roles.size());
    scratch->out.resize(words_for(
        std::max({first_bit_.back() + 1, tables_.goals.size(), tables_.percepts.size()})));
    return scratch;
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    const auto& out = ask_legal(cases_.of(state), state, scratch);
    moves.resize(tables_.roles.size());
    for (std::size_t role = 0; role < moves.size(); ++role) {
      moves[role].clear();
      each_bit(out, first_bit_[role], first_bit_[role + 1], [&](std::size_t bit) {
        moves[role].push_back(tables_.role_moves[role][bit - first_bit_[role]]);
      });
    }
  }

  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    const NetCase& answering = cases_.of(state);
    if (answering.position == nullptr && is_terminal(answering, state, scratch)) {
      return Drawn::terminal;
    }
    const auto& out = ask_legal(answering, state, scratch);
    if (answering.position != nullptr && is_set(out, first_bit_.back())) return Drawn::terminal;
    for (std::size_t role = 0; role < joint.size(); ++role) {
      std::uint32_t number = answering.only_moves[role];
      if (number == NetCase::several) {
        const std::size_t bit = choose_bit(out, first_bit_[role], first_bit_[role + 1], rng);
        if (bit == first_bit_[role + 1]) return Drawn::stuck;
        number = static_cast<std::uint32_t>(bit - first_bit_[role]);
      }
      joint[role] = tables_.role_moves[role][number];
    }
    return Drawn::joint;
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    auto& memory = static_cast<NetScratch&>(scratch);
    make(joint, memory);
    NetFunction function = code_.next;
    if (next_by_cases_) {
      const NetCase& answering = cases_.of(state);
      if (make_only_moves(answering, memory)) function = answering.next;
    }
    function(code_.self, state.data(), memory.moves.data(), memory.work.data(), out.data());
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    return is_terminal(cases_.of(state), state, scratch);
  }

  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    const auto& out = ask(code_.goals, state, nullptr, scratch);
    goals.assign(tables_.roles.size(), {});
    each_bit(out, 0, tables_.goals.size(), [&](std::size_t bit) {
      goals[tables_.goals[bit].role].push_back(tables_.goals[bit].term);
    });
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    const auto& out = ask(code_.goals, state, nullptr, scratch);
    constexpr int unset = -2;  // told apart from a goal that is no number
    std::fill(values.begin(), values.end(), unset);
    each_bit(out, 0, tables_.goals.size(), [&](std::size_t bit) {
      int& value = values[tables_.goals[bit].role];
      value = value == unset ? goal_numbers_[bit] : no_goal;
    });
    std::replace(values.begin(), values.end(), unset, no_goal);
  }

  bool has_percepts() const override { return tables_.has_percepts; }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    percepts.assign(tables_.roles.size(), {});
    if (code_.percepts == nullptr) return;
    auto& memory = static_cast<NetScratch&>(scratch);
    make(joint, memory);
    const auto& out = ask(code_.percepts, state, memory.moves.data(), scratch);
    each_bit(out, 0, tables_.percepts.size(), [&](std::size_t bit) {
      percepts[tables_.percepts[bit].role].push_back(tables_.percepts[bit].term);
    });
    for (std::vector<std::string>& terms : percepts) std::sort(terms.begin(), terms.end());
  }

  std::vector<std::string> fluents(StateView state) const override {
    std::vector<std::string> names;
    for (const std::size_t bit : by_name_) {
      if (is_set(state, bit)) names.push_back(tables_.fluents[bit]);
    }
    return names;
  }

  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    State state(state_words());
    for (const std::string& fluent : fluents) {
      const auto found = bits_.find(fluent);
      if (found == bits_.end()) {
        if (unknown != nullptr) *unknown = fluent;
        return std::nullopt;
      }
      state[found->second / word_bits] |= std::uint64_t{1} << (found->second % word_bits);
    }
    for (std::size_t word = 0; word < tables_.fixed.size(); ++word) {
      const std::uint64_t wrong = (state[word] ^ tables_.initial[word]) & tables_.fixed[word];
      if (wrong == 0) continue;
      const std::size_t bit = word * word_bits + static_cast<std::size_t>(std::countr_zero(wrong));
      if (unknown != nullptr) *unknown = tables_.fluents[bit];
      return std::nullopt;
    }
    return state;
  }

  std::string move_name(Move move) const override { return tables_.moves.at(move); }
  std::optional<Move> find_move(std::string_view name) const override {
    const auto found = numbers_.find(std::string(name));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }

 private:
  static constexpr int no_goal = -1;

  const std::vector<std::uint64_t>& ask(NetFunction function, StateView state,
                                        const std::uint32_t* moves, Scratch& scratch) const {
    auto& memory = static_cast<NetScratch&>(scratch);
    function(code_.self, state.data(), moves, memory.work.data(), memory.out.data());
    return memory.out;
  }

  const std::vector<std::uint64_t>& ask_legal(const NetCase& answering, StateView state,
                                              Scratch& scratch) const {
    return ask(answering.position != nullptr ? answering.position : answering.legal, state, nullptr,
               scratch);
  }

  bool is_terminal(const NetCase& answering, StateView state, Scratch& scratch) const {
    if (answering.position != nullptr) {
      return is_set(ask_legal(answering, state, scratch), first_bit_.back());
    }
    return is_set(ask(answering.terminal, state, nullptr, scratch), 0);
  }

  /// Whether each role makes a move of its own, and the only one where it has just one.
  bool make_only_moves(const NetCase& answering, const NetScratch& memory) const {
    bool as_known = true;
    for (std::size_t role = 0; role < memory.moves.size(); ++role) {
      const std::uint32_t made = memory.moves[role];
      const std::uint32_t only = answering.only_moves[role];
      as_known &= only == NetCase::several ? made < tables_.role_moves[role].size() : made == only;
    }
    return as_known;
  }

  void make(std::span<const Move> joint, NetScratch& memory) const {
    for (std::size_t role = 0; role < joint.size(); ++role) {
      const std::vector<std::uint32_t>& numbers = move_numbers_[role];
      memory.moves[role] = joint[role] < numbers.size() ? numbers[joint[role]] : numbers.back();
    }
  }

  NetTables tables_;
  NetCode code_;
  Cases cases_;
  bool next_by_cases_ = false;
  std::vector<std::size_t> first_bit_;  ///< of each role's moves, and one more
  /// By role and Move the number in role_moves; where there is none, and in a last element,
  /// how many these are.
  std::vector<std::vector<std::uint32_t>> move_numbers_;
  std::unordered_map<std::string, std::size_t> bits_;
  std::unordered_map<std::string, Move> numbers_;
  std::vector<int> goal_numbers_;
  std::vector<std::size_t> by_name_;  ///< fluents' bits, sorted by name
};

}  // namespace

std::shared_ptr<const Game> make_net_game(NetTables tables, NetCode code) {
  return std::make_shared<const NetGame>(std::move(tables), std::move(code));
}

}  // namespace tesuji::runtime
