#include "backend/plugin/game.h"

#include "backend/plugin/scratch.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::plugin {
namespace {

using runtime::Drawn;
using runtime::Move;
using runtime::Scratch;
using runtime::StateOut;
using runtime::StateView;

[[noreturn]] void fail(std::int32_t status) {
  if (status == TSJ_STOPPED) throw runtime::Stopped();
  throw runtime::LimitReached("a relation has more rows than the limit");
}

/// Throws runtime::LimitReached for negative statuses.
std::int32_t checked(std::int32_t status) {
  if (status < 0) [[unlikely]]
    fail(status);
  return status;
}

struct PluginScratch final : Scratch {
  explicit PluginScratch(std::shared_ptr<const Library> library)
      : library_(std::move(library)),
        memory_(library_->get(), 0, runtime::requested_stop_word()),
        work(memory_.get()),
        moves(library_->get().role_count),
        values(library_->get().role_count) {}

 private:
  std::shared_ptr<const Library> library_;  ///< scratch memory may outlive its game
  ScratchMemory memory_;

 public:
  tsj_work* work;
  std::vector<tsj_moves> moves;
  std::vector<std::int32_t> values;
};

/// Terms by role, as tsj_found_term brings them.
using TermsByRole = std::vector<std::vector<std::string>>;

/// Nothing may be thrown through the plugin's functions.
void collect(void* terms, std::uint32_t role, const char* term) noexcept {
  (*static_cast<TermsByRole*>(terms))[role].emplace_back(term);
}

/// As the plugin writes terms: one blank between arguments.
std::string canonical(std::string_view term) {
  std::string text;
  for (const std::string_view token : runtime::tokenize_term(term)) {
    if (!text.empty() && text.back() != '(' && token != ")") text += ' ';
    text += token;
  }
  return text;
}

/// By number where both are integers, as goals mostly are; else bytewise.
bool ascending(const std::string& a, const std::string& b) {
  const auto first = runtime::goal_value(a);
  const auto second = runtime::goal_value(b);
  return first && second ? *first < *second : a < b;
}

class PluginGame final : public runtime::Game {
 public:
  explicit PluginGame(std::shared_ptr<const Library> library)
      : library_(std::move(library)),
        plugin_(library_->get()),
        name_(plugin_.name),
        names_scratch_(library_) {
    for (std::uint32_t role = 0; role < plugin_.role_count; ++role) {
      roles_.emplace_back(plugin_.roles[role]);
    }
  }

