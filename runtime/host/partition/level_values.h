// Computes the values of states that level_search.h has found. Internal to this folder.
//
// Where each move leads to the next level, one pass over each level (level_pass.h), from the last
// one backwards, is all. Otherwise passes are repeated until nothing changes, over levels some of
// whose successors have changed:
//
// 0. What has only known successors becomes known. If no state can come again, that is all.
// 1. Bounds of margins, where something is left. `low` is what role 0 can force if play that never
//    ends were the worst for it: the least fixpoint of the best successor's bound; `high` is the
//    greatest one. Where low > 0 it is the margin, where high < 0 that is, and else the margin is
//    0, which endless play is worth.
// 2. Plies of won and lost states: one more than the least, or the most, of the successors that
// keep
//    the margin. They only fall from "not known" on, and where nothing changes they are right, by
//    induction on the right ones.
// 3. Plies of draws from which all play that keeps them ends, when all such successors are known.
// 4. Plies of other draws that can be ended: one more than the least. What is left is endless.
//
// These are the values of retrograde.h, which proves them.
#pragma once

#include "runtime/host/partition/level.h"
#include "runtime/host/partition/level_pass.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/rank_files.h"
#include "runtime/host/partition/value_code.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

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

  /// All values become codes of ValueCode. Goes on from `progress`, where states are layered, and
  /// keeps it up to date.
  void run(bool layered, Progress& progress) {
    if (layered) {
      run_layered(progress);
    } else {
      run_repeatedly();
    }
  }
  /// Values that were asked of other ranks.
  [[nodiscard]] std::uint64_t asked() const { return pass_.asked(); }

 private:
  using Value = typename LevelPass<Key>::Value;
  using Values = typename LevelPass<Key>::Values;

  void run_layered(Progress& progress) {
    const auto is_unknown = [this](std::size_t level, std::uint64_t place) {
      return levels_[level].values[place] == unknown_value;
    };
    for (std::size_t i = progress.valued_from; i-- > 0;) {
      ends_to_codes(levels_[i]);
      pass_.run(i, is_unknown,
                [this](Value, Role mover, Values values) { return best(mover, values); });
      progress.valued_from = i;
      if (files_.on_disk()) {
        levels_[i].values.flush();
        progress.hashes[i].values = levels_[i].values.hash();
        files_.save(progress);
      }
      if (options_.progress) options_.progress({i, levels_[i].keys.size(), true});
    }
  }

  void ends_to_codes(const Level<Key>& level) const {
    for (Value& value : level.values) {
      if (is_end(value)) value = code_.code(margin_of_end(value), 0);
    }
  }

  /// Where all successors are known.
  [[nodiscard]] Value best(Role mover, Values values) const {
    int most = -100;
    for (const Value value : values) most = std::max(most, for_role(mover, code_.margin(value)));
    std::optional<std::uint32_t> plies;
    for (const Value value : values) {
      if (for_role(mover, code_.margin(value)) != most) continue;
      const std::uint32_t some = code_.plies(value);
      plies = !plies ? some : most > 0 ? std::min(*plies, some) : std::max(*plies, some);
    }
    return code_.code(for_role(mover, most), *plies + 1);
  }

  [[nodiscard]] static int for_role(Role role, int margin) { return role == 0 ? margin : -margin; }

  /// Passes over levels, backwards, until nothing changes.
  template <typename Wants, typename Update>
  void repeat(const Wants& wants, const Update& update) {
    std::uint64_t time = 0;
    std::vector<std::uint64_t> changed(levels_.size(), 1);  // when
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
      }
    }
  }

  // Bounds, in two bytes: from -101, nothing is forced, to 101.
  static constexpr int nothing = 101;
  [[nodiscard]] static Value bounds(int low, int high) {
    return static_cast<Value>((low + nothing) << 8 | (high + nothing));
  }
  [[nodiscard]] static int low_of(Value value) { return (value >> 8) - nothing; }
  [[nodiscard]] static int high_of(Value value) { return (value & 0xff) - nothing; }

  void run_repeatedly() {
    for (Level<Key>& level : levels_) {
      // What a file has stays as the search left it: what is computed here is all or nothing.
      ValueList values(level.values.size());
      std::copy(level.values.begin(), level.values.end(), values.begin());
      level.values = std::move(values);
      ends_to_codes(level);
    }
    find_exact();
    if (keep_exact()) return;
    find_margins();
    begin_plies();
    count_plies();
    draw_out();
    end_early();
    require_room();
  }

  void find_exact() {
    repeat([this](std::size_t level,
                  std::uint64_t place) { return levels_[level].values[place] == unknown_value; },
           [this](Value, Role mover, Values values) {
             const bool known = std::ranges::find(values, unknown_value) == values.end();
             return known ? best(mover, values) : unknown_value;
           });
  }

  /// True where all values are known, on all ranks.
  bool keep_exact() {
    std::uint64_t unknown = 0;
    for (const Level<Key>& level : levels_) {
      std::vector<bool>& settled = settled_.emplace_back(level.values.size());
      for (std::uint64_t i = 0; i < settled.size(); ++i) {
        settled[i] = level.values[i] != unknown_value;
        if (!settled[i]) ++unknown;
      }
      exact_.emplace_back(level.values.begin(), level.values.end());
    }
    ranks_.add_up({&unknown, 1});
    return unknown == 0;
  }

  void find_margins() {
    for (const Level<Key>& level : levels_) {
      for (Value& value : level.values) {
        const bool known = value != unknown_value;
        const int margin = known ? code_.margin(value) : 0;
        value = known ? bounds(margin, margin) : bounds(-nothing, nothing);
      }
    }
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
    for (std::size_t number = 0; number < levels_.size(); ++number) {
      const ValueList& values = levels_[number].values;
      for (std::uint64_t i = 0; i < values.size(); ++i) {
        const int low = low_of(values[i]);
        const int high = high_of(values[i]);
        const int margin = low > 0 ? low : high < 0 ? high : 0;
        values[i] = settled_[number][i] ? exact_[number][i] : code_.open_code(margin);
      }
    }
  }

  /// The most or the least plies of successors with this margin; nothing where `all` have to be
  /// known and some is not, or none is known.
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

  /// Throws CommonLimit where plies have not fitted in. It may be that fewer would have been found
  /// later: then the limit is reached a little early.
  void require_room() {
    ranks_.add_up({&too_long_, 1});
    if (too_long_ == 0) return;
    throw CommonLimit("plays take " + std::to_string(code_.open()) + " moves or more");
  }

  void count_plies() {
    repeat(
        [this](std::size_t level, std::uint64_t place) {
          return !settled_[level][place] && code_.margin(levels_[level].values[place]) != 0;
        },
        [this](Value own, Role mover, Values values) {
          const int margin = code_.margin(own);
          const bool loses = for_role(mover, margin) < 0;
          return at_most(own, plies_of(values, margin, loses, loses));
        });
  }

  void draw_out() {
    repeat([this](std::size_t level, std::uint64_t place) { return is_open_draw(level, place); },
           [this](Value own, Role, Values values) {
             return at_most(own, plies_of(values, 0, true, true));
           });
  }

  void end_early() {
    for (std::size_t number = 0; number < levels_.size(); ++number) {
      for (std::uint64_t i = 0; i < settled_[number].size(); ++i) {
        settled_[number][i] = !is_open_draw(number, i);
      }
    }
    repeat([this](std::size_t level, std::uint64_t place) { return !settled_[level][place]; },
           [this](Value own, Role, Values values) {
             return at_most(own, plies_of(values, 0, false, false));
           });
    for (std::size_t number = 0; number < levels_.size(); ++number) {
      for (std::uint64_t i = 0; i < settled_[number].size(); ++i) {
        if (is_open_draw(number, i)) levels_[number].values[i] = ValueCode::endless;
      }
    }
  }

  [[nodiscard]] bool is_open_draw(std::size_t level, std::uint64_t place) const {
    return levels_[level].values[place] == code_.open_code(0);
  }

  std::vector<Level<Key>>& levels_;
  const ValueCode& code_;
  Ranks& ranks_;
  const PartitionOptions& options_;
  const RankFiles& files_;
  LevelPass<Key> pass_;
  std::vector<std::vector<bool>> settled_;  ///< by level and place: not looked at any more
  std::vector<std::vector<Value>> exact_;   ///< what was known before bounds took their place
  std::uint64_t too_long_ = 0;              ///< not 0: plies have not fitted in
};

}  // namespace tesuji::runtime::partition
