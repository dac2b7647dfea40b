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

constexpr unsigned most_bits = 511;

constexpr std::uint32_t no_bit = ~0U;

/// Larger tables of bytes would not stay in the nearest caches.
constexpr std::size_t most_table_bytes = std::size_t{1} << 18U;

/// Most words of the table of a run of several digits.
constexpr std::uint64_t most_run_words = 1024;

/// Returns the bits for this many different numbers, at most 2^64.
unsigned bits_for(WideKey numbers) {
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(numbers - 1)));
}

[[noreturn]] void fail_too_long() {
  throw LimitReached("numbers of states need more than 511 bits");
}

}  // namespace

StateCode::StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
                     std::span<const BitPermutation> symmetries)
    : fixed_(fixed.begin(), fixed.end()) {
  list_digits(groups, used);
  symmetries_ = symmetries.size() + 1;
  columns_ = std::min(most_columns, std::bit_ceil(symmetries_ * parts_.size()));
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
  // Puts each digit into the first part that has room for it.
  constexpr WideKey most = WideKey{1} << 64U;
  std::vector<WideKey> products;
  std::vector<std::vector<Digit>> parts;
  for (Digit& digit : digits) {
    std::size_t part = 0;
    while (part < parts.size() && products[part] > most / digit.radix) ++part;
    if (part == parts.size()) {
      if (part == Parts().size()) fail_too_long();
      products.push_back(1);
      parts.emplace_back();
    }
    products[part] *= digit.radix;
    parts[part].push_back(std::move(digit));
  }
  if (parts.empty()) {
    products.push_back(1);
    parts.emplace_back();
  }
  for (std::size_t part = parts.size(); part-- > 0;) {
    Part& one = parts_.emplace_back();
    one.digits = parts[part].size();
    one.bits = bits_for(products[part]);
    bits_ += one.bits;
    std::move(parts[part].begin(), parts[part].end(), std::back_inserter(digits_));
  }
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
    const std::size_t words = (pieces_.size() << bits) * symmetries_ * parts_.size();
    if (words * sizeof(std::uint64_t) <= most_table_bytes) break;
  }
}

std::vector<StateCode::Parts> StateCode::weights_of(const BitPermutation& symmetry) const {
  std::vector<Parts> of_image(symmetry.size());
  std::size_t next = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    std::uint64_t weight = 1;
    for (std::size_t i = next + parts_[part].digits; i-- > next;) {
      const Digit& digit = digits_[i];
      std::uint64_t value = digit.radix > digit.bits.size() ? 1 : 0;
      for (const std::uint32_t bit : digit.bits) of_image[bit][part] = value++ * weight;
      weight *= digit.radix;
    }
    next += parts_[part].digits;
  }
  std::vector<Parts> weights;
  for (const std::uint32_t bit : symmetry) weights.push_back(of_image[bit]);
  return weights;
}

void StateCode::make_sums(std::span<const BitPermutation> symmetries) {
  BitPermutation identity(fixed_.size() * word_bits);
  std::iota(identity.begin(), identity.end(), 0U);
  const std::size_t parts = parts_.size();
  const std::size_t images = columns_ / parts;  // of a group
  const std::size_t groups = (symmetries_ + images - 1) / images;
  const std::size_t values = std::size_t{1} << piece_bits_;
  sums_.assign(groups * pieces_.size() * values * columns_, 0);
  for (std::size_t image = 0; image < symmetries_; ++image) {
    const std::vector<Parts> weights = weights_of(image == 0 ? identity : symmetries[image - 1]);
    std::uint64_t* of_image =
        sums_.data() + image / images * pieces_.size() * values * columns_ + image % images * parts;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      std::uint64_t* of_piece = of_image + i * values * columns_;
      for (std::size_t what = 1; what < values; ++what) {
        const auto lowest = static_cast<std::uint32_t>(std::countr_zero(what));
        const Parts& more = weights[pieces_[i] * piece_bits_ + lowest];
        const std::uint64_t* rest = of_piece + (what & (what - 1)) * columns_;
        std::uint64_t* sum = of_piece + what * columns_;
        for (std::size_t part = 0; part < parts; ++part) sum[part] = rest[part] + more[part];
      }
    }
  }
}

void StateCode::make_runs() {
  std::size_t next = 0;
  for (Part& part : parts_) {
    const std::size_t end = next + part.digits;
    while (next < end) part.runs.push_back(next_run(next, end));
  }
}

/// Takes as many digits from `next` on as have a small table.
StateCode::Run StateCode::next_run(std::size_t& next, std::size_t end) const {
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
    return run;
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
  return run;
}

void StateCode::compute_identity(std::span<const BitPermutation> symmetries) {
  std::string layout;
  for (const Part& part : parts_) layout += std::to_string(part.digits) + "\n";
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

StateCode::Parts StateCode::own_parts(StateView state) const {
  Parts own{};
  each_image(state, [&](const std::uint64_t* parts) {
    std::copy_n(parts, parts_.size(), own.begin());
    return false;
  });
  return own;
}

StateCode::Parts StateCode::least_parts(StateView state) const {
  Parts least = own_parts(state);
  each_image(state, [&](const std::uint64_t* parts) {
    const std::uint64_t* const end = parts + parts_.size();
    if (std::lexicographical_compare(parts, end, least.data(), least.data() + parts_.size())) {
      std::copy(parts, end, least.begin());
    }
    return true;
  });
  return least;
}

std::uint64_t StateCode::orbit_size(StateView state) const {
  const Parts own = own_parts(state);
  std::uint64_t same = 0;
  each_image(state, [&](const std::uint64_t* parts) {
    std::size_t alike = 0;
    while (alike < parts_.size() && parts[alike] == own[alike]) ++alike;
    same += alike == parts_.size() ? 1 : 0;
    return true;
  });
  return symmetries_ / same;  // Lagrange: the symmetries that fix the state form a subgroup
}

void StateCode::decode(const std::vector<Run>& runs, std::uint64_t number, StateOut out) {
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

}  // namespace tesuji::runtime
