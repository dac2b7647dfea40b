#include "runtime/host/steps/game_vector.h"

#include <unistd.h>

#include <string>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Bytes of a game's results.
double result_bytes(const VectorShape& shape) {
  double bytes = 8 + 4.0 * shape.roles + 8.0 * static_cast<double>(shape.percept_words);
  for (const VectorSeat& seat : shape.seats) bytes += 8.0 * seat.row_words;
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
    : shape_((check_memory(shape.games, result_bytes(shape)), std::move(shape))),
      options_(options),
      rewards_(shape_.padded * shape_.roles),
      terminated_(shape_.padded),
      truncated_(shape_.padded),
      faults_(shape_.padded),
      lengths_(shape_.padded),
      percepts_(shape_.padded * shape_.percept_words) {
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
}

void GameVector::reset(std::uint64_t seed) {
  options_.seed = seed;
  steps_ = 0;
  begin_all();
}

}  // namespace tesuji::runtime
