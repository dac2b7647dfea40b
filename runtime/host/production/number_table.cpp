#include "runtime/host/production/number_table.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {
namespace {

constexpr std::size_t first_room = 64;
constexpr std::size_t most_numbers = std::size_t{1} << 31;

}  // namespace

NumberTable::NumberTable(const GivenNumbers& given)
    : values_(given.constants), results_(given.results), failures_(given.computations) {
  numbers_.given = static_cast<std::uint32_t>(values_.size());
  numbers_.count = numbers_.given;
  values_.resize(std::bit_ceil(values_.size() + first_room));
  link_all();
}

void NumberTable::link_all() {
  heads_.assign(values_.size(), 0);
  numbers_.values = values_.data();
  numbers_.capacity = static_cast<std::uint32_t>(values_.size());
  numbers_.heads = heads_.data();
  numbers_.mask = static_cast<std::uint32_t>(heads_.size() - 1);
  for (const std::uint32_t position : results_) tsj_numbers_link(&numbers_, position);
  for (std::uint32_t p = numbers_.given; p < numbers_.count; ++p) tsj_numbers_link(&numbers_, p);
}

void NumberTable::load(const ComputedNumbers& computed) {
  values_.resize(std::bit_ceil(numbers_.count + computed.size() + first_room));
  std::copy(computed.begin(), computed.end(),
            values_.begin() + static_cast<std::ptrdiff_t>(numbers_.count));
  numbers_.count += static_cast<std::uint32_t>(computed.size());
  link_all();
}

ComputedNumbers NumberTable::computed() const {
  return {values_.begin() + static_cast<std::ptrdiff_t>(numbers_.given),
          values_.begin() + static_cast<std::ptrdiff_t>(numbers_.count)};
}

bool NumberTable::grow() {
  if (values_.size() >= most_numbers) return false;
  heads_.reserve(values_.size() * 2);  // if this throws, nothing has changed
  values_.resize(values_.size() * 2);
  link_all();
  return true;
}

std::uint64_t NumberTable::bytes() const {
  return values_.size() * (sizeof(tsj_number) + sizeof(std::uint32_t));
}

}  // namespace tesuji::runtime
