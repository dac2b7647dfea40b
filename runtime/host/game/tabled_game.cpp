#include "runtime/host/game/tabled_game.h"

#include "runtime/host/game/move_codec.h"
#include "runtime/host/game/role_terms.h"
#include "runtime/host/game/state_codec.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tesuji::runtime {
namespace {

/// Scratch memory, and which state's rows its tables hold.
struct TabledScratch final : Scratch {
  TabledScratch(const GameTables& tables, std::size_t table_words)
      : block(tables.tables, tables.scratch_size), loaded(table_words) {}

  ScratchBlock block;
  State loaded;  ///< the words of fluents kept as rows
  bool has_loaded = false;
  std::vector<std::vector<Move>> moves;  ///< what draw chose from
  std::vector<Move> joint;               ///< what play_out drew last
  State next;                            ///< where play_out writes to
};

class TabledGame final : public Game {
 public:
  TabledGame(GameTables tables, std::shared_ptr<const GameCodeSlot> code)
      : tables_(std::move(tables)),
        code_(std::move(code)),
        states_(tables_.fluents, tables_.state_size),
        moves_(tables_.moves, tables_.roles),
        percepts_(tables_.percepts, tables_.roles),
        goal_terms_(tables_.goal_terms, tables_.roles),
        initial_(states_.encode(tables_.initial)) {
    if (!tables_.has_goal) return;
    for (const std::string& name : tables_.goal.columns[0]) {
      const auto role = std::find(tables_.roles.begin(), tables_.roles.end(), name);
      goal_roles_.push_back(static_cast<std::size_t>(role - tables_.roles.begin()));
    }
    for (const std::string& value : tables_.goal.columns[1])
      goal_numbers_.push_back(goal_value(value).value_or(no_goal));
  }

