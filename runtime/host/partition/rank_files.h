// Keeps a rank's states in a folder on disk: as a second memory, and to resume after a process has
// died. Internal to this folder.
//
//   progress          progress of search and values, and all counts: text
//   level-12.keys     the numbers of a level's states (KeyRun::save)
//   level-12.values   their values, two bytes each
//   level-12.plies    and others: lists that values are computed from (level_values.h)
//   part-3.keys       a run of the current level; removed when the level is complete
//
// A level is done when `progress` says so: that file is written last, atomically.
#pragma once

#include "runtime/host/memory/files.h"
#include "runtime/host/partition/key_run.h"
#include "runtime/host/partition/level.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::runtime::partition {

/// Counts before a level was found, or before all were.
struct LevelCounts {
  std::uint64_t states = 0;        ///< stored states of the level, on all ranks
  std::uint64_t least_target = 0;  ///< Level::least_target of the level before
  std::uint64_t terminal = 0;      ///< of this rank, in all earlier levels; so are the fields that
                                   ///< follow
  std::uint64_t stuck = 0;
  std::uint64_t faulty = 0;
  std::array<std::uint64_t, 2> most_moves{};
  std::uint64_t edges = 0;
  std::uint64_t sent = 0;
  std::uint64_t layered = 1;
  std::vector<std::uint64_t> margins{};  ///< of ends, by margin + margin_offset
};

/// Hashes of a level's files when they are complete.
struct LevelHashes {
  std::uint64_t keys = 0;
  std::uint64_t values = 0;
  std::uint64_t known = 0;  ///< final values (level_values.h)
};

struct Progress {
  std::uint64_t identity = 0;        ///< of game, code and number of ranks
  std::vector<LevelCounts> levels;   ///< found so far
  std::vector<LevelHashes> hashes;   ///< of these levels
  std::optional<LevelCounts> found;  ///< after the last level; set when all are found
  /// The values of this level and all later ones are known; past the last level: none are known.
  std::uint64_t valued_from = 0;
  std::uint64_t stage = 0;  ///< of values in games whose moves lead back (level_values.h)
};

class RankFiles {
 public:
  /// Empty: everything stays in memory. Creates the folder, and locks out other processes. Throws
  /// FileError.
  RankFiles(std::string folder, unsigned rank);

  [[nodiscard]] bool on_disk() const { return !folder_.empty(); }

  /// Returns nothing if no progress is saved. Throws FileError.
  [[nodiscard]] std::optional<Progress> progress() const;
  void save(const Progress& progress) const;

  template <typename Key>
  [[nodiscard]] KeyRun<Key> keep(std::size_t level, KeyRun<Key> run) const {
    return on_disk() ? through_file(path(level, "keys"), run) : run;
  }
  template <typename Key>
  [[nodiscard]] KeyRun<Key> keys(std::size_t level) const {
    return KeyRun<Key>::open(path(level, "keys"));
  }
  /// Saves a run of a level that is not complete.
  template <typename Key>
  [[nodiscard]] KeyRun<Key> keep_part(KeyRun<Key> run) {
    return on_disk() ? through_file(folder_ + "/part-" + std::to_string(parts_++) + ".keys", run)
                     : run;
  }
  void remove_parts();

  /// Throws FileError if the hashes of a level differ.
  void check(std::size_t level, std::string_view what, std::uint64_t hash,
             std::uint64_t expected) const;
  /// Throws FileError about a list of the level.
  [[noreturn]] void fail_damaged(std::size_t level, std::string_view what) const;

  /// Creates a list of values of a level, all unknown.
  [[nodiscard]] ValueList new_values(std::size_t level, std::uint64_t count,
                                     std::string_view what = "values") const;
  /// Returns the list on disk. Throws FileError.
  [[nodiscard]] ValueList values(std::size_t level, std::uint64_t count,
                                 std::string_view what = "values") const;
  /// Removes a list, if it exists.
  void remove(std::size_t level, std::string_view what) const;

 private:
  template <typename Key>
  [[nodiscard]] static KeyRun<Key> through_file(const std::string& path, const KeyRun<Key>& run) {
    run.save(path);
    return KeyRun<Key>::open(path);
  }
  [[nodiscard]] std::string path(std::size_t level, std::string_view what) const {
    return folder_ + "/level-" + std::to_string(level) + "." + std::string(what);
  }

  std::string folder_;
  std::shared_ptr<const FileLock> lock_;
  std::size_t parts_ = 0;
};

}  // namespace tesuji::runtime::partition
