#include "runtime/host/steps/game_vector.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::runtime {
namespace {

/// First word of saved vectors: the version of their format.
constexpr std::uint64_t saved_format = 0x7673'6a73'7401;
constexpr std::size_t saved_header = 7;

/// A game's results in one word: terminated, truncated, faults, and its length.
constexpr std::uint64_t flag_bits = 8;
constexpr std::uint64_t length_bit = 3 * flag_bits;

bool are_flags(std::uint64_t word) {
  const std::uint64_t truncated = word >> flag_bits & 0xFFU;
  return (word & 0xFFU) <= 1 && truncated <= 2 && (word >> 2 * flag_bits & 0xFFU) <= 1 &&
         word >> length_bit <= UINT32_MAX;
}

/// Returns the bytes of a game's results.
double result_bytes(const VectorShape& shape, const VectorOptions& options) {
  double bytes = 8 + 4.0 * shape.roles + 8.0 * static_cast<double>(shape.percept_words);
  for (const VectorSeat& seat : shape.seats) bytes += 8.0 * seat.row_words;
  if (options.last_states) bytes += 8.0 * static_cast<double>(shape.state_words);
  return bytes;
}

}  // namespace

void GameVector::check_memory(std::size_t games, double bytes_each) {
  const double bytes = static_cast<double>(games) * bytes_each;
  const double there =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (there <= 0 || bytes <= there) return;
  throw LimitReached(std::to_string(games) + " games take " +
                     std::to_string(static_cast<std::uint64_t>(bytes) >> 20U) +
                     " MiB, more than this machine has");
}

GameVector::GameVector(VectorShape shape, const VectorOptions& options)
    : shape_((check_memory(shape.games, result_bytes(shape, options)), std::move(shape))),
      options_(options),
      rewards_(shape_.padded * shape_.roles),
      terminated_(shape_.padded),
      truncated_(shape_.padded),
      faults_(shape_.padded),
      lengths_(shape_.padded),
      percepts_(shape_.padded * shape_.percept_words),
      last_states_(options.last_states ? shape_.padded * shape_.state_words : 0) {
  if (shape_.turns) movers_.resize(shape_.padded);
  for (const VectorSeat& seat : shape_.seats) legal_.emplace_back(shape_.padded * seat.row_words);
  for (const auto& rows : legal_) arrays_.legal.push_back(rows.data());
  if (shape_.turns) arrays_.movers = movers_.data();
  arrays_.rewards = rewards_.data();
  arrays_.terminated = terminated_.data();
  arrays_.truncated = truncated_.data();
  arrays_.faults = faults_.data();
  arrays_.lengths = lengths_.data();
  if (!shape_.percepts.empty()) arrays_.percepts = percepts_.data();
  if (options.last_states) arrays_.last_states = last_states_.data();
}

void GameVector::reset(std::uint64_t seed) {
  options_.seed = seed;
  steps_ = 0;
  begin_all();
}

std::size_t GameVector::saved_words() const {
  return saved_header +
         shape_.games * (game_state_words() + 1 + shape_.roles + shape_.percept_words);
}

void GameVector::save(std::span<std::uint64_t> saved) const {
  const std::uint64_t header[saved_header] = {
      saved_format,         shape_.games,  shape_.roles, game_state_words(),
      shape_.percept_words, options_.seed, steps_};
  std::uint64_t* const at = std::copy(std::begin(header), std::end(header), saved.data());
  states(at);
  std::uint64_t* const flags = at + shape_.games * game_state_words();
  for (std::size_t game = 0; game < shape_.games; ++game) {
    flags[game] = terminated_[game] | std::uint64_t{truncated_[game]} << flag_bits |
                  std::uint64_t{faults_[game]} << 2 * flag_bits |
                  std::uint64_t{lengths_[game]} << length_bit;
  }
  std::uint64_t* const rewards = flags + shape_.games;
  std::uint64_t* const percepts = std::transform(
      rewards_.begin(), rewards_.begin() + static_cast<std::ptrdiff_t>(shape_.games * shape_.roles),
      rewards, [](std::int32_t reward) { return static_cast<std::uint32_t>(reward); });
  std::copy_n(percepts_.begin(), shape_.games * shape_.percept_words, percepts);
}

void GameVector::restore(std::span<const std::uint64_t> saved) {
  const std::size_t words = game_state_words();
  if (saved.size() != saved_words() || saved[0] != saved_format || saved[1] != shape_.games ||
      saved[2] != shape_.roles || saved[3] != words || saved[4] != shape_.percept_words) {
    throw std::invalid_argument("this was not saved of such a vector");
  }
  const std::uint64_t* const states = saved.data() + saved_header;
  const std::uint64_t* const flags = states + shape_.games * words;
  const std::uint64_t* const rewards = flags + shape_.games;
  const std::uint64_t* const percepts = rewards + shape_.games * shape_.roles;
  if (!std::all_of(flags, rewards, are_flags)) {
    throw std::invalid_argument("what was saved of a vector is damaged");
  }
  std::size_t wrong = 0;
  if (!set_states(states, wrong)) {
    throw std::invalid_argument("state number " + std::to_string(wrong) +
                                " is over, or not a state of the game");
  }
  for (std::size_t game = 0; game < shape_.games; ++game) {
    terminated_[game] = static_cast<std::uint8_t>(flags[game]);
    truncated_[game] = static_cast<std::uint8_t>(flags[game] >> flag_bits);
    faults_[game] = static_cast<std::uint8_t>(flags[game] >> 2 * flag_bits);
    lengths_[game] = static_cast<std::uint32_t>(flags[game] >> length_bit);
  }
  std::transform(rewards, percepts, rewards_.begin(), [](std::uint64_t reward) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(reward));
  });
  std::copy(percepts, saved.data() + saved.size(), percepts_.begin());
  options_.seed = saved[5];
  steps_ = saved[6];
}

}  // namespace tesuji::runtime
