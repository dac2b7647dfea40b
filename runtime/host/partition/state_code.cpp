#include "runtime/host/partition/state_code.h"

#include "runtime/host/memory/fnv.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
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

StateCode::Digit StateCode::make_digit(std::vector<std::uint32_t> bits, bool one_is_set) {
  const auto [least, most] = std::minmax_element(bits.begin(), bits.end());
  Digit digit;
  digit.radix = static_cast<std::uint32_t>(bits.size()) + (one_is_set ? 0 : 1);
  digit.first_word = *least / word_bits;
  digit.masks.resize(*most / word_bits - digit.first_word + 1);
  digit.order.resize(digit.masks.size() * word_bits);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::uint32_t place = bits[i] - digit.first_word * word_bits;
    digit.masks[place / word_bits] |= std::uint64_t{1} << (place % word_bits);
    digit.order[place] = static_cast<std::uint16_t>(i + 1);
  }
  digit.bits = std::move(bits);
  return digit;
}

StateCode::StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
                     std::span<const BitPermutation> symmetries)
    : fixed_(fixed.begin(), fixed.end()) {
  std::vector<std::uint64_t> left(used.begin(), used.end());
  Digits digits;
  const auto add = [&](std::vector<std::uint32_t> bits, bool one_is_set) {
    std::sort(bits.begin(), bits.end());
    for (const std::uint32_t bit : bits) {
      left[bit / word_bits] &= ~(std::uint64_t{1} << (bit % word_bits));
      fixed_[bit / word_bits] &= ~(std::uint64_t{1} << (bit % word_bits));
    }
    digits.push_back(make_digit(std::move(bits), one_is_set));
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
  Digits low_digits;
  for (Digit& digit : digits) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t& product = low <= most / digit.radix ? low : high;
    if (product > most / digit.radix) {
      throw LimitReached("numbers of states need more than 127 bits");
    }
    product *= digit.radix;
    (&product == &low ? low_digits : digits_).push_back(std::move(digit));
  }
  high_digits_ = digits_.size();
  std::move(low_digits.begin(), low_digits.end(), std::back_inserter(digits_));
  low_bits_ = bits_for(low);
  bits_ = low_bits_ + bits_for(high);
  if (bits_ > most_bits) throw LimitReached("numbers of states need more than 127 bits");
  add_symmetries(symmetries);
  take_identity();
}

void StateCode::add_symmetries(std::span<const BitPermutation> symmetries) {
  std::vector<bool> moved(digits_.size());
  for (const BitPermutation& symmetry : symmetries) {
    std::vector<std::uint32_t> sources(symmetry.size());
    for (std::uint32_t bit = 0; bit < symmetry.size(); ++bit) sources[symmetry[bit]] = bit;
    Digits& image = images_.emplace_back();
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      std::vector<std::uint32_t> bits;
      for (const std::uint32_t bit : digits_[i].bits) bits.push_back(sources[bit]);
      if (bits != digits_[i].bits) moved[i] = true;
      image.push_back(make_digit(std::move(bits), digits_[i].radix == digits_[i].bits.size()));
    }
  }
  for (std::uint32_t i = 0; i < moved.size(); ++i) {
    if (moved[i]) moved_.push_back(i);
  }
}

void StateCode::take_identity() {
  std::string layout = std::to_string(high_digits_) + "\n";
  const auto add = [&layout](const Digits& digits) {
    for (const Digit& digit : digits) {
      layout += std::to_string(digit.radix);
      for (const std::uint32_t bit : digit.bits) layout += " " + std::to_string(bit);
      layout += "\n";
    }
    layout += "\n";
  };
  add(digits_);
  for (const Digits& image : images_) add(image);
  for (const std::uint64_t word : fixed_) layout += std::to_string(word) + " ";
  identity_ = fnv1a(layout);
}

std::uint32_t StateCode::value(const Digit& digit, StateView state) {
  for (std::size_t i = 0; i < digit.masks.size(); ++i) {
    const std::uint64_t set = state[digit.first_word + i] & digit.masks[i];
    if (set == 0) continue;
    const std::uint32_t place =
        digit.order[i * word_bits + static_cast<std::size_t>(std::countr_zero(set))];
    return digit.radix > digit.bits.size() ? place : place - 1;
  }
  return 0;
}

WideKey StateCode::number(const Digits& digits, StateView state) const {
  std::uint64_t high = 0;
  std::size_t i = 0;
  for (; i < high_digits_; ++i) high = high * digits[i].radix + value(digits[i], state);
  std::uint64_t low = 0;
  for (; i < digits.size(); ++i) low = low * digits[i].radix + value(digits[i], state);
  return high_digits_ == 0 ? low : WideKey{high} << low_bits_ | low;
}

WideKey StateCode::least_number(StateView state) const {
  // Digits that no symmetry changes are the same in all images.
  constexpr std::uint32_t unread = ~0U;
  std::array<std::uint32_t, most_bits> values;
  std::fill_n(values.begin(), moved_.size(), unread);
  const Digits* least = &digits_;
  for (const Digits& image : images_) {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      if (values[i] == unread) values[i] = value((*least)[moved_[i]], state);
      const std::uint32_t other = value(image[moved_[i]], state);
      if (other == values[i]) continue;
      if (other < values[i]) {
        least = &image;
        values[i] = other;
        std::fill(values.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  values.begin() + static_cast<std::ptrdiff_t>(moved_.size()), unread);
      }
      break;
    }
  }
  return number(*least, state);
}

std::uint64_t StateCode::orbit_size(StateView state) const {
  std::uint64_t same = 1;
  for (const Digits& image : images_) {
    const bool changes = std::ranges::any_of(moved_, [&](std::uint32_t i) {
      return value(image[i], state) != value(digits_[i], state);
    });
    if (!changes) ++same;
  }
  return symmetries() / same;  // Lagrange: those that leave it alone are a subgroup
}

std::vector<WideKey> StateCode::orbit(StateView state) const {
  std::vector<WideKey> numbers{own_number(state)};
  for (const Digits& image : images_) numbers.push_back(number(image, state));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

void StateCode::state(WideKey number, StateOut out) const {
  std::copy(fixed_.begin(), fixed_.end(), out.begin());
  const auto decode = [&](std::size_t first, std::size_t end, std::uint64_t rest) {
    for (std::size_t i = end; i-- > first;) {
      const Digit& digit = digits_[i];
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
  decode(high_digits_, digits_.size(), static_cast<std::uint64_t>(number) & all);
  if (high_digits_ > 0) decode(0, high_digits_, static_cast<std::uint64_t>(number >> low_bits_));
}

}  // namespace tesuji::runtime
