#include "runtime/host/game/placed_playouts.h"

#include "runtime/core/tesuji/status.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Vectors of scratch memory are read whole.
constexpr std::size_t scratch_alignment = 64;

bool holds(const std::uint64_t* state, std::uint32_t bit) {
  return (state[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
}

class Placed : public tsj_circuit_many {
 public:
  Placed(std::shared_ptr<const void> keep, std::vector<std::uint32_t> places,
         std::function<std::optional<PlacedPlayouts>()> make_code)
      : tsj_circuit_many{nullptr, make_once},
        keep_(std::move(keep)),
        places_(std::move(places)),
        make_code_(std::move(make_code)) {}

 private:
  static void make_once(tsj_circuit_many* many) {
    auto& self = *static_cast<Placed*>(many);
    const std::lock_guard lock(self.mutex_);
    if (!self.make_code_) return;
    std::optional<PlacedPlayouts> made = self.make_code_();
    self.make_code_ = {};
    if (!made) return;
    self.code_ = std::move(*made);
    const tsj_circuit_playouts playouts = play;
    __atomic_store_n(&self.playouts, playouts, __ATOMIC_RELEASE);
  }

  /// Nothing is thrown: the caller is C.
  static std::int32_t play(const void* circuit_self, std::uint64_t* /*scratch*/, std::uint64_t* out,
                           tsj_circuit_run* run) noexcept {
    const auto& self = *static_cast<const Placed*>(circuit_self);
    try {
      const State start = self.placed(run->start);
      std::size_t bytes = self.code_.scratch_words * sizeof(std::uint64_t);
      std::vector<unsigned char> memory(bytes + scratch_alignment);
      void* scratch = memory.data();
      std::size_t room = memory.size();
      std::align(scratch_alignment, bytes, scratch, room);
      const std::uint64_t* const given = std::exchange(run->start, start.data());
      const std::int32_t status =
          self.code_.playouts(nullptr, static_cast<std::uint64_t*>(scratch), out, run);
      run->start = given;
      return status;
    } catch (const std::bad_alloc&) {
      return TSJ_LIMIT;
    }
  }

  [[nodiscard]] State placed(const std::uint64_t* state) const {
    State result(std::max<std::size_t>(1, (places_.size() + word_bits - 1) / word_bits));
    for (std::size_t bit = 0; bit < places_.size(); ++bit) {
      if (places_[bit] == no_place || !holds(state, places_[bit])) continue;
      set_bit(result, bit);
    }
    return result;
  }

  std::shared_ptr<const void> keep_;  ///< the other functions
  std::vector<std::uint32_t> places_;
  std::mutex mutex_;
  std::function<std::optional<PlacedPlayouts>()> make_code_;  ///< empty: it has been called
  PlacedPlayouts code_;
};

}  // namespace

NetCode with_placed_playouts(NetCode code, std::vector<std::uint32_t> places,
                             std::function<std::optional<PlacedPlayouts>()> make) {
  if (code.self != nullptr) throw std::invalid_argument("code that needs its own `self`");
  auto placed = std::make_shared<Placed>(std::move(code.keep), std::move(places), std::move(make));
  code.many = placed.get();
  code.self = placed.get();
  code.keep = std::move(placed);
  return code;
}

}  // namespace tesuji::runtime
