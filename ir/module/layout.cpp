#include "ir/module/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace tesuji::ir {
namespace {

constexpr std::uint64_t saturated_product = std::uint64_t{1} << 63U;
constexpr std::uint64_t most_moves = std::uint64_t{1} << 62U;
constexpr std::uint64_t word_size = sizeof(std::uint64_t);
/// State tables have a capacity of this many rows, of this multiple of the initial ones, or of
/// twice the square root of all possible ones (as if half of the arguments determined the others),
/// the last up to a limit: a state cannot grow during a game.
constexpr std::uint64_t least_capacity = 1024;
constexpr std::uint64_t capacity_per_initial_row = 4;
constexpr std::uint64_t most_guessed_capacity = 16384;

/// Hands out consecutive words of one block of memory.
class Block {
 public:
  explicit Block(std::uint64_t size) : size_(size) {}

  /// Allocates `words` words; returns their byte offset.
  std::uint32_t take(std::uint64_t words, const Relation& relation) {
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max() - 7;
    if (words > (limit - size_) / word_size) {
      throw LayoutLimit(relation, fmt::format("relation {} needs more memory than a block can have",
                                              relation.name));
    }
    const auto offset = static_cast<std::uint32_t>(size_);
    size_ += words * word_size;
    return offset;
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }

 private:
  std::uint64_t size_;
};

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > saturated_product / a) return saturated_product;
  return a * b;
}

/// Given columns of a call do not belong to the key.
std::vector<std::uint64_t> strides_of(const Module& module, const Relation& relation) {
  std::vector<std::uint64_t> strides(relation.columns.size());
  std::uint64_t stride = 1;
  for (std::size_t i = relation.columns.size(); i-- > 0;) {
    if (is_given_to_call(relation, i)) continue;
    strides[i] = stride;
    stride = saturating_product(stride, module.domains[relation.columns[i]].values.size());
  }
  return strides;
}

std::vector<bool> find_recursive(const Module& module) {
  std::vector<bool> recursive(module.relations.size());
  for (const Stratum& stratum : module.strata) {
    if (!stratum.recursive) continue;
    for (const RelationId relation : stratum.relations) recursive[relation] = true;
  }
  return recursive;
}

std::uint32_t state_capacity(const Module& module, const Relation& relation) {
  const std::uint64_t product = module.product_size(relation);
  if (product >= saturated_product) {
    throw LayoutLimit(relation,
                      fmt::format("relation {} can have 2^63 rows or more, which no state "
                                  "can hold: give its terms fewer arguments, or let "
                                  "fewer constants reach them",
                                  relation.name));
  }
  std::uint64_t wanted = least_capacity;
  if (relation.init != no_id) {
    const std::uint64_t initial = module.relations[relation.init].facts.rows;
    wanted = std::max(wanted, saturating_product(initial, capacity_per_initial_row));
  }
  const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(product)));
  wanted = std::max(wanted, std::min(2 * root, most_guessed_capacity));
  const std::uint64_t capacity = std::min(product, wanted);
  if (capacity > std::numeric_limits<std::uint32_t>::max()) {
    throw LayoutLimit(relation,
                      fmt::format("relation {} has too many initial rows", relation.name));
  }
  return static_cast<std::uint32_t>(capacity);
}

void lay_out_state(const Module& module, Layout& layout) {
  Block state(0);
  for (std::size_t i = 0; i < module.relations.size(); ++i) {
    const Relation& relation = module.relations[i];
    if (relation.kind != RelationKind::state || relation.storage != Storage::bits) continue;
    layout.relations[i].state_offset = state.take(layout.relations[i].words, relation);
    if (relation.next != no_id && module.relations[relation.next].storage == Storage::bits) {
      layout.relations[relation.next].state_offset = layout.relations[i].state_offset;
    }
  }
  for (std::size_t i = 0; i < module.relations.size(); ++i) {
    const Relation& relation = module.relations[i];
    if (relation.kind != RelationKind::state || relation.storage != Storage::table) continue;
    layout.relations[i].state_capacity = state_capacity(module, relation);
    layout.relations[i].state_offset =
        state.take(std::uint64_t{1} + layout.relations[i].state_capacity, relation);
  }
  layout.state_size = state.size();
}

