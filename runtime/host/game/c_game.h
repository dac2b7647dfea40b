// The game contract over tables and functions in C (runtime/core/tesuji/plugin.h): of a loaded
// library, or in the memory of this process.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
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

}  // namespace tesuji::runtime
