// Computes the values of states that level_search.h has found. Internal to this folder.
//
// If each move leads to the next level, one pass over each level (level_pass.h), from the last one
// backwards, is enough. Otherwise passes are repeated (cyclic_values.h).
#pragma once

#include "runtime/host/partition/cyclic_values.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/partition/level_pass.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/rank_files.h"
#include "runtime/host/partition/value_code.h"

#include <cstddef>
#include <cstdint>
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