/// Requires the state's layout: relations stored in the next state get no space here.
void lay_out_scratch(const Module& module, Layout& layout) {
  const std::vector<bool> recursive = find_recursive(module);
  Block scratch(scratch_header_size);
  for (std::size_t i = 0; i < module.relations.size(); ++i) {
    const Relation& relation = module.relations[i];
    if (relation.kind != RelationKind::derived || relation.storage != Storage::bits) continue;
    RelationLayout& place = layout.relations[i];
    const std::uint64_t area = place.words + 1;
    if (place.state_offset == no_id) place.scratch_offset = scratch.take(area, relation);
    if (recursive[i]) {
      place.delta_offset = scratch.take(area, relation);
      place.new_offset = scratch.take(area, relation);
    }
  }
  layout.scratch_size = scratch.size();
}

void number_moves(const Module& module, Layout& layout) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < module.relations.size(); ++i) {
    const Relation& legal = module.relations[i];
    if (legal.answer != Answer::legal) continue;
    MoveShape shape;
    shape.legal = static_cast<RelationId>(i);
    for (std::size_t j = 0; j < module.relations.size(); ++j) {
      const Relation& does = module.relations[j];
      if (does.kind == RelationKind::input && does.legal == shape.legal) {
        shape.does = static_cast<RelationId>(j);
      }
    }
    shape.first = first;
    shape.count = 1;
    for (std::size_t column = 1; column < legal.columns.size(); ++column) {
      shape.count =
          saturating_product(shape.count, module.domains[legal.columns[column]].values.size());
    }
    if (shape.count > most_moves - first) {
      throw LayoutLimit(legal,
                        fmt::format("relation {} can have 2^62 moves or more: give them fewer "
                                    "arguments, or let fewer constants reach these",
                                    legal.name));
    }
    first += shape.count;
    layout.moves.push_back(shape);
  }
}

}  // namespace

Layout lay_out(const Module& module) {
  Layout layout;
  layout.relations.resize(module.relations.size());
  for (std::size_t i = 0; i < module.relations.size(); ++i) {
    const Relation& relation = module.relations[i];
    RelationLayout& place = layout.relations[i];
    place.strides = strides_of(module, relation);
    if (relation.storage == Storage::bits) {
      place.bits = module.product_size(relation);
      place.words = (place.bits + 63) / 64;
    } else if (relation.storage == Storage::table || relation.storage == Storage::list) {
      place.table = layout.tables++;
    }
  }
  lay_out_state(module, layout);
  lay_out_scratch(module, layout);
  number_moves(module, layout);
  return layout;
}

std::vector<std::int32_t> translate(const Module& module, DomainId from, DomainId to) {
  if (from == to) return {};
  std::vector<std::int32_t> positions;
  positions.reserve(module.domains[from].values.size());
  for (const Symbol value : module.domains[from].values) {
    positions.push_back(module.domains[to].position(value));
  }
  return positions;
}

std::vector<std::uint32_t> encode_facts(const Module& module, const Relation& relation) {
  const std::size_t arity = relation.columns.size();
  const std::vector<Symbol>& facts = relation.facts.cells;
  std::vector<std::uint32_t> cells(facts.size());
  for (std::size_t c = 0; c < arity; ++c) {
    const Domain& domain = module.domains[relation.columns[c]];
    std::size_t last = 0;
    for (std::size_t i = c; i < facts.size(); i += arity) {
      // In sorted rows, a cell mostly equals the one above, or is the next constant.
      const auto is_at = [&](std::size_t position) {
        return position < domain.values.size() && domain.values[position] == facts[i];
      };
      if (!is_at(last) && !is_at(++last)) {
        const std::int32_t position = domain.position(facts[i]);
        if (position < 0) {
          throw std::invalid_argument(fmt::format("{} is not in domain {} of relation {}",
                                                  module.symbols->text(facts[i]), domain.name,
                                                  relation.name));
        }
        last = static_cast<std::size_t>(position);
      }
      cells[i] = static_cast<std::uint32_t>(last);
    }
  }
  if (arity == 0) return {};

  const auto row = [&](std::size_t number) {
    return std::span<const std::uint32_t>(cells).subspan(number * arity, arity);
  };
  const auto less = [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  };
  const std::size_t rows = cells.size() / arity;
  bool ascending = true;  // the static evaluator sorts rows; there may be millions
  for (std::size_t i = 1; ascending && i < rows; ++i) ascending = less(i - 1, i);
  if (ascending) return cells;

  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), less);
  std::vector<std::uint32_t> sorted;
  sorted.reserve(cells.size());
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0 && !less(order[i - 1], order[i])) continue;
    sorted.insert(sorted.end(), row(order[i]).begin(), row(order[i]).end());
  }
  return sorted;
}

}  // namespace tesuji::ir
