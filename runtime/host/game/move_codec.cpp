#include "runtime/host/game/move_codec.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace tesuji::runtime {
namespace {

constexpr std::uint32_t no_value = ~std::uint32_t{0};
/// Up to this many moves of a shape have their arguments translated beforehand.
constexpr std::uint64_t most_translated = 1U << 14;

std::vector<std::uint32_t> positions_in(const std::vector<std::string>& from,
                                        const std::vector<std::string>& to) {
  std::unordered_map<std::string_view, std::uint32_t> positions;
  for (std::size_t p = 0; p < to.size(); ++p)
    positions.emplace(to[p], static_cast<std::uint32_t>(p));
  std::vector<std::uint32_t> result;
  for (const std::string& name : from) {
    const auto found = positions.find(name);
    result.push_back(found == positions.end() ? no_value : found->second);
  }
  return result;
}

void append_set_bits(const std::uint64_t* words, std::uint64_t begin, std::uint64_t count,
                     Move first, std::vector<Move>& moves) {
  if (count == 0) return;
  const std::uint64_t last = begin + count - 1;
  for (std::uint64_t w = begin / 64; w <= last / 64; ++w) {
    std::uint64_t word = words[w];
    if (w == begin / 64) word &= ~std::uint64_t{0} << (begin % 64);
    if (w == last / 64) word &= ~std::uint64_t{0} >> (63 - last % 64);
    const Move base = first + w * 64 - begin;
    for (; word != 0; word &= word - 1)
      moves.push_back(base + static_cast<Move>(std::countr_zero(word)));
  }
}

}  // namespace

MoveCodec::MoveCodec(std::vector<TableMoves> moves, const std::vector<std::string>& roles)
    : role_count_(roles.size()) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const TableMoves& a, const TableMoves& b) { return a.first < b.first; });
  for (TableMoves& source : moves) {
    const std::vector<std::vector<std::string>> columns(source.legal.columns.begin() + 1,
                                                        source.legal.columns.end());
    std::vector<std::uint32_t> sizes;
    for (const auto& names : columns) sizes.push_back(static_cast<std::uint32_t>(names.size()));
    MixedRadix radix(std::move(sizes));
    Shape shape{source.first,
                radix.count(),
                radix,
                TermShape(source.legal.term, columns),
                positions_in(source.legal.columns[0], roles),
                source.has_does,
                source.does.table,
                {},
                {},
                {}};
    if (source.has_does) {
      shape.does_roles = positions_in(roles, source.does.columns[0]);
      for (std::size_t c = 0; c < columns.size(); ++c)
        shape.arguments.push_back(positions_in(columns[c], source.does.columns[c + 1]));
      if (std::find(lists_.begin(), lists_.end(), source.does.table) == lists_.end())
        lists_.push_back(source.does.table);
      if (!columns.empty() && shape.radix.count() <= most_translated) {
        std::vector<std::uint32_t> translated(shape.radix.count() * columns.size());
        for (std::uint64_t m = 0; m < shape.radix.count(); ++m) {
          std::uint32_t* arguments = translated.data() + m * columns.size();
          if (!translate(shape, m, arguments)) arguments[0] = no_value;
        }
        shape.translated = std::move(translated);
      }
    }
    if (source.legal.storage == TableRelation::Storage::bits) {
      for (std::size_t p = 0; p < shape.roles.size(); ++p) {
        if (shape.roles[p] == no_value) continue;
        bits_.push_back({shape.roles[p], source.legal.scratch_offset / sizeof(std::uint64_t),
                         p * shape.radix.count(), shape.radix.count(), shape.first});
      }
    } else {
      rows_.push_back({source.legal.table, shapes_.size()});
    }
    index_.add(shape.term, shapes_.size());
    shapes_.push_back(std::move(shape));
  }
  std::stable_sort(bits_.begin(), bits_.end(),
                   [](const BitRange& a, const BitRange& b) { return a.role < b.role; });
}