  std::string_view name() const override { return tables_.name; }
  std::span<const std::string> roles() const override { return tables_.roles; }
  std::size_t state_words() const override { return states_.words(); }
  StateView initial() const override { return initial_; }

  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<TabledScratch>(tables_, states_.words() - states_.first_table_word());
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    moves.resize(tables_.roles.size());
    for (std::vector<Move>& list : moves) list.clear();
    const GameCode& code = code_->current();
    if (code.legal == nullptr) return;
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    run(code, code.legal, state, memory, nullptr);
    moves_.collect(*memory.block.get(), moves);
  }

  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    const GameCode& code = code_->current();
    if (code.terminal == nullptr || code.legal_after_terminal == nullptr)
      return Game::draw(state, scratch, rng, joint);
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    if (run(code, code.terminal, state, memory, nullptr) == TSJ_HOLDS) return Drawn::terminal;
    run(code, code.legal_after_terminal, state, memory, nullptr);
    memory.moves.resize(tables_.roles.size());
    for (std::vector<Move>& list : memory.moves) list.clear();
    moves_.collect(*memory.block.get(), memory.moves);
    return choose_at_random(memory.moves, rng, joint) ? Drawn::joint : Drawn::stuck;
  }

  Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                 std::uint64_t& steps) const override {
    auto& memory = static_cast<TabledScratch&>(scratch);
    memory.joint.resize(tables_.roles.size());
    memory.next.resize(state.size());
    for (std::uint64_t step = 0; step < step_limit; ++step) {
      const Drawn drawn = draw(state, scratch, rng, memory.joint);
      if (drawn != Drawn::joint) return drawn;
      const GameCode& code = code_->current();
      const tsj_entry rest = code.next_after_legal != nullptr ? code.next_after_legal : code.next;
      find_next(code, rest, state, memory.joint, memory, memory.next);
      state.swap(memory.next);
      ++steps;
    }
    return terminal(state, scratch) ? Drawn::terminal : Drawn::joint;
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    const GameCode& code = code_->current();
    find_next(code, code.next, state, joint, static_cast<TabledScratch&>(scratch), out);
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    const GameCode& code = code_->current();
    if (code.terminal == nullptr) return false;
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    return run(code, code.terminal, state, memory, nullptr) == TSJ_HOLDS;
  }

  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    goals.resize(tables_.roles.size());
    for (auto& list : goals) list.clear();
    const GameCode& code = code_->current();
    if (code.goal == nullptr) return;
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    run(code, code.goal, state, memory, nullptr);
    if (!tables_.goal_terms.empty()) goal_terms_.collect(*memory.block.get(), goals);
    if (tables_.has_goal) collect_goals(*memory.block.get(), goals);
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    if (!tables_.goal_terms.empty()) {
      Game::goal_values(state, scratch, values);
      return;
    }
    std::fill(values.begin(), values.end(), no_goal);
    const GameCode& code = code_->current();
    if (!tables_.has_goal || code.goal == nullptr) return;
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    run(code, code.goal, state, memory, nullptr);
    constexpr int unset = -2;  // told apart from a goal that is no number
    std::fill(values.begin(), values.end(), unset);
    each_goal(*memory.block.get(), [&](std::size_t value, std::size_t role) {
      if (role < values.size())
        values[role] = values[role] == unset ? goal_numbers_[value] : no_goal;
    });
    std::replace(values.begin(), values.end(), unset, no_goal);
  }

  bool has_percepts() const override { return !tables_.percepts.empty(); }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    const GameCode& code = code_->current();
    if (code.sees == nullptr) {
      percepts.assign(tables_.roles.size(), {});
      return;
    }
    auto& memory = static_cast<TabledScratch&>(scratch);
    load(state, memory);
    tsj_scratch& block = *memory.block.get();
    moves_.make(joint, block);
    run(code, code.sees, state, memory, nullptr);
    moves_.unmake(block);
    percepts_.collect(block, percepts);
  }

  std::vector<std::string> fluents(StateView state) const override { return states_.names(state); }
  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    return states_.parse(fluents, unknown);
  }
  std::string move_name(Move move) const override { return moves_.name(move); }
  std::optional<Move> find_move(std::string_view name) const override { return moves_.find(name); }

 private:
  void find_next(const GameCode& code, tsj_entry entry, StateView state,
                 std::span<const Move> joint, TabledScratch& memory, StateOut out) const {
    // The entry empties the bits; the places of absent rows are ours.
    if (entry == nullptr || states_.has_tables()) std::fill(out.begin(), out.end(), 0);
    if (entry == nullptr) return;
    load(state, memory);
    tsj_scratch& block = *memory.block.get();
    moves_.make(joint, block);
    run(code, entry, state, memory, out.data());
    moves_.unmake(block);
    if (states_.has_tables()) states_.store(block, out);
  }

  /// Brings the state's rows into scratch memory, unless they are there already:
  /// the entries of one state are mostly asked one after the other.
  void load(StateView state, TabledScratch& memory) const {
    if (!states_.has_tables()) return;
    const StateView rows = state.subspan(states_.first_table_word());
    if (memory.has_loaded && std::equal(rows.begin(), rows.end(), memory.loaded.begin())) return;
    memory.has_loaded = false;
    try {
      states_.load(state, *memory.block.get());
    } catch (const LimitReached&) {
      memory.block.get()->status = TSJ_OK;
      throw;
    }
    std::copy(rows.begin(), rows.end(), memory.loaded.begin());
    memory.has_loaded = true;
  }

  std::int32_t run(const GameCode& code, tsj_entry entry, StateView state, TabledScratch& memory,
                   std::uint64_t* out) const {
    tsj_scratch* scratch = memory.block.get();
    scratch->stop = requested_stop_word();
    const std::int32_t status = entry(code.self, scratch, state.data(), out);
    scratch->stop = nullptr;  // the flag may be gone when the next state is loaded
    if (status >= 0) [[likely]]
      return status;
    scratch->status = TSJ_OK;
    moves_.unmake(*scratch);
    if (status == TSJ_STOPPED) throw Stopped();
    throw LimitReached("a relation has more rows than the limit");
  }

  /// found(position of the value, role) for every goal, in no particular order.
  template <typename Found>
  void each_goal(const tsj_scratch& scratch, Found found) const {
    const TableRelation& goal = tables_.goal;
    const std::size_t values = goal.columns[1].size();
    if (goal.storage == TableRelation::Storage::bits) {
      const auto* words =
          reinterpret_cast<const std::uint64_t*>(&scratch) + goal.scratch_offset / 8;
      const std::size_t bits = goal.columns[0].size() * values;
      for (std::size_t w = 0; w * 64 < bits; ++w)
        for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
          const std::size_t bit = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
          if (bit < bits) found(bit % values, goal_roles_[bit / values]);
        }
    } else {
      const tsj_table& table = scratch.tables[goal.table];
      for (std::uint32_t r = 0; r < table.count; ++r)
        found(table.rows[std::size_t{r} * 2 + 1], goal_roles_[table.rows[std::size_t{r} * 2]]);
    }
  }

  /// Puts the goals that are constants before what is in `goals`.
  void collect_goals(const tsj_scratch& scratch,
                     std::vector<std::vector<std::string>>& goals) const {
    std::vector<std::pair<std::size_t, std::size_t>> found;  // position of the value, role
    each_goal(scratch,
              [&](std::size_t value, std::size_t role) { found.emplace_back(value, role); });
    std::sort(found.rbegin(), found.rend());
    for (const auto& [value, role] : found)
      if (role < goals.size())
        goals[role].insert(goals[role].begin(), tables_.goal.columns[1][value]);
  }

  static constexpr int no_goal = -1;

  GameTables tables_;
  std::shared_ptr<const GameCodeSlot> code_;
  StateCodec states_;
  MoveCodec moves_;
  RoleTerms percepts_;
  RoleTerms goal_terms_;
  State initial_;
  std::vector<int> goal_numbers_;        ///< goal's column 1: position -> value, or no_goal
  std::vector<std::size_t> goal_roles_;  ///< goal's column 0: position -> role, or past the end
};

}  // namespace

GameCodeSlot::GameCodeSlot(GameCode first) {
  codes_.push_back(std::move(first));
  current_.store(&codes_.back(), std::memory_order_release);
}

void GameCodeSlot::exchange(GameCode code) {
  const std::lock_guard lock(mutex_);
  codes_.push_back(std::move(code));
  current_.store(&codes_.back(), std::memory_order_release);
}

std::shared_ptr<const Game> make_tabled_game(GameTables tables, GameCode code) {
  return make_tabled_game(std::move(tables), std::make_shared<GameCodeSlot>(std::move(code)));
}

std::shared_ptr<const Game> make_tabled_game(GameTables tables,
                                             std::shared_ptr<const GameCodeSlot> code) {
  return std::make_shared<const TabledGame>(std::move(tables), std::move(code));
}

}  // namespace tesuji::runtime
