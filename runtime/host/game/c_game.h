// Implements the game contract over tables and functions in C (runtime/core/tesuji/plugin.h). They
// are those of a loaded library, or lie in the memory of this process. Scratch memory of these
// functions is here, too.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace tesuji::runtime {

enum class CGameKind : std::uint8_t {
  /// Its scratch memory keeps the flag of the StopScope that it was made in (stop.h).
  library,
  /// `tsj_plugin::data` is of this build (game_data.h), and every question looks at the flag of the
  /// StopScope that it is asked in.
  memory
};

/// `tables` own what they need. Safe from many threads.
[[nodiscard]] std::shared_ptr<const Game> make_c_game(std::shared_ptr<const tsj_plugin> tables,
                                                      CGameKind kind);

/// The game of the tables that `current` points to at each question. All that it ever points to are
/// of this kind, have the same states, bit for bit, and number moves alike. `keep` owns them and
/// `current`; the first ones answer questions about names.
[[nodiscard]] std::shared_ptr<const Game> make_c_game(std::shared_ptr<const void> keep,
                                                      const std::atomic<const tsj_plugin*>& current,
                                                      CGameKind kind);

/// Where the tables of a game of make_c_game are found at any time; null where it is another one.
[[nodiscard]] const std::atomic<const tsj_plugin*>* c_source_of(const Game& game);
/// The first tables of a game of make_c_game; null where it is another one, or of another kind.
[[nodiscard]] const tsj_plugin* c_tables_of(const Game& game, CGameKind kind);

/// Open as long as this is.
class ScratchMemory {
 public:
  /// `byte_limit` and `stop` as of tsj_memory_source. `plugin` must outlive it. Throws
  /// std::bad_alloc.
  explicit ScratchMemory(const tsj_plugin& plugin, std::uint64_t byte_limit = 0,
                         const volatile int* stop = nullptr);
  ~ScratchMemory();
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  [[nodiscard]] tsj_work* get() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(tsj_work* memory) const { std::free(memory); }
  };
  const tsj_plugin& plugin_;
  std::unique_ptr<tsj_work, Free> memory_;
};

}  // namespace tesuji::runtime
