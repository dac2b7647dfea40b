#include "runtime/host/playouts/state_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr unsigned first_slot_bits = 10;
constexpr unsigned hash_bits = 32;
constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;
constexpr std::size_t most_chunk_states = 4096;
constexpr std::size_t least_packed = 8;  ///< words of a state
constexpr std::size_t most_packed = 1U << 15U;
constexpr std::size_t header_parts = 4;  ///< 16-bit numbers of a word
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15ULL;

}  // namespace

StateTable::StateTable(std::size_t words, State ignored, Storage storage)
    : words_(words),
      is_packed_(storage == Storage::least && words >= least_packed && words <= most_packed),
      kept_(std::move(ignored)),
      slots_(std::size_t{1} << first_slot_bits),
      slot_shift_(hash_bits - first_slot_bits) {
  for (std::uint64_t& word : kept_) word = ~word;
  const std::size_t bytes = std::max<std::size_t>(1, words_) * sizeof(std::uint64_t);
  chunk_states_ = std::clamp<std::size_t>(chunk_bytes / bytes, 1, most_chunk_states);
}

std::uint32_t StateTable::hash(StateView state) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t word = kept_.empty() ? state[i] : state[i] & kept_[i];
    hash = (hash ^ word) * multiplier;
    hash ^= hash >> 32U;
  }
  return static_cast<std::uint32_t>(hash * multiplier >> hash_bits);
}

// A packed state is the number of its non-zero words and their indexes, 16 bits each, followed by
// these words.

StateView StateTable::load(Index i, State& buffer) const {
  if (!is_packed_) return state(i);
  buffer.assign(words_, 0);
  const std::uint64_t* const from = packed(i);
  const auto* const header = reinterpret_cast<const std::uint16_t*>(from);
  const std::uint64_t* word = from + header[0] / header_parts + 1;
  for (std::uint16_t k = 1; k <= header[0]; ++k) buffer[header[k]] = *word++;
  return buffer;
}

void StateTable::store_packed(StateView state) {
  std::array<std::uint16_t, most_packed + 1> header;
  std::uint16_t count = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    if (state[i] != 0) header[++count] = static_cast<std::uint16_t>(i);
  }
  header[0] = count;
  const std::size_t header_words = count / header_parts + 1;
  if (packed_words_ + header_words + count > chunks_.size() * chunk_words) {
    packed_words_ = chunks_.size() * chunk_words;
    chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(chunk_words));
  }
  std::uint64_t* const to = chunks_.back().get() + packed_words_ % chunk_words;
  std::memcpy(to, header.data(), (count + 1U) * sizeof(std::uint16_t));
  for (std::uint16_t k = 1; k <= count; ++k) to[header_words + k - 1] = state[header[k]];
  offsets_.push_back(packed_words_);
  packed_words_ += header_words + count;
}

void StateTable::store(StateView state) {
  if (is_packed_) {
    store_packed(state);
    return;
  }
  if (size_ % chunk_states_ == 0) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(words_ * chunk_states_));
  }
  std::copy(state.begin(), state.end(), chunks_.back().get() + (size_ % chunk_states_) * words_);
}

bool StateTable::equal(Index i, StateView state) const {
  const StateView known = load(i, buffer_);
  if (kept_.empty()) return std::equal(known.begin(), known.end(), state.begin());
  for (std::size_t k = 0; k < words_; ++k) {
    if (((known[k] ^ state[k]) & kept_[k]) != 0) return false;
  }
  return true;
}

std::size_t StateTable::slot_of(StateView state, std::uint32_t hash) const {
  std::size_t place = place_of(hash);
  for (; slots_[place] != 0; place = after(place)) {
    if (slots_[place] >> hash_bits != hash) continue;
    if (equal(static_cast<Index>(slots_[place]) - 1, state)) break;
  }
  return place;
}

StateTable::Place StateTable::add(StateView state, std::uint32_t hash, Index parent) {
  const std::size_t place = slot_of(state, hash);
  if (slots_[place] != 0) return {static_cast<Index>(slots_[place]) - 1, false};
  store(state);
  const Index index = size_++;
  parents_.push_back(parent);
  slots_[place] = std::uint64_t{hash} << hash_bits | (index + 1);
  if (is_full()) grow();
  return {index, true};
}

void StateTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  --slot_shift_;
  for (const Slot slot : old) {
    if (slot == 0) continue;
    std::size_t place = place_of(static_cast<std::uint32_t>(slot >> hash_bits));
    while (slots_[place] != 0) place = after(place);
    slots_[place] = slot;
  }
}

std::uint64_t StateTable::bytes_with_another() const {
  const auto grown = [](const auto& some, bool grows) {
    return some.capacity() * sizeof(some[0]) * (grows ? 3 : 1);
  };
  const std::size_t chunk = is_packed_ ? chunk_words : chunk_states_ * words_;
  const bool is_longer = parents_.size() == parents_.capacity();
  const bool is_next_full = (std::size_t{size_} + 1) * 4 >= slots_.size() * 3;
  return (chunks_.size() + 1) * chunk * sizeof(std::uint64_t) + grown(slots_, is_next_full) +
         grown(parents_, is_longer) + grown(offsets_, is_packed_ && is_longer);
}

std::vector<StateTable::Index> StateTable::path_to(Index i) const {
  std::vector<Index> path{i};
  while (parents_[path.back()] != path.back()) path.push_back(parents_[path.back()]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace tesuji::runtime
