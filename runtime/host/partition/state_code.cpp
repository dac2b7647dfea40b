#include "runtime/host/partition/state_code.h"

#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr unsigned most_bits = 127;

constexpr std::uint32_t no_bit = ~0U;

/// Tables of bytes that are larger would not stay in the nearest caches.
constexpr std::size_t most_table_bytes = std::size_t{1} << 18U;

/// Words of the table of a run of several digits.
constexpr std::uint64_t most_run_words = 1024;

unsigned bits_for(std::uint64_t values) {
  return values <= 1 ? 0 : static_cast<unsigned>(std::bit_width(values - 1));
}

[[noreturn]] void fail_too_long() {
  throw LimitReached("numbers of states need more than 127 bits");
}

}  // namespace

StateCode::StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
                     std::span<const BitPermutation> symmetries)
    : fixed_(fixed.begin(), fixed.end()) {
  list_digits(groups, used);
  place_pieces(symmetries);
  BitPermutation identity(fixed_.size() * word_bits);
  std::iota(identity.begin(), identity.end(), 0U);
  own_ = sums_of(identity);
  for (const BitPermutation& symmetry : symmetries) images_.push_back(sums_of(symmetry));
  make_runs();
  compute_identity(symmetries);
}

void StateCode::list_digits(std::span<const BitGroup> groups, StateView used) {
  State left(used.begin(), used.end());
  std::vector<Digit> digits;
  const auto add = [&](std::vector<std::uint32_t> bits, bool one_is_set) {
    std::sort(bits.begin(), bits.end());
    for (const std::uint32_t bit : bits) {
      clear_bit(left, bit);
      clear_bit(fixed_, bit);
    }
    const auto radix = static_cast<std::uint32_t>(bits.size()) + (one_is_set ? 0 : 1);
    digits.push_back({std::move(bits), radix});
  };
  for (const BitGroup& group : groups) {
    std::vector<std::uint32_t> bits;
    std::ranges::copy_if(group.bits, std::back_inserter(bits),
                         [&](std::uint32_t bit) { return has_bit(used, bit); });
    if (bits.size() < 2) continue;
    const bool all_used = bits.size() == group.bits.size();
    add(std::move(bits), group.one_is_set && all_used);
  }
  for (std::uint32_t bit = 0; bit < left.size() * word_bits; ++bit) {
    if (has_bit(left, bit)) add({bit}, false);
  }
  std::uint64_t low = 1;
  std::uint64_t high = 1;
  std::vector<Digit> low_digits;
  for (Digit& digit : digits) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t& product = low <= most / digit.radix ? low : high;
    if (product > most / digit.radix) fail_too_long();
    product *= digit.radix;
    (&product == &low ? low_digits : digits_).push_back(std::move(digit));
  }
  high_digits_ = digits_.size();
  std::move(low_digits.begin(), low_digits.end(), std::back_inserter(digits_));
  low_bits_ = bits_for(low);
  bits_ = low_bits_ + bits_for(high);
  if (bits_ > most_bits) fail_too_long();
}

void StateCode::place_pieces(std::span<const BitPermutation> symmetries) {
  State read(fixed_.size());  // bits that some number depends on
  std::vector<bool> is_used(fixed_.size() * word_bits);
  for (const Digit& digit : digits_) {
    for (const std::uint32_t bit : digit.bits) is_used[bit] = true;
  }
  for (std::uint32_t bit = 0; bit < is_used.size(); ++bit) {
    const bool is_read = is_used[bit] || std::ranges::any_of(symmetries, [&](const auto& symmetry) {
                           return is_used[symmetry[bit]];
                         });
    if (is_read) set_bit(read, bit);
  }
  for (const unsigned bits : {8U, 4U}) {
    piece_bits_ = bits;
    pieces_.clear();
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    for (std::uint32_t piece = 0; piece < read.size() * word_bits / bits; ++piece) {
      const std::uint32_t bit = piece * bits;
      if ((read[bit / word_bits] >> (bit % word_bits) & mask) != 0) pieces_.push_back(piece);
    }
    const std::size_t table = (pieces_.size() << bits) * sizeof(Parts);
    if (table * (symmetries.size() + 1) <= most_table_bytes) break;
  }
}

StateCode::Sums StateCode::sums_of(const BitPermutation& symmetry) const {
  std::vector<Parts> weights(symmetry.size());  // of bits of images
  Parts weight{1, 1};
  for (std::size_t i = digits_.size(); i-- > 0;) {
    const Digit& digit = digits_[i];
    const bool is_high = i < high_digits_;
    std::uint64_t& own = is_high ? weight.high : weight.low;
    std::uint64_t value = digit.radix > digit.bits.size() ? 1 : 0;
    for (const std::uint32_t bit : digit.bits) {
      (is_high ? weights[bit].high : weights[bit].low) = value++ * own;
    }
    own *= digit.radix;
  }
  Sums sums(pieces_.size() << piece_bits_);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    for (std::uint32_t what = 1; what < (1U << piece_bits_); ++what) {
      const auto lowest = static_cast<std::uint32_t>(std::countr_zero(what));
      const Parts& rest = sums[(i << piece_bits_) + (what & (what - 1))];
      const Parts& more = weights[symmetry[pieces_[i] * piece_bits_ + lowest]];
      sums[(i << piece_bits_) + what] = {rest.high + more.high, rest.low + more.low};
    }
  }
  return sums;
}

