// Computes the values of states that level_search.h has found. Internal to this folder.
//
// If each move leads to the next level, one pass over each level (level_pass.h), from the last one
// backwards, is enough. Otherwise moves can lead back to earlier levels, and passes over all levels
// are repeated until nothing changes:
//
// 1. A state whose successors are all known becomes known. If no state can repeat, this is enough.
// 2. Bounds of margins, if some states are still unknown. `low` is the margin that role 0 can force
//    if endless play counted as the worst for it: the least fixpoint of the best successor's bound;
//    `high` is the greatest one. The margin is low if low > 0, high if high < 0, and else 0, the
//    value of endless play.
// 3. Plies of won and lost states: one more than the least, or the most, of the successors that
//    keep the margin. They only decrease from "not known"; when nothing changes they are right, by
//    induction on the plies.
// 4. Plies of draws in which all play that keeps the draw ends, once all such successors are known.
// 5. Plies of other draws that can be ended: one more than the least. The remaining states are
//    endless.
// 6. Replaces the search's results in the levels by the values.
//
// The values are those of minimax.cpp, which has the proof.
//
// In each stage values only increase, or only decrease, to the same fixpoint from any intermediate
// point: so a file of them is always a valid checkpoint. The input of a stage is in separate files,
// which no rank changes before all ranks have recorded the stage.
#pragma once

#include "runtime/host/partition/level.h"
#include "runtime/host/partition/level_pass.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/rank_files.h"
#include "runtime/host/partition/value_code.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// The constructor's arguments must outlive it.
template <typename Key>
class CyclicValues {
 public:
  CyclicValues(std::vector<Level<Key>>& levels, const ValueCode& code, Ranks& ranks,
               const PartitionOptions& options, const RankFiles& files, LevelPass<Key>& pass)
      : levels_(levels),
        code_(code),
        ranks_(ranks),
        options_(options),
        files_(files),
        pass_(pass) {}

  /// Turns all values into codes of ValueCode. Continues from `progress`, and updates it.
  void run(Progress& progress) {
    if (progress.valued_from > 0) {
      if (files_.on_disk()) {
        for (const Level<Key>& level : levels_) found_.push_back(level.values);
      }
      auto stage = static_cast<Stage>(progress.stage);
      open(stage, progress);
      while (stage != Stage::copied) {
        stage = finish_stage(stage, progress);
        note(stage, progress);
      }
      copy(progress);
    }
    remove(all_lists);
  }

 private:
  using Value = typename LevelPass<Key>::Value;
  using Values = typename LevelPass<Key>::Values;

  /// What is being computed, or comes next (Progress::stage).
  enum class Stage : std::uint64_t { none, exact, margins, plies, long_draws, short_draws, copied };

  // Names of the lists of values of each level, used as file names.
  static constexpr std::string_view exact_list = "exact";    ///< codes, or unknown_value
  static constexpr std::string_view bounds_list = "bounds";  ///< codes of margins
  static constexpr std::string_view plies_list = "plies";    ///< codes, with or without known plies
  static constexpr std::string_view known_list = "known";    ///< codes that are final; else
                                                             ///< unknown_value
  static constexpr std::string_view ended_list = "ended";    ///< as known_list, including drawn-out
                                                             ///< draws
  static constexpr std::array all_lists{exact_list, bounds_list, plies_list, known_list,
                                        ended_list};
  /// The lists that a stage works on; empty: no list.
  struct Lists {
    std::string_view values;
    std::string_view known;
  };
  [[nodiscard]] static Lists lists_of(Stage stage) {
    switch (stage) {
      case Stage::none:
        return {};
      case Stage::exact:
        return {exact_list, {}};
      case Stage::margins:
        return {bounds_list, known_list};
      case Stage::plies:
      case Stage::long_draws:
        return {plies_list, known_list};
      case Stage::short_draws:
        return {plies_list, ended_list};
      case Stage::copied:
        return {plies_list, {}};
    }
    return {};
  }

