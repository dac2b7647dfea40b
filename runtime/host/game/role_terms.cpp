#include "runtime/host/game/role_terms.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {
namespace {

constexpr std::uint32_t no_role_here = ~std::uint32_t{0};

}  // namespace

RoleTerms::RoleTerms(const std::vector<TableRelation>& relations,
                     const std::vector<std::string>& roles)
    : role_count_(roles.size()) {
  for (const TableRelation& relation : relations) {
    Shape shape{relation.storage,
                relation.scratch_offset / sizeof(std::uint64_t),
                relation.table,
                TermShape(relation.term, {relation.columns.begin() + 1, relation.columns.end()}),
                {},
                {}};
    for (const std::string& name : relation.columns[0]) {
      const auto role = std::find(roles.begin(), roles.end(), name);
      shape.roles.push_back(role == roles.end() ? no_role_here
                                                : static_cast<std::uint32_t>(role - roles.begin()));
    }
    for (const auto& names : relation.columns) shape.sizes.push_back(names.size());
    shapes_.push_back(std::move(shape));
  }
}

void RoleTerms::collect(const tsj_scratch& scratch,
                        std::vector<std::vector<std::string>>& terms) const {
  terms.resize(role_count_);
  for (std::vector<std::string>& list : terms) list.clear();
  for (const Shape& shape : shapes_) {
    if (shape.storage == TableRelation::Storage::bits) {
      collect_bits(shape, scratch, terms);
    } else {
      collect_rows(shape, scratch, terms);
    }
  }
  for (std::vector<std::string>& list : terms) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void RoleTerms::collect_bits(const Shape& shape, const tsj_scratch& scratch,
                             std::vector<std::vector<std::string>>& terms) {
  std::uint64_t bits = 1;
  for (const std::uint64_t size : shape.sizes) bits *= size;  // as many as there is memory for
  const auto* words = reinterpret_cast<const std::uint64_t*>(&scratch) + shape.word;
  std::vector<std::uint32_t> row(shape.sizes.size());
  for (std::uint64_t w = 0; w * 64 < bits; ++w) {
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
      std::uint64_t number = w * 64 + static_cast<std::uint64_t>(std::countr_zero(word));
      if (number >= bits) break;
      for (std::size_t c = row.size(); c-- > 0; number /= shape.sizes[c])
        row[c] = static_cast<std::uint32_t>(number % shape.sizes[c]);
      append(shape, row.data(), terms);
    }
  }
}

void RoleTerms::collect_rows(const Shape& shape, const tsj_scratch& scratch,
                             std::vector<std::vector<std::string>>& terms) {
  const tsj_table& table = scratch.tables[shape.table];
  for (std::uint32_t r = 0; r < table.count; ++r)
    append(shape, table.rows + std::size_t{r} * table.arity, terms);
}

void RoleTerms::append(const Shape& shape, const std::uint32_t* row,
                       std::vector<std::vector<std::string>>& terms) {
  const std::uint32_t role = shape.roles[row[0]];
  if (role != no_role_here) terms[role].push_back(shape.term.name(row + 1));
}

}  // namespace tesuji::runtime
