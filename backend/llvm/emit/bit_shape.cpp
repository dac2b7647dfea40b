#include "backend/llvm/emit/bit_shape.h"

#include "backend/llvm/emit/word_bits.h"

#include <numeric>

namespace tesuji::llvm_backend {

BitShape::BitShape(const ModuleContext& module, ir::RelationId relation, const Positions& fixed)
    : strides_(module.layout.relations[relation].strides) {
  const std::vector<ir::DomainId>& columns = module.source.relations[relation].columns;
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    sizes_.push_back(module.domain_size(columns[i]));
    if (fixed[i] == nullptr) free_.push_back(i);
  }
}

std::uint64_t BitShape::span() const {
  std::uint64_t last = 0;
  for (const std::uint32_t column : free_) last += (sizes_[column] - 1) * strides_[column];
  return last + 1;
}

bool BitShape::contiguous() const {
  return free_.empty() || free_.front() + free_.size() == sizes_.size();
}

std::uint32_t BitShape::take_first_free() {
  const std::uint32_t column = free_.front();
  free_.erase(free_.begin());
  return column;
}

std::uint64_t BitShape::words(const Positions& fixed) const {
  std::uint64_t grid = word_bits;
  std::uint64_t constant = 0;
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i] == nullptr) continue;
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(fixed[i])) {
      constant += known->getZExtValue() * strides_[i];
    } else {
      grid = std::gcd(grid, strides_[i]);
    }
  }
  const std::uint64_t last_offset = constant % grid + word_bits - grid;
  return (last_offset + span() + word_bits - 1) / word_bits;
}

}  // namespace tesuji::llvm_backend
