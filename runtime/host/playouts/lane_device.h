// What plays blocks of lanes elsewhere than on the processor's threads.
//
// A device may need minutes until it is ready. Meanwhile the processor plays; then the device takes
// the blocks that are left. Who plays a block makes no difference (lane_batch.h).
#pragma once

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace tesuji::runtime {

struct LanePlayer;

/// How a device played last.
struct DeviceReport {
  bool ready = false;             ///< its kernels for such start states have been compiled
  double load_seconds = 0;        ///< to make the kernels and to have the driver compile them
  std::uint64_t transitions = 0;  ///< joint moves that it has played
  double seconds = 0;             ///< the time that these took
  std::uint64_t lanes = 0;        ///< games at a time
  std::uint64_t launches = 0;     ///< of kernels
  int registers = 0;              ///< of a thread
  int stack_bytes = 0;            ///< the same: what did not fit into them
};

/// Blocks of 64 lanes that a device is to play.
struct TakenBlocks {
  std::uint64_t first = 0;  ///< it and all that follow (lane_division.h)
  double seconds = 0;       ///< as SimulationOptions::seconds, from now on
};

/// A run of which a device plays a part.
struct DeviceOrder {
  const LanePlayer& player;
  /// States that lanes begin with, none of them terminal; one after the other.
  std::span<const std::uint64_t> starts;
  /// `playouts` from each of them; `step_limit` is not 0; TakenBlocks has the `seconds`.
  const SimulationOptions& options;
  /// Takes all blocks that nobody has taken. Nothing where there are none, or no more is to be
  /// begun.
  std::function<std::optional<TakenBlocks>()> take;
};

/// For any number of threads.
class LaneDevice {
 public:
  virtual ~LaneDevice() = default;

  /// Whether it is ready for so many start states, has failed, or is to be waited for: then the
  /// processor has nothing to do meanwhile.
  [[nodiscard]] virtual bool plays_alone(std::size_t start_count) const = 0;
  /// Waits until it is ready and runs before this one are over, takes blocks, once, and plays them.
  /// Writes a tsj_lane_sums and the counts of LanePlayer::answers for each start state. False where
  /// it took none, or failed, now or earlier; then nothing is written. Once `unneeded` is requested
  /// it does not wait any more; where that cannot be, it does not wait for other runs. Throws
  /// std::logic_error from the making of kernels.
  virtual bool play(const DeviceOrder& order, const std::stop_token& unneeded,
                    std::span<tsj_lane_sums> sums, std::span<std::uint64_t> answers) const = 0;
  /// Why it failed; empty: it has not.
  [[nodiscard]] virtual std::string fault() const = 0;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual DeviceReport report() const = 0;
};

}  // namespace tesuji::runtime
