#include "runtime/host/game/c_game.h"

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

[[noreturn]] void fail(std::int32_t status) {
  if (status == TSJ_STOPPED) throw Stopped();
  throw LimitReached("a relation has more rows than the limit");
}

/// Throws LimitReached for negative statuses.
std::int32_t checked(std::int32_t status) {
  if (status < 0) [[unlikely]]
    fail(status);
  return status;
}

struct CScratch final : Scratch {
  CScratch(std::shared_ptr<const void> owner, const tsj_plugin& of)
      : keep_(std::move(owner)), moves(of.role_count) {
    open(of);
  }

  /// For these tables from now on.
  void open(const tsj_plugin& of) {
    tables = &of;
    stop = requested_stop_word();
    memory_.emplace(of, 0, stop);
    work = memory_->get();
  }

 private:
  std::shared_ptr<const void> keep_;  ///< scratch memory may outlive its game
  std::optional<ScratchMemory> memory_;

 public:
  const tsj_plugin* tables;
  tsj_work* work;
  const volatile int* stop;  ///< that questions look at
  std::vector<tsj_moves> moves;
};

/// Tables and scratch memory of one question.
struct Asked {
  const tsj_plugin* tables;
  tsj_work* work;
};

/// Terms by role, as tsj_found_term receives them.
using TermsByRole = std::vector<std::vector<std::string>>;

/// Nothing may be thrown through functions in C.
void collect(void* terms, std::uint32_t role, const char* term) noexcept {
  (*static_cast<TermsByRole*>(terms))[role].emplace_back(term);
}

/// Whether it has one blank between arguments, and no others.
bool is_canonical(std::string_view term) {
  char before = '(';
  for (const char c : term) {
    if (is_blank(c) ? c != ' ' || before == ' ' || before == '(' : c == ')' && before == ' ')
      return false;
    if (c == '(' ? before != ' ' && before != '(' : before == ')' && c != ')' && c != ' ')
      return false;
    before = c;
  }
  return before != ' ';
}

/// As the functions write terms.
std::string canonical(std::string_view term) {
  if (is_canonical(term)) return std::string(term);
  return join_tokens(tokenize_term(term));
}

/// Numbers first, by value; then bytewise.
bool ascending(const std::string& a, const std::string& b) {
  const auto first = goal_value(a);
  const auto second = goal_value(b);
  if (first && second) return *first < *second;
  return first || second ? first.has_value() : a < b;
}

class CGame final : public Game {
 public:
  CGame(std::shared_ptr<const tsj_plugin> tables, CGameKind kind)
      : CGame(tables, *tables, nullptr, kind) {}
  CGame(std::shared_ptr<const void> keep, const std::atomic<const tsj_plugin*>& current,
        CGameKind kind)
      : CGame(std::move(keep), *current.load(), &current, kind) {}

  CGame(std::shared_ptr<const void> keep, const tsj_plugin& tables,
        const std::atomic<const tsj_plugin*>* current, CGameKind kind)
      : keep_(std::move(keep)),
        tables_(tables),
        own_(&tables),
        current_(current == nullptr ? &own_ : current),
        kind_(kind),
        name_(tables_.name) {
    for (std::uint32_t role = 0; role < tables_.role_count; ++role) {
      roles_.emplace_back(tables_.roles[role]);
    }
  }

