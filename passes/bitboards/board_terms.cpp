#include "passes/bitboards/board_terms.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace tesuji::passes {
namespace {

using Kind = BoardAtom::Kind;

struct PlacedLiteral {
  BoardPlace place;
  bool complemented = false;
};

}  // namespace

TermFault term_of(const GroundProgram& program, const GroundRule& rule, const BoardAtoms& atoms,
                  const BoardPlaces& places, TermKey& key, std::uint32_t& square) {
  std::vector<PlacedLiteral> read;
  key.role = TermKey::no_role_of_term;
  for (const GroundLiteral literal : program.body(rule)) {
    if (is_false(atoms, literal)) return TermFault::never;
    if (is_true(atoms, literal)) continue;
    const BoardAtom& atom = atoms.atoms[literal / 2];
    if (atom.kind == Kind::unknown) return TermFault::unknown;
    if (atom.kind == Kind::by_move) {
      if (key.role != TermKey::no_role_of_term && key.role != atom.number) {
        return TermFault::unknown;
      }
      key.role = atom.number;
      continue;
    }
    read.push_back({places[literal / 2], (literal & 1U) != 0});
  }
  const BoardPlace head = places[rule.head];
  key.head = head.board;
  key.of_head = head.square != no_square;
  square = head.square;
  if (!key.of_head) {
    // The choice of the literal that gives the squares must not depend on these.
    std::optional<PlacedLiteral> first;
    for (const PlacedLiteral& literal : read) {
      if (literal.place.square == no_square) continue;
      const auto order = [](const PlacedLiteral& x) {
        return std::tuple(x.place.board, x.complemented, x.place.square);
      };
      if (!first || order(literal) < order(*first)) first = literal;
    }
    if (first) square = first->place.square;
  }
  key.literals.clear();
  for (const PlacedLiteral& literal : read) {
    const std::int32_t distance =
        literal.place.square == no_square
            ? 0
            : static_cast<std::int32_t>(square) - static_cast<std::int32_t>(literal.place.square);
    key.literals.push_back({literal.place.board, distance, literal.complemented});
  }
  std::sort(key.literals.begin(), key.literals.end());
  key.literals.erase(std::unique(key.literals.begin(), key.literals.end()), key.literals.end());
  return TermFault::none;
}

TermFault add_rule(const GroundProgram& program, const GroundRule& rule, const BoardAtoms& atoms,
                   const BoardPlaces& places, BoardTerms& terms) {
  TermKey key;
  std::uint32_t square = no_square;
  const TermFault fault = term_of(program, rule, atoms, places, key, square);
  if (fault != TermFault::none) return fault;
  const auto [squares, is_new] = terms.try_emplace(key);
  HoldsByMove holds;
  if (key.role != TermKey::no_role_of_term) {
    holds.assign((atoms.rows[key.role] + 63) / 64, ~std::uint64_t{0});
    for (const GroundLiteral literal : program.body(rule)) {
      if (atoms.atoms[literal / 2].kind != Kind::by_move) continue;
      const std::uint64_t flip = (literal & 1U) != 0 ? ~std::uint64_t{0} : 0;
      const HoldsByMove& function = atoms.functions[literal / 2];
      for (std::size_t w = 0; w < holds.size(); ++w) holds[w] &= function[w] ^ flip;
    }
  }
  const auto [place, is_first] = squares->second.try_emplace(square, holds);
  if (!is_first) {
    for (std::size_t w = 0; w < holds.size(); ++w) place->second[w] |= holds[w];
  }
  return TermFault::none;
}

}  // namespace tesuji::passes