  /// Returns the next stage, and creates its lists.
  Stage finish_stage(Stage stage, Progress& progress) {
    switch (stage) {
      case Stage::none:
        begin_exact();
        return Stage::exact;
      case Stage::exact:
        find_exact();
        if (all_are_known()) {
          make_values(plies_list, [](std::size_t, std::uint64_t, Value value) { return value; });
          return Stage::copied;
        }
        require_memory();
        begin_margins(progress);
        return Stage::margins;
      case Stage::margins:
        find_margins();
        begin_plies();
        return Stage::plies;
      case Stage::plies:
        count_plies();
        require_room();
        return Stage::long_draws;
      case Stage::long_draws:
        find_longest_draws();
        require_room();
        make_known(ended_list, progress, [this](std::size_t, std::uint64_t, Value value) {
          return value == code_.open_code(0) ? unknown_value : value;
        });
        return Stage::short_draws;
      case Stage::short_draws:
        find_shortest_draws();
        require_room();
        return Stage::copied;
      case Stage::copied:
        break;
    }
    return Stage::copied;
  }

  /// Writes the lists that a stage begins with to disk, and waits until all ranks have recorded the
  /// stage: no rank changes them before that.
  void note(Stage stage, Progress& progress) {
    for (const Level<Key>& level : levels_) level.values.flush();
    for (const ValueList& list : known_) list.flush();
    progress.stage = static_cast<std::uint64_t>(stage);
    files_.save(progress);
    wait_for_all(ranks_);
    const Lists used = lists_of(stage);
    for (const std::string_view name : all_lists) {
      if (name != used.values && name != used.known) remove({&name, 1});
    }
  }

