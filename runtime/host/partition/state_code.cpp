#include "runtime/host/partition/state_code.h"

#include "runtime/host/memory/fnv.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr std::uint32_t word_bits = 64;

constexpr unsigned most_bits = 127;

constexpr std::uint32_t no_bit = ~0U;

/// Tables of bytes that are larger would not stay in the nearest caches.
constexpr std::size_t most_table_bytes = std::size_t{1} << 18U;

/// Words of the table of a run of several digits.
constexpr std::uint64_t most_run_words = 1024;

unsigned bits_for(std::uint64_t values) {
  return values <= 1 ? 0 : static_cast<unsigned>(std::bit_width(values - 1));
}

bool get(StateView state, std::uint32_t bit) {
  return (state[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
}

[[noreturn]] void fail_too_long() {
  throw LimitReached("numbers of states need more than 127 bits");
}

}  // namespace

StateCode::StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
                     std::span<const BitPermutation> symmetries)
    : fixed_(fixed.begin(), fixed.end()) {
  list_digits(groups, used);
  symmetries_ = symmetries.size() + 1;
  columns_ = std::min(most_columns, std::bit_ceil(symmetries_ * words_of_number()));
  place_pieces(symmetries);
  make_sums(symmetries);
  make_runs();
  compute_identity(symmetries);
}

