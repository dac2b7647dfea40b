#include "runtime/host/production/memory_budget.h"

#include <algorithm>
#include <numeric>

namespace tesuji::runtime {
namespace {

/// Bits that a fixed relation may have per row, beyond the common budget.
constexpr std::uint64_t bits_per_row = 4096;
constexpr std::uint64_t few_bits = std::uint64_t{1} << 16;

/// Returns the largest limit, of `most` and its repeated halves, such that the sizes within the
/// limit add up to at most `budget`.
std::uint64_t common_limit(const std::vector<std::uint64_t>& sizes, std::uint64_t most,
                           std::uint64_t budget) {
  for (;; most /= 2) {
    const std::uint64_t sum = std::accumulate(
        sizes.begin(), sizes.end(), std::uint64_t{0},
        [most](std::uint64_t all, std::uint64_t size) { return all + (size <= most ? size : 0); });
    if (sum <= budget || most == 0) return most;
  }
}

}  // namespace

void share_room(std::vector<FactsShape>& shapes, const std::vector<std::uint64_t>& rows) {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint64_t> heads;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    FactsShape& shape = shapes[i];
    if (shape.fixed) {
      shape.most_bits = std::min(shape.most_bits, std::max(few_bits, bits_per_row * rows[i]));
    }
    if (const auto needed = present_bits(shape)) bits.push_back(*needed);
    for (const std::vector<std::uint32_t>& columns : shape.indexes) {
      if (const auto needed = dense_heads(shape, columns)) heads.push_back(*needed);
    }
  }
  const std::uint64_t bit_limit = common_limit(bits, FactsShape{}.most_bits, most_bits_of_all);
  const std::uint64_t head_limit = common_limit(heads, FactsShape{}.most_heads, most_heads_of_all);
  for (FactsShape& shape : shapes) {
    shape.most_bits = std::min(shape.most_bits, bit_limit);
    shape.most_heads = std::min(shape.most_heads, head_limit);
  }
}

}  // namespace tesuji::runtime