  void open(Stage stage, const Progress& progress) {
    const Lists lists = lists_of(stage);
    if (lists.values.empty()) return;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const std::uint64_t count = levels_[i].keys.size();
      levels_[i].values = files_.values(i, count, lists.values);
      // These lists change all the time, and have no hash.
      if (!std::ranges::all_of(levels_[i].values,
                               [&](Value value) { return is_possible(stage, value); })) {
        files_.fail_damaged(i, lists.values);
      }
      if (lists.known.empty()) continue;
      known_.push_back(files_.values(i, count, lists.known));
      files_.check(i, lists.known, known_.back().hash(), progress.hashes[i].known);
    }
  }
  [[nodiscard]] bool is_possible(Stage stage, Value value) const {
    if (stage == Stage::exact) return value == unknown_value || code_.is_code(value);
    if (stage != Stage::margins) return code_.is_code(value);
    return low_of(value) <= high_of(value) && high_of(value) <= unforced;
  }

  /// Creates a list for each level, with the values `make(level, place, value)`.
  template <typename Make>
  ValueList list_of(std::string_view name, std::size_t level, const Make& make) const {
    const ValueList& values = levels_[level].values;
    ValueList list = files_.new_values(level, values.size(), name);
    for (std::uint64_t place = 0; place < values.size(); ++place) {
      list[place] = make(level, place, values[place]);
    }
    return list;
  }
  /// Sets the levels' values to those.
  template <typename Make>
  void make_values(std::string_view name, const Make& make) {
    for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i].values = list_of(name, i, make);
  }
  /// As above, for the final values.
  template <typename Make>
  void make_known(std::string_view name, Progress& progress, const Make& make) {
    known_.clear();
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      known_.push_back(list_of(name, i, make));
      if (files_.on_disk()) progress.hashes[i].known = known_.back().hash();
    }
  }

  void remove(std::span<const std::string_view> names) const {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      for (const std::string_view name : names) files_.remove(i, name);
    }
  }

  [[nodiscard]] bool is_settled(std::size_t level, std::uint64_t place) const {
    return known_[level][place] != unknown_value;
  }

  /// Passes over levels, backwards, until nothing changes.
  template <typename Wants, typename Update>
  void repeat(const Wants& wants, const Update& update) {
    std::uint64_t time = 0;
    std::vector<std::uint64_t> changed(levels_.size(), 1);  // by level: the pass of its last change
    std::vector<std::uint64_t> looked(levels_.size(), 0);
    for (bool any = true; any;) {
      any = false;
      for (std::size_t i = levels_.size(); i-- > 0;) {
        std::uint64_t news = 0;
        const std::size_t last = std::min(i + 1, levels_.size() - 1);
        for (std::size_t j = levels_[i].least_target; j <= last; ++j)
          news = std::max(news, changed[j]);
        if (news <= looked[i] && looked[i] > 0) continue;
        looked[i] = ++time;
        if (pass_.run(i, wants, update) == 0) continue;
        changed[i] = ++time;
        any = true;
        report(i);
      }
    }
  }

  void report(std::size_t level) const {
    if (options_.progress) options_.progress({level, levels_[level].keys.size(), true});
  }

  /// Throws CommonLimit if two values of each state need more memory than a rank may use.
  void require_memory() {
    std::uint64_t bytes = 0;
    for (const Level<Key>& level : levels_) {
      bytes += level.keys.bytes() + level.keys.size() * 2 * sizeof(Value);
    }
    const bool fits =
        files_.on_disk() || options_.memory_bytes == 0 || bytes <= options_.memory_bytes;
    std::uint64_t full = fits ? 0 : 1;
    ranks_.add_up({&full, 1});
    if (full > 0) fail_full(options_.memory_bytes);
  }

  void begin_exact() {
    make_values(exact_list, [](std::size_t, std::uint64_t, Value value) { return value; });
    for (const Level<Key>& level : levels_) code_.ends_to_codes(level.values);
  }

  void find_exact() {
    repeat([this](std::size_t level,
                  std::uint64_t place) { return levels_[level].values[place] == unknown_value; },
           [this](Value, Role mover, Values values) {
             const bool known = std::ranges::find(values, unknown_value) == values.end();
             return known ? code_.best(mover, values) : unknown_value;
           });
  }

  /// Whether all values are known, on all ranks.
  [[nodiscard]] bool all_are_known() {
    std::uint64_t unknown = 0;
    for (const Level<Key>& level : levels_) {
      unknown += static_cast<std::uint64_t>(
          std::count(level.values.begin(), level.values.end(), unknown_value));
    }
    ranks_.add_up({&unknown, 1});
    return unknown == 0;
  }

  // Bounds in two bytes: from -101, if nothing can be forced, to 101.
  static constexpr int unforced = 101;
  [[nodiscard]] static Value bounds(int low, int high) {
    return static_cast<Value>((low + unforced) << 8 | (high + unforced));
  }
  [[nodiscard]] static int low_of(Value value) { return (value >> 8) - unforced; }
  [[nodiscard]] static int high_of(Value value) { return (value & 0xff) - unforced; }

  void begin_margins(Progress& progress) {
    make_known(known_list, progress, [](std::size_t, std::uint64_t, Value value) { return value; });
    make_values(bounds_list, [this](std::size_t, std::uint64_t, Value value) {
      if (value == unknown_value) return bounds(-unforced, unforced);
      return bounds(code_.margin(value), code_.margin(value));
    });
  }

  void find_margins() {
    repeat(
        [this](std::size_t level, std::uint64_t place) {
          const Value value = levels_[level].values[place];
          return low_of(value) != high_of(value);
        },
        [](Value, Role mover, Values values) {
          int low = low_of(values.front());
          int high = high_of(values.front());
          for (const Value value : values) {
            low = mover == 0 ? std::max(low, low_of(value)) : std::min(low, low_of(value));
            high = mover == 0 ? std::max(high, high_of(value)) : std::min(high, high_of(value));
          }
          return bounds(low, high);
        });
  }

  void begin_plies() {
    make_values(plies_list, [this](std::size_t level, std::uint64_t place, Value value) {
      if (is_settled(level, place)) return known_[level][place];
      const int low = low_of(value);
      const int high = high_of(value);
      return code_.open_code(low > 0 ? low : high < 0 ? high : 0);
    });
  }

  /// Returns the most or the least plies of successors with this margin; nothing if `all` must be
  /// known and some is not, or if none is known.
  [[nodiscard]] std::optional<std::uint32_t> plies_of(Values values, int margin, bool most,
                                                      bool all) const {
    std::optional<std::uint32_t> found;
    for (const Value value : values) {
      if (code_.margin(value) != margin) continue;
      const std::uint32_t plies = code_.plies(value);
      if (plies == code_.open()) {
        if (all) return std::nullopt;
        continue;
      }
      found = !found ? plies : most ? std::max(*found, plies) : std::min(*found, plies);
    }
    return found;
  }

  [[nodiscard]] Value at_most(Value own, std::optional<std::uint32_t> successors) {
    if (!successors || *successors + 1 >= code_.plies(own)) {
      if (successors && *successors + 1 >= code_.open()) too_long_ = 1;
      return own;
    }
    return code_.code(code_.margin(own), *successors + 1);
  }

  /// Throws CommonLimit if some plies did not fit. Fewer plies might have been found later, so the
  /// limit may be reported a little early.
  void require_room() {
    ranks_.add_up({&too_long_, 1});
    if (too_long_ == 0) return;
    throw CommonLimit("plays take " + std::to_string(code_.open()) + " moves or more");
  }

  void count_plies() {
    repeat(
        [this](std::size_t level, std::uint64_t place) {
          return !is_settled(level, place) && code_.margin(levels_[level].values[place]) != 0;
        },
        [this](Value own, Role mover, Values values) {
          const int margin = code_.margin(own);
          const bool loses = ValueCode::of_role(mover, margin) < 0;
          return at_most(own, plies_of(values, margin, loses, loses));
        });
  }

  void find_longest_draws() {
    repeat(
        [this](std::size_t level, std::uint64_t place) {
          return levels_[level].values[place] == code_.open_code(0);
        },
        [this](Value own, Role, Values values) {
          return at_most(own, plies_of(values, 0, true, true));
        });
  }

  void find_shortest_draws() {
    repeat([this](std::size_t level, std::uint64_t place) { return !is_settled(level, place); },
           [this](Value own, Role, Values values) {
             return at_most(own, plies_of(values, 0, false, false));
           });
  }

  /// Keeps a level's values in the list until they are recorded as known.
  void copy(Progress& progress) {
    for (std::size_t i = progress.valued_from; i-- > 0;) {
      const ValueList& values = levels_[i].values;
      const ValueList& copies = files_.on_disk() ? found_[i] : values;
      for (std::uint64_t place = 0; place < values.size(); ++place) {
        const bool endless = values[place] == code_.open_code(0);
        copies[place] = endless ? ValueCode::endless : values[place];
      }
      progress.valued_from = i;
      if (!files_.on_disk()) continue;
      copies.flush();
      progress.hashes[i].values = copies.hash();
      files_.save(progress);
      report(i);
    }
    for (std::size_t i = 0; i < found_.size(); ++i) levels_[i].values = std::move(found_[i]);
    wait_for_all(ranks_);
  }

  std::vector<Level<Key>>& levels_;
  const ValueCode& code_;
  Ranks& ranks_;
  const PartitionOptions& options_;
  const RankFiles& files_;
  LevelPass<Key>& pass_;
  std::vector<ValueList> found_;  ///< by level, on disk: the search's results, until copy()
  std::vector<ValueList> known_;  ///< by level: final values; others unknown_value
  std::uint64_t too_long_ = 0;    ///< not 0: some plies did not fit
};