  std::string_view name() const override { return name_; }
  std::span<const std::string> roles() const override { return roles_; }
  std::size_t state_words() const override { return tables_.state_words; }
  StateView initial() const override { return {tables_.initial, tables_.state_words}; }
  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<CScratch>(keep_, *current_->load(std::memory_order_acquire));
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    const Asked asked = ask(scratch);
    std::vector<tsj_moves>& lists = static_cast<CScratch&>(scratch).moves;
    checked(asked.tables->legal(asked.tables, asked.work, state.data(), lists.data()));
    moves.resize(roles_.size());
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      const tsj_moves& found = lists[role];
      moves[role].assign(found.moves, found.moves + found.count);
    }
  }

  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    const Asked asked = ask(scratch);
    return drawn_of(checked(
        asked.tables->draw(asked.tables, asked.work, state.data(), words_of(rng), joint.data())));
  }

  Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                 std::uint64_t& steps) const override {
    const Asked asked = ask(scratch);
    std::uint64_t made = 0;
    const std::int32_t ended = asked.tables->playout(asked.tables, asked.work, words_of(rng),
                                                     step_limit, state.data(), &made);
    steps += made;
    return drawn_of(checked(ended));
  }

  bool play_many(const ManyPlayouts& wanted, Scratch& scratch, ManyEnds& ends) const override {
    if (kind_ != CGameKind::memory) return false;
    const Asked asked = ask(scratch);
    const tsj_many many{wanted.start.data(), wanted.seed, wanted.first, wanted.count,
                        wanted.step_limit};
    tsj_batch_sums sums{};
    sums.shortest = UINT64_MAX;
    const std::int32_t status = tsj_play_many(asked.tables, asked.work, &many, &sums,
                                              ends.goal_sums.data(), ends.goal_counts.data());
    if (status == TSJ_UNKNOWN) return false;
    if (status != TSJ_STOPPED) checked(status);
    ends.playouts += sums.playouts;
    ends.terminal += sums.terminal;
    ends.cut += sums.cut;
    ends.stuck += sums.stuck;
    ends.steps += sums.steps;
    ends.shortest = std::min(ends.shortest, sums.shortest);
    ends.longest = std::max(ends.longest, sums.longest);
    ends.goals_missing += sums.goals_missing;
    ends.goals_ambiguous += sums.goals_several;
    ends.goals_not_integer += sums.goals_no_integer;
    return true;
  }

  void prepare_many() const override {
    if (kind_ != CGameKind::memory) return;
    const auto* const tables = current_->load(std::memory_order_acquire);
    const tsj_circuit* const circuit = static_cast<const tsj_game_data*>(tables->data)->circuit;
    if (circuit != nullptr && circuit->many != nullptr && tsj_many_code(circuit) == nullptr) {
      circuit->many->make(circuit->many);
    }
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    const Asked asked = ask(scratch);
    checked(asked.tables->next(asked.tables, asked.work, state.data(), joint.data(), out.data()));
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    const Asked asked = ask(scratch);
    return checked(asked.tables->terminal(asked.tables, asked.work, state.data())) == TSJ_HOLDS;
  }

  void goal(StateView state, Scratch& scratch, TermsByRole& goals) const override {
    const Asked asked = ask(scratch);
    goals.assign(roles_.size(), {});
    checked(asked.tables->goals(asked.tables, asked.work, state.data(), collect, &goals));
    for (std::vector<std::string>& terms : goals) {
      std::sort(terms.begin(), terms.end(), ascending);
      terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    }
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    const Asked asked = ask(scratch);
    checked(asked.tables->goal_values(asked.tables, asked.work, state.data(), values.data()));
  }

  bool has_percepts() const override { return tables_.has_percepts != 0; }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                TermsByRole& percepts) const override {
    const Asked asked = ask(scratch);
    percepts.assign(roles_.size(), {});
    checked(asked.tables->percepts(asked.tables, asked.work, state.data(), joint.data(), collect,
                                   &percepts));
    for (std::vector<std::string>& terms : percepts) {
      std::sort(terms.begin(), terms.end());
      terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    }
  }

  std::vector<std::string> fluents(StateView state) const override {
    TermsByRole terms(1);
    if (kind_ == CGameKind::memory) {
      std::string room(longest_term(), '\0');
      checked(tsj_find_fluents(&tables_, room.data(), state.data(), collect, &terms));
    } else {
      const std::lock_guard lock(names_mutex_);
      checked(tables_.fluents(&tables_, names_work(), state.data(), collect, &terms));
    }
    if (!std::is_sorted(terms[0].begin(), terms[0].end()))
      std::sort(terms[0].begin(), terms[0].end());
    return std::move(terms[0]);
  }

  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    std::vector<std::string> texts;
    std::vector<const char*> terms;
    texts.reserve(fluents.size());
    terms.reserve(fluents.size());
    for (const std::string& fluent : fluents) {
      const bool as_given = is_canonical(fluent);
      if (!as_given) texts.push_back(canonical(fluent));
      terms.push_back(as_given ? fluent.c_str() : texts.back().c_str());
    }
    State state(tables_.state_words);
    std::string wrong;
    const std::int32_t status = read_state(terms, state, wrong);
    const bool checks = state_facts() != nullptr;
    const StateFact* violated = nullptr;
    if (checks && (status == TSJ_OK || (status == TSJ_UNKNOWN && state_facts()->knows(wrong)))) {
      violated = state_facts()->violated(std::vector<std::string>(terms.begin(), terms.end()));
    }
    if (status == TSJ_UNKNOWN && violated == nullptr) {
      const auto given = std::find(terms.begin(), terms.end(), wrong);
      if (unknown != nullptr)
        *unknown = given == terms.end() ? wrong : fluents[given - terms.begin()];
      return std::nullopt;
    }
    if (status == TSJ_LIMIT) throw LimitReached("more fluents hold than a state has room for");
    if (violated == nullptr) return state;
    if (unknown != nullptr) *unknown = text_of(*violated);
    return std::nullopt;
  }

  FluentPlace place_of(std::string_view fluent) const override {
    if (kind_ != CGameKind::memory) return {};  // functions of libraries do not tell
    std::uint64_t bit = FluentPlace::no_bit;
    switch (tsj_place_of(&tables_, canonical(fluent).c_str(), &bit)) {
      case TSJ_PLACE_BIT:
        return {FluentPlace::Kind::bit, bit};
      case TSJ_PLACE_ALWAYS:
        return {FluentPlace::Kind::always, bit};
      case TSJ_PLACE_NEVER:
        return {FluentPlace::Kind::never};
      default:
        return {};
    }
  }

  std::string move_name(Move move) const override {
    std::array<char, 128> room;
    const std::size_t length = tables_.move_name(&tables_, move, room.data(), room.size());
    if (length < room.size()) return {room.data(), length};
    std::string name(length + 1, '\0');
    tables_.move_name(&tables_, move, name.data(), name.size());
    name.pop_back();
    return name;
  }

  std::optional<Move> find_move(std::string_view name) const override {
    Move move = 0;
    const std::string text = canonical(name);
    if (tables_.find_move(&tables_, text.c_str(), &move) != TSJ_OK) return std::nullopt;
    return move;
  }

  [[nodiscard]] const tsj_plugin* tables(CGameKind kind) const {
    return kind == kind_ ? &tables_ : nullptr;
  }
  [[nodiscard]] const std::atomic<const tsj_plugin*>* source() const { return current_; }

 private:
  /// The same four words; nothing else of them is seen by functions in C.
  static tsj_random* words_of(Rng& rng) {
    static_assert(sizeof(tsj_random) == sizeof rng.words());
    return reinterpret_cast<tsj_random*>(rng.words().data());
  }
  static Drawn drawn_of(std::int32_t drawn) {
    return drawn == TSJ_TERMINAL ? Drawn::terminal
           : drawn == TSJ_STUCK  ? Drawn::stuck
                                 : Drawn::joint;
  }
  Asked ask(Scratch& scratch) const {
    auto& memory = static_cast<CScratch&>(scratch);
    const tsj_plugin* const tables = current_->load(std::memory_order_acquire);
    if (tables != memory.tables) [[unlikely]]
      memory.open(*tables);
    if (kind_ == CGameKind::memory) {
      const volatile int* stop = requested_stop_word();
      if (stop != memory.stop) {
        tsj_watch(memory.work, stop);
        memory.stop = stop;
      }
    }
    return {tables, memory.work};
  }

  /// As tsj_plugin::state_of.
  std::int32_t read_state(const std::vector<const char*>& terms, State& state,
                          std::string& wrong) const {
    const char* found = "";
    std::int32_t status = TSJ_OK;
    if (kind_ == CGameKind::memory) {
      std::string room(longest_term(), '\0');
      status =
          tsj_read_state(&tables_, room.data(), terms.data(), terms.size(), state.data(), &found);
      wrong = found;
    } else {
      const std::lock_guard lock(names_mutex_);
      status = tables_.state_of(&tables_, names_work(), terms.data(), terms.size(), state.data(),
                                &found);
      wrong = found;
    }
    return status;
  }

  [[nodiscard]] std::size_t longest_term() const {
    return static_cast<const tsj_game_data*>(tables_.data)->longest_term;
  }

  /// Of the mutex.
  tsj_work* names_work() const {
    if (names_scratch_ == nullptr) names_scratch_ = std::make_unique<CScratch>(keep_, tables_);
    return names_scratch_->work;
  }

  std::shared_ptr<const void> keep_;
  const tsj_plugin& tables_;  ///< the first ones
  const std::atomic<const tsj_plugin*> own_;
  const std::atomic<const tsj_plugin*>* current_;
  CGameKind kind_;
  std::string name_;
  std::vector<std::string> roles_;
  /// For questions about names, which come without scratch memory; libraries need it.
  mutable std::mutex names_mutex_;
  mutable std::unique_ptr<CScratch> names_scratch_;
};

}  // namespace

