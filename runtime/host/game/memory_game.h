// Makes games of tables in C (runtime/core/tesuji/game_data.h) in the memory of this process. They
// have the functions that plugins have. The file holds the memory of the tables, the game over
// them, and a game whose tables can be replaced during play.
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

/// As tables count: in 32 bits.
[[nodiscard]] constexpr std::uint32_t count_of(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

/// Keeps what is copied into it for as long as it lives.
class TableMemory {
 public:
  TableMemory() = default;
  TableMemory(const TableMemory&) = delete;
  TableMemory& operator=(const TableMemory&) = delete;

  /// Returns null if the list is empty.
  template <typename T>
  const T* array(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (values.empty()) return nullptr;
    const std::size_t bytes = values.size() * sizeof(T);
    return static_cast<const T*>(
        std::memcpy(memory_.allocate(bytes, alignof(T)), values.data(), bytes));
  }
  template <typename T>
  const T* one(const T& value) {
    return array(std::vector<T>{value});
  }
  /// Ended by a zero.
  const char* text(const std::string& text);
  /// The same texts are kept once.
  tsj_texts texts(const std::vector<std::string>& texts);
  /// `term`: with `?` for each of the columns. Throws std::invalid_argument where these are not as
  /// many, and std::length_error where the tuples' numbers do not fit 64 bits.
  tsj_terms terms(const std::string& term, const std::vector<std::vector<std::string>>& columns);
  /// Texts that are terms as they stand.
  tsj_texts names(const std::vector<std::string>& names);

  /// tsj_game_data::longest_term
  [[nodiscard]] std::uint64_t longest_term() const { return longest_ + 1; }

 private:
  void note(std::size_t length);

  std::pmr::monotonic_buffer_resource memory_;
  std::unordered_multimap<std::uint64_t, tsj_texts> texts_;  ///< by hash
  std::size_t longest_ = 1;                                  ///< an unknown move is called `?`
};

struct MemoryGame {
  std::string name;
  std::vector<std::string> roles;
  State initial;
  bool has_percepts = false;
  std::uint64_t move_limit = 0;  ///< moves are numbers below it
  std::uint32_t feature_count = 0;
  TableMemory memory;
  /// Without turns, lanes and actions. Terms of tables in `memory` may be longer than longest_term.
  tsj_game_data data{};
  std::shared_ptr<const void> keep;  ///< owns what functions need
};

[[nodiscard]] std::shared_ptr<const Game> make_memory_game(std::unique_ptr<MemoryGame> game);

/// The engine of a game: tables in memory behind one pointer. Engines that follow each other have
/// the same states, bit for bit, and number moves alike, so that whoever has some goes on with
/// them. Safe from many threads.
class GameSlot {
 public:
  /// Throws std::invalid_argument for games that are not of memory_game.h.
  explicit GameSlot(std::shared_ptr<const Game> first);
  GameSlot(const GameSlot&) = delete;
  GameSlot& operator=(const GameSlot&) = delete;

  /// For questions that are asked from now on. What was there before is kept as long as the slot:
  /// other threads may still be asking it. Throws as the constructor.
  void exchange(std::shared_ptr<const Game> game);
  [[nodiscard]] const std::atomic<const tsj_plugin*>& current() const { return current_; }
  /// What names states and moves, whatever engine answers.
  [[nodiscard]] const std::shared_ptr<const Game>& first() const { return games_.front(); }

 private:
  std::mutex mutex_;
  std::list<std::shared_ptr<const Game>> games_;
  std::atomic<const tsj_plugin*> current_;
};

/// The game that is in the slot at each question.
[[nodiscard]] std::shared_ptr<const Game> make_exchangeable_game(
    std::shared_ptr<const GameSlot> slot);

}  // namespace tesuji::runtime