template <typename Key>
class LevelValues {
 public:
  LevelValues(std::vector<Level<Key>>& levels, const ValueCode& code, Expander& expander,
              Ranks& ranks, const PartitionOptions& options, const RankFiles& files)
      : levels_(levels),
        code_(code),
        ranks_(ranks),
        options_(options),
        files_(files),
        pass_(levels, code, expander, ranks, options) {}

  /// Turns all values into codes of ValueCode. Continues from `progress`, and updates it.
  void run(bool layered, Progress& progress) {
    if (layered) {
      run_layered(progress);
    } else {
      CyclicValues<Key>(levels_, code_, ranks_, options_, files_, pass_).run(progress);
    }
  }
  /// Returns how many values were requested from other ranks.
  [[nodiscard]] std::uint64_t asked() const { return pass_.asked(); }

 private:
  using Value = typename LevelPass<Key>::Value;
  using Values = typename LevelPass<Key>::Values;

  void run_layered(Progress& progress) {
    const auto is_unknown = [this](std::size_t level, std::uint64_t place) {
      return levels_[level].values[place] == unknown_value;
    };
    for (std::size_t i = progress.valued_from; i-- > 0;) {
      code_.ends_to_codes(levels_[i].values);
      pass_.run(i, is_unknown,
                [this](Value, Role mover, Values values) { return code_.best(mover, values); });
      progress.valued_from = i;
      if (files_.on_disk()) {
        levels_[i].values.flush();
        progress.hashes[i].values = levels_[i].values.hash();
        files_.save(progress);
      }
      if (options_.progress) options_.progress({i, levels_[i].keys.size(), true});
    }
  }

  std::vector<Level<Key>>& levels_;
  const ValueCode& code_;
  Ranks& ranks_;
  const PartitionOptions& options_;
  const RankFiles& files_;
  LevelPass<Key> pass_;
};

}  // namespace tesuji::runtime::partition