  std::string_view name() const override { return name_; }
  std::span<const std::string> roles() const override { return roles_; }
  std::size_t state_words() const override { return plugin_.state_words; }
  StateView initial() const override { return {plugin_.initial, plugin_.state_words}; }
  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<PluginScratch>(library_);
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    auto& memory = static_cast<PluginScratch&>(scratch);
    checked(plugin_.legal(&plugin_, memory.work, state.data(), memory.moves.data()));
    moves.resize(roles_.size());
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      const tsj_moves& found = memory.moves[role];
      moves[role].assign(found.moves, found.moves + found.count);
    }
  }

  Drawn draw(StateView state, Scratch& scratch, runtime::Rng& rng,
             std::span<Move> joint) const override {
    return drawn_of(checked(
        plugin_.draw(&plugin_, work_of(scratch), state.data(), words_of(rng), joint.data())));
  }

  Drawn play_out(runtime::State& state, Scratch& scratch, runtime::Rng& rng,
                 std::uint64_t step_limit, std::uint64_t& steps) const override {
    std::uint64_t made = 0;
    const std::int32_t ended =
        plugin_.playout(&plugin_, work_of(scratch), words_of(rng), step_limit, state.data(), &made);
    steps += made;
    return drawn_of(checked(ended));
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    checked(plugin_.next(&plugin_, work_of(scratch), state.data(), joint.data(), out.data()));
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    return checked(plugin_.terminal(&plugin_, work_of(scratch), state.data())) == TSJ_HOLDS;
  }

  void goal(StateView state, Scratch& scratch, TermsByRole& goals) const override {
    goals.assign(roles_.size(), {});
    checked(plugin_.goals(&plugin_, work_of(scratch), state.data(), collect, &goals));
    for (std::vector<std::string>& terms : goals) {
      std::sort(terms.begin(), terms.end(), ascending);
      terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    }
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    auto& memory = static_cast<PluginScratch&>(scratch);
    checked(plugin_.goal_values(&plugin_, memory.work, state.data(), memory.values.data()));
    std::copy(memory.values.begin(), memory.values.end(), values.begin());
  }

  bool has_percepts() const override { return plugin_.has_percepts != 0; }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                TermsByRole& percepts) const override {
    percepts.assign(roles_.size(), {});
    checked(plugin_.percepts(&plugin_, work_of(scratch), state.data(), joint.data(), collect,
                             &percepts));
    for (std::vector<std::string>& terms : percepts) {
      std::sort(terms.begin(), terms.end());
      terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    }
  }

  std::vector<std::string> fluents(StateView state) const override {
    TermsByRole terms(1);
    const std::lock_guard lock(names_mutex_);
    checked(plugin_.fluents(&plugin_, names_scratch_.work, state.data(), collect, &terms));
    std::sort(terms[0].begin(), terms[0].end());
    return std::move(terms[0]);
  }

  std::optional<runtime::State> state_of(std::span<const std::string> fluents,
                                         std::string* unknown) const override {
    std::vector<std::string> texts;
    for (const std::string& fluent : fluents) texts.push_back(canonical(fluent));
    std::vector<const char*> terms;
    for (const std::string& text : texts) terms.push_back(text.c_str());
    runtime::State state(plugin_.state_words);
    const char* wrong = "";
    const std::lock_guard lock(names_mutex_);
    const std::int32_t status = plugin_.state_of(&plugin_, names_scratch_.work, terms.data(),
                                                 terms.size(), state.data(), &wrong);
    if (status == TSJ_UNKNOWN) {
      if (unknown != nullptr) *unknown = wrong;
      return std::nullopt;
    }
    checked(status);
    return state;
  }

  std::string move_name(Move move) const override {
    std::string name(plugin_.move_name(&plugin_, move, nullptr, 0) + 1, '\0');
    plugin_.move_name(&plugin_, move, name.data(), name.size());
    name.pop_back();
    return name;
  }

  std::optional<Move> find_move(std::string_view name) const override {
    Move move = 0;
    const std::string text = canonical(name);
    if (plugin_.find_move(&plugin_, text.c_str(), &move) != TSJ_OK) return std::nullopt;
    return move;
  }

  [[nodiscard]] const tsj_plugin& plugin() const { return plugin_; }

 private:
  /// The same four words, and what else writes to them is the plugin only.
  static tsj_random* words_of(runtime::Rng& rng) {
    static_assert(sizeof(tsj_random) == sizeof rng.words());
    return reinterpret_cast<tsj_random*>(rng.words().data());
  }
  static Drawn drawn_of(std::int32_t drawn) {
    return drawn == TSJ_TERMINAL ? Drawn::terminal
           : drawn == TSJ_STUCK  ? Drawn::stuck
                                 : Drawn::joint;
  }
  static tsj_work* work_of(Scratch& scratch) { return static_cast<PluginScratch&>(scratch).work; }

  std::shared_ptr<const Library> library_;
  const tsj_plugin& plugin_;
  std::string name_;
  std::vector<std::string> roles_;
  /// For questions about names, which come without scratch memory.
  mutable std::mutex names_mutex_;
  mutable PluginScratch names_scratch_;
};

}  // namespace

std::shared_ptr<const runtime::Game> make_game(std::shared_ptr<const Library> library) {
  return std::make_shared<const PluginGame>(std::move(library));
}

const tsj_plugin* plugin_of(const runtime::Game& game) {
  const auto* made = dynamic_cast<const PluginGame*>(&game);
  return made != nullptr ? &made->plugin() : nullptr;
}

}  // namespace tesuji::plugin