void StateCode::make_runs() {
  for (std::size_t next = 0; next < digits_.size();) {
    const bool is_high = next < high_digits_;
    const std::size_t end = is_high ? high_digits_ : digits_.size();
    Run run;
    std::uint32_t last_word = 0;
    const std::size_t first = next;
    for (; next < end; ++next) {
      const std::uint32_t from = digits_[next].bits.front() / word_bits;
      const std::uint32_t to = digits_[next].bits.back() / word_bits;
      const bool is_first = next == first;
      const std::uint32_t least = is_first ? from : std::min(run.first_word, from);
      const std::uint32_t most = is_first ? to : std::max(last_word, to);
      const std::uint64_t radix = run.radix * digits_[next].radix;
      if (!is_first && radix * (most - least + 1) > most_run_words) break;
      run.first_word = least;
      last_word = most;
      run.radix = radix;
    }
    run.words = last_word - run.first_word + 1;
    if (run.radix * run.words > most_run_words) {  // a single digit
      if (run.radix > digits_[first].bits.size()) run.single.push_back(no_bit);
      run.single.insert(run.single.end(), digits_[first].bits.begin(), digits_[first].bits.end());
      (is_high ? high_runs_ : low_runs_).push_back(std::move(run));
      continue;
    }
    run.bits.resize(run.radix * run.words);
    for (std::uint64_t value = 0; value < run.radix; ++value) {
      std::uint64_t rest = value;
      for (std::size_t i = next; i-- > first;) {
        const Digit& digit = digits_[i];
        const std::uint64_t own = rest % digit.radix;
        rest /= digit.radix;
        const bool none_may = digit.radix > digit.bits.size();
        if (none_may && own == 0) continue;
        const std::uint32_t bit = digit.bits[own - (none_may ? 1 : 0)];
        run.bits[value * run.words + bit / word_bits - run.first_word] |= std::uint64_t{1}
                                                                          << (bit % word_bits);
      }
    }
    (is_high ? high_runs_ : low_runs_).push_back(std::move(run));
  }
}

void StateCode::compute_identity(std::span<const BitPermutation> symmetries) {
  std::string layout = std::to_string(high_digits_) + "\n";
  for (const Digit& digit : digits_) {
    layout += std::to_string(digit.radix);
    for (const std::uint32_t bit : digit.bits) layout += " " + std::to_string(bit);
    layout += "\n";
  }
  for (const BitPermutation& symmetry : symmetries) {
    for (const std::uint32_t bit : symmetry) layout += " " + std::to_string(bit);
    layout += "\n";
  }
  for (const std::uint64_t word : fixed_) layout += std::to_string(word) + " ";
  identity_ = fnv1a(layout);
}

StateCode::Parts StateCode::parts(const Sums& sums, StateView state) const {
  Parts total;
  const Parts* of_piece = sums.data();
  const std::uint64_t mask = (std::uint64_t{1} << piece_bits_) - 1;
  for (const std::uint32_t piece : pieces_) {
    const std::uint32_t bit = piece * piece_bits_;
    const Parts& more = of_piece[state[bit / word_bits] >> (bit % word_bits) & mask];
    total.high += more.high;
    total.low += more.low;
    of_piece += std::size_t{1} << piece_bits_;
  }
  return total;
}

WideKey StateCode::least_number(StateView state) const {
  Parts least = parts(own_, state);
  for (const Sums& image : images_) least = std::min(least, parts(image, state));
  return joined(least);
}

std::uint64_t StateCode::orbit_size(StateView state) const {
  const Parts own = parts(own_, state);
  const auto same =
      std::ranges::count_if(images_, [&](const Sums& image) { return parts(image, state) == own; });
  return symmetries() / (static_cast<std::uint64_t>(same) + 1);  // Lagrange: they are a subgroup
}

std::vector<WideKey> StateCode::orbit(StateView state) const {
  std::vector<WideKey> numbers{own_number(state)};
  for (const Sums& image : images_) numbers.push_back(joined(parts(image, state)));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

void StateCode::decode(const std::vector<Run>& runs, std::uint64_t number, StateOut out) const {
  for (std::size_t i = runs.size(); i-- > 0;) {
    const Run& run = runs[i];
    const std::uint64_t value = number % run.radix;
    number /= run.radix;
    if (!run.single.empty()) {
      const std::uint32_t bit = run.single[value];
      if (bit != no_bit) set_bit(out, bit);
      continue;
    }
    const std::uint64_t* bits = run.bits.data() + value * run.words;
    for (std::uint32_t word = 0; word < run.words; ++word) out[run.first_word + word] |= bits[word];
  }
}

void StateCode::state(WideKey number, StateOut out) const {
  std::copy(fixed_.begin(), fixed_.end(), out.begin());
  const auto all = low_bits_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << low_bits_) - 1;
  decode(low_runs_, static_cast<std::uint64_t>(number) & all, out);
  if (high_digits_ > 0) decode(high_runs_, static_cast<std::uint64_t>(number >> low_bits_), out);
}

}  // namespace tesuji::runtime