void StateCode::list_digits(std::span<const BitGroup> groups, StateView used) {
  State left(used.begin(), used.end());
  std::vector<Digit> digits;
  const auto add = [&](std::vector<std::uint32_t> bits, bool one_is_set) {
    std::sort(bits.begin(), bits.end());
    for (const std::uint32_t bit : bits) {
      left[bit / word_bits] &= ~(std::uint64_t{1} << (bit % word_bits));
      fixed_[bit / word_bits] &= ~(std::uint64_t{1} << (bit % word_bits));
    }
    const auto radix = static_cast<std::uint32_t>(bits.size()) + (one_is_set ? 0 : 1);
    digits.push_back({std::move(bits), radix});
  };
  for (const BitGroup& group : groups) {
    std::vector<std::uint32_t> bits;
    std::ranges::copy_if(group.bits, std::back_inserter(bits),
                         [&](std::uint32_t bit) { return get(used, bit); });
    if (bits.size() < 2) continue;
    const bool all_used = bits.size() == group.bits.size();
    add(std::move(bits), group.one_is_set && all_used);
  }
  for (std::uint32_t bit = 0; bit < left.size() * word_bits; ++bit) {
    if (get(left, bit)) add({bit}, false);
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
    if (is_read) read[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }
  for (const unsigned bits : {8U, 4U}) {
    piece_bits_ = bits;
    pieces_.clear();
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    for (std::uint32_t piece = 0; piece < read.size() * word_bits / bits; ++piece) {
      const std::uint32_t bit = piece * bits;
      if ((read[bit / word_bits] >> (bit % word_bits) & mask) != 0) pieces_.push_back(piece);
    }
    const std::size_t words = (pieces_.size() << bits) * symmetries_ * words_of_number();
    if (words * sizeof(std::uint64_t) <= most_table_bytes) break;
  }
}

std::vector<StateCode::Parts> StateCode::weights_of(const BitPermutation& symmetry) const {
  std::vector<Parts> of_image(symmetry.size());
  Parts weight{1, 1};
  for (std::size_t i = digits_.size(); i-- > 0;) {
    const Digit& digit = digits_[i];
    const bool is_high = i < high_digits_;
    std::uint64_t& own = is_high ? weight.high : weight.low;
    std::uint64_t value = digit.radix > digit.bits.size() ? 1 : 0;
    for (const std::uint32_t bit : digit.bits) {
      (is_high ? of_image[bit].high : of_image[bit].low) = value++ * own;
    }
    own *= digit.radix;
  }
  std::vector<Parts> weights;
  for (const std::uint32_t bit : symmetry) weights.push_back(of_image[bit]);
  return weights;
}

void StateCode::make_sums(std::span<const BitPermutation> symmetries) {
  BitPermutation identity(fixed_.size() * word_bits);
  std::iota(identity.begin(), identity.end(), 0U);
  const std::size_t images = columns_ / words_of_number();  // of a group
  const std::size_t groups = (symmetries_ + images - 1) / images;
  const std::size_t values = std::size_t{1} << piece_bits_;
  sums_.assign(groups * pieces_.size() * values * columns_, 0);
  for (std::size_t image = 0; image < groups * images; ++image) {
    const bool is_own = image == 0 || image > symmetries.size();
    const std::vector<Parts> weights = weights_of(is_own ? identity : symmetries[image - 1]);
    std::uint64_t* of_image = sums_.data() + image / images * pieces_.size() * values * columns_ +
                              image % images * words_of_number();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      std::uint64_t* of_piece = of_image + i * values * columns_;
      for (std::size_t what = 1; what < values; ++what) {
        const auto lowest = static_cast<std::uint32_t>(std::countr_zero(what));
        const Parts& more = weights[pieces_[i] * piece_bits_ + lowest];
        const std::uint64_t* rest = of_piece + (what & (what - 1)) * columns_;
        std::uint64_t* sum = of_piece + what * columns_;
        if (high_digits_ > 0) *sum++ = *rest++ + more.high;
        *sum = *rest + more.low;
      }
    }
  }
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

template <std::size_t columns>
void StateCode::add_up(const std::uint64_t* table, StateView state, Columns& totals) const {
  std::array<std::uint64_t, columns> sums{};
  const std::uint64_t mask = (std::uint64_t{1} << piece_bits_) - 1;
  for (const std::uint32_t piece : pieces_) {
    const std::uint32_t bit = piece * piece_bits_;
    const std::uint64_t what = state[bit / word_bits] >> (bit % word_bits) & mask;
    const std::uint64_t* more = table + what * columns;
    for (std::size_t i = 0; i < columns; ++i) sums[i] += more[i];
    table += columns << piece_bits_;
  }
  std::copy(sums.begin(), sums.end(), totals.begin());
}

/// each(own number of the image, in parts), the state's own first.
template <typename Each>
void StateCode::each_image(StateView state, const Each& each) const {
  const std::size_t words = words_of_number();
  Columns totals;
  const std::uint64_t* table = sums_.data();
  for (std::size_t image = 0; image < symmetries_;) {
    switch (columns_) {
      case 1:
        add_up<1>(table, state, totals);
        break;
      case 2:
        add_up<2>(table, state, totals);
        break;
      case 4:
        add_up<4>(table, state, totals);
        break;
      default:
        add_up<most_columns>(table, state, totals);
    }
    table += (pieces_.size() * columns_) << piece_bits_;
    for (std::size_t i = 0; i < columns_ && image < symmetries_; i += words, ++image) {
      each(words == 2 ? Parts{totals[i], totals[i + 1]} : Parts{0, totals[i]});
    }
  }
}

WideKey StateCode::own_number(StateView state) const {
  std::optional<Parts> own;
  each_image(state, [&](const Parts& parts) {
    if (!own) own = parts;
  });
  return joined(*own);
}

WideKey StateCode::least_number(StateView state) const {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  Parts least{most, most};
  each_image(state, [&](const Parts& parts) { least = std::min(least, parts); });
  return joined(least);
}

std::uint64_t StateCode::orbit_size(StateView state) const {
  std::optional<Parts> own;
  std::uint64_t same = 0;
  each_image(state, [&](const Parts& parts) {
    if (!own) own = parts;
    same += parts == *own ? 1 : 0;
  });
  return symmetries_ / same;  // Lagrange: they are a subgroup
}

std::vector<WideKey> StateCode::orbit(StateView state) const {
  std::vector<WideKey> numbers;
  each_image(state, [&](const Parts& parts) { numbers.push_back(joined(parts)); });
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
      if (bit != no_bit) out[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
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