void MoveCodec::collect(const tsj_scratch& scratch, std::vector<std::vector<Move>>& moves) const {
  const auto* words = reinterpret_cast<const std::uint64_t*>(&scratch);
  for (const BitRange& range : bits_)
    append_set_bits(words + range.word, range.begin, range.count, range.first, moves[range.role]);
  if (rows_.empty()) return;
  for (const Rows& rows : rows_) {
    const Shape& shape = shapes_[rows.shape];
    const tsj_table& table = scratch.tables[rows.table];
    for (std::uint32_t r = 0; r < table.count; ++r) {
      const std::uint32_t* row = table.rows + std::size_t{r} * table.arity;
      const std::uint32_t role = shape.roles[row[0]];
      if (role != no_value) moves[role].push_back(shape.first + shape.radix.pack(row + 1));
    }
  }
  for (std::vector<Move>& list : moves) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

const MoveCodec::Shape* MoveCodec::shape_of(Move move) const {
  // Shapes are few, and mostly the first has most of the moves.
  for (const Shape& shape : shapes_)
    if (move - shape.first < shape.count) return &shape;
  return nullptr;
}

bool MoveCodec::translate(const Shape& shape, std::uint64_t number, std::uint32_t* arguments) {
  shape.radix.unpack(number, arguments);
  for (std::size_t c = 0; c < shape.arguments.size(); ++c) {
    arguments[c] = shape.arguments[c][arguments[c]];
    if (arguments[c] == no_value) return false;
  }
  return true;
}

const std::uint32_t* MoveCodec::arguments_of(const Shape& shape, std::uint64_t number,
                                             std::vector<std::uint32_t>& room) {
  const std::size_t arity = shape.arguments.size();
  if (!shape.translated.empty()) {
    const std::uint32_t* arguments = shape.translated.data() + number * arity;
    return arguments[0] == no_value ? nullptr : arguments;
  }
  room.resize(arity);
  return translate(shape, number, room.data()) ? room.data() : nullptr;
}

void MoveCodec::make(std::span<const Move> joint, tsj_scratch& scratch) const {
  unmake(scratch);
  thread_local std::vector<std::uint32_t> room;
  for (Role role = 0; role < joint.size() && role < role_count_; ++role) {
    const Shape* shape = shape_of(joint[role]);
    if (shape == nullptr || !shape->has_does || shape->does_roles[role] == no_value) continue;
    const std::uint32_t* arguments = arguments_of(*shape, joint[role] - shape->first, room);
    if (arguments == nullptr && !shape->arguments.empty()) continue;
    // Rows of different roles differ, so that nothing needs to be looked up.
    tsj_table& table = scratch.tables[shape->does_table];
    if (table.count == table.capacity && scratch.grow(&table) == 0) return;
    std::uint32_t* row = table.rows + std::size_t{table.count++} * table.arity;
    row[0] = shape->does_roles[role];
    for (std::size_t c = 0; c < shape->arguments.size(); ++c) row[c + 1] = arguments[c];
  }
}

void MoveCodec::unmake(tsj_scratch& scratch) const {
  // Lists have no indexes that would have to be emptied.
  for (const std::uint32_t list : lists_) scratch.tables[list].count = 0;
}

std::string MoveCodec::name(Move move) const {
  const Shape* shape = shape_of(move);
  if (shape == nullptr) return "?";
  std::vector<std::uint32_t> row(std::max<std::size_t>(1, shape->radix.arity()));
  shape->radix.unpack(move - shape->first, row.data());
  return shape->term.name(row.data());
}

std::optional<Move> MoveCodec::find(std::string_view name) const {
  const TermTokens tokens = tokenize_term(name);
  std::optional<Move> move;
  index_.find(tokens, [&](std::size_t s) {
    const Shape& shape = shapes_[s];
    std::vector<std::uint32_t> row(std::max<std::size_t>(1, shape.radix.arity()));
    if (!shape.term.match(tokens, row.data())) return false;
    move = shape.first + shape.radix.pack(row.data());
    return true;
  });
  return move;
}

}  // namespace tesuji::runtime