std::shared_ptr<const Game> make_c_game(std::shared_ptr<const tsj_plugin> tables, CGameKind kind) {
  return std::make_shared<const CGame>(std::move(tables), kind);
}

std::shared_ptr<const Game> make_c_game(std::shared_ptr<const void> keep,
                                        const std::atomic<const tsj_plugin*>& current,
                                        CGameKind kind) {
  return std::make_shared<const CGame>(std::move(keep), current, kind);
}

const std::atomic<const tsj_plugin*>* c_source_of(const Game& game) {
  const auto* made = dynamic_cast<const CGame*>(&game);
  return made != nullptr ? made->source() : nullptr;
}

const tsj_plugin* c_tables_of(const Game& game, CGameKind kind) {
  const auto* made = dynamic_cast<const CGame*>(&game);
  return made != nullptr ? made->tables(kind) : nullptr;
}

namespace {

void* resize(void* /*context*/, void* memory, std::size_t bytes) {
  if (bytes > 0) return std::realloc(memory, bytes);
  std::free(memory);
  return nullptr;
}

}  // namespace

ScratchMemory::ScratchMemory(const tsj_plugin& plugin, std::uint64_t byte_limit,
                             const volatile int* stop)
    : plugin_(plugin) {
  const std::size_t bytes = plugin.scratch_bytes(&plugin);
  constexpr std::size_t alignment = 64;
  memory_.reset(static_cast<tsj_work*>(
      std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)));
  if (memory_ == nullptr) throw std::bad_alloc();
  const tsj_memory_source source{resize, nullptr, stop, 0, byte_limit};
  if (plugin.open_scratch(&plugin, get(), &source) < 0) throw std::bad_alloc();
}

ScratchMemory::~ScratchMemory() {
  plugin_.close_scratch(&plugin_, get());
}

}  // namespace tesuji::runtime
