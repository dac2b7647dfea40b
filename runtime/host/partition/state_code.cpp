#include "runtime/host/partition/state_code.h"

#include "runtime/host/memory/fnv.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr std::uint32_t word_bits = 64;

constexpr unsigned most_bits = 127;

/// Larger groups are left out: places have two bytes.
constexpr std::size_t most_group_bits = 65'000;

unsigned bits_for(std::uint64_t values) {
  return values <= 1 ? 0 : static_cast<unsigned>(std::bit_width(values - 1));
}

}  // namespace

StateCode::StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed)
    : fixed_(fixed.begin(), fixed.end()) {
  std::vector<std::uint64_t> left(used.begin(), used.end());
  std::vector<Digit> digits;
  const auto add = [&](std::vector<std::uint32_t> bits, bool one_is_set) {
    std::sort(bits.begin(), bits.end());
    Digit& digit = digits.emplace_back();
    digit.radix = static_cast<std::uint32_t>(bits.size()) + (one_is_set ? 0 : 1);
    digit.first_word = bits.front() / word_bits;
    digit.masks.resize(bits.back() / word_bits - digit.first_word + 1);
    digit.order.resize(digit.masks.size() * word_bits);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::uint32_t place = bits[i] - digit.first_word * word_bits;
      digit.masks[place / word_bits] |= std::uint64_t{1} << (place % word_bits);
      digit.order[place] = static_cast<std::uint16_t>(i + 1);
      left[bits[i] / word_bits] &= ~(std::uint64_t{1} << (bits[i] % word_bits));
      fixed_[bits[i] / word_bits] &= ~(std::uint64_t{1} << (bits[i] % word_bits));
    }
    digit.bits = std::move(bits);
  };
  for (const BitGroup& group : groups) {
    std::vector<std::uint32_t> bits;
    bool all_used = true;
    for (const std::uint32_t bit : group.bits) {
      const bool is_used = (used[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
      if (is_used) bits.push_back(bit);
      all_used = all_used && is_used;
    }
    if (bits.size() < 2 || bits.size() > most_group_bits) continue;
    add(std::move(bits), group.one_is_set && all_used);
  }
  for (std::uint32_t word = 0; word < left.size(); ++word) {
    for (std::uint64_t rest = left[word]; rest != 0; rest &= rest - 1) {
      add({word * word_bits + static_cast<std::uint32_t>(std::countr_zero(rest))}, false);
    }
  }
  std::uint64_t low = 1;
  std::uint64_t high = 1;
  for (Digit& digit : digits) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t& product = low <= most / digit.radix ? low : high;
    if (product > most / digit.radix) {
      throw LimitReached("numbers of states need more than 127 bits");
    }
    product *= digit.radix;
    (&product == &low ? low_ : high_).push_back(std::move(digit));
  }
  std::string layout;
  for (const auto* const list : {&low_, &high_}) {
    for (const Digit& digit : *list) {
      layout += std::to_string(digit.radix);
      for (const std::uint32_t bit : digit.bits) layout += " " + std::to_string(bit);
      layout += "\n";
    }
    layout += "\n";
  }
  for (const std::uint64_t word : fixed_) layout += std::to_string(word) + " ";
  identity_ = fnv1a(layout);
  low_bits_ = bits_for(low);
  bits_ = low_bits_ + bits_for(high);
  if (bits_ > most_bits) throw LimitReached("numbers of states need more than 127 bits");
}

std::uint32_t StateCode::value(const Digit& digit, StateView state) const {
  for (std::size_t i = 0; i < digit.masks.size(); ++i) {
    const std::uint64_t set = state[digit.first_word + i] & digit.masks[i];
    if (set == 0) continue;
    const std::uint32_t place =
        digit.order[i * word_bits + static_cast<std::size_t>(std::countr_zero(set))];
    return digit.radix > digit.bits.size() ? place : place - 1;
  }
  return 0;
}

WideKey StateCode::number(StateView state) const {
  std::uint64_t low = 0;
  for (const Digit& digit : low_) low = low * digit.radix + value(digit, state);
  if (high_.empty()) return low;
  std::uint64_t high = 0;
  for (const Digit& digit : high_) high = high * digit.radix + value(digit, state);
  return WideKey{high} << low_bits_ | low;
}

void StateCode::state(WideKey number, StateOut out) const {
  std::copy(fixed_.begin(), fixed_.end(), out.begin());
  const auto decode = [&](const std::vector<Digit>& digits, std::uint64_t rest) {
    for (std::size_t i = digits.size(); i-- > 0;) {
      const Digit& digit = digits[i];
      auto value = static_cast<std::uint32_t>(rest % digit.radix);
      rest /= digit.radix;
      if (digit.radix > digit.bits.size()) {
        if (value == 0) continue;
        --value;
      }
      const std::uint32_t bit = digit.bits[value];
      out[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
    }
  };
  const auto all = low_bits_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << low_bits_) - 1;
  decode(low_, static_cast<std::uint64_t>(number) & all);
  if (!high_.empty()) decode(high_, static_cast<std::uint64_t>(number >> low_bits_));
}

}  // namespace tesuji::runtime
