#include "runtime/host/steps/game_vector.h"

#include <utility>

namespace tesuji::runtime {

GameVector::GameVector(VectorShape shape, const VectorOptions& options)
    : shape_(std::move(shape)),
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
