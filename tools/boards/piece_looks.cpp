#include "tools/boards/piece_looks.h"

#include "ir/core/characters.h"
#include "tools/boards/piece_colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::tools {
namespace {

using NamedShape = std::pair<std::string_view, PieceShape>;

constexpr std::array<NamedShape, 7> chess_names{{{"pawn", PieceShape::pawn},
                                                 {"knight", PieceShape::knight},
                                                 {"bishop", PieceShape::bishop},
                                                 {"rook", PieceShape::rook},
                                                 {"castle", PieceShape::rook},
                                                 {"queen", PieceShape::queen},
                                                 {"king", PieceShape::king}}};
constexpr std::array<NamedShape, 6> chess_letters{{{"p", PieceShape::pawn},
                                                   {"n", PieceShape::knight},
                                                   {"b", PieceShape::bishop},
                                                   {"r", PieceShape::rook},
                                                   {"q", PieceShape::queen},
                                                   {"k", PieceShape::king}}};
constexpr std::array<NamedShape, 9> draughts_names{{{"p", PieceShape::disc},
                                                    {"m", PieceShape::disc},
                                                    {"man", PieceShape::disc},
                                                    {"pawn", PieceShape::disc},
                                                    {"checker", PieceShape::disc},
                                                    {"piece", PieceShape::disc},
                                                    {"k", PieceShape::crowned},
                                                    {"king", PieceShape::crowned},
                                                    {"d", PieceShape::crowned}}};
constexpr std::array<std::string_view, 10> disc_names{
    "checker", "disc", "stone", "man", "piece", "peg", "ball", "token", "counter", "marker"};
constexpr std::array<std::string_view, 10> block_names{
    "wall", "block", "blocked", "hole", "obstacle", "burned", "burnt", "fire", "solid", "#"};

template <std::size_t size>
std::optional<PieceShape> shape_named(const std::array<NamedShape, size>& names,
                                      std::string_view name) {
  for (const auto& [word, shape] : names) {
    if (word == name) return shape;
  }
  return std::nullopt;
}

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Finds a chess piece's whole name within a piece's: `knight`, `knight1`, `darkknight`.
std::optional<PieceShape> chess_shape(std::string_view piece) {
  while (!piece.empty() && std::isdigit(static_cast<unsigned char>(piece.back())) != 0) {
    piece.remove_suffix(1);
  }
  return shape_named(chess_names, piece);
}

}  // namespace

PieceLooks::PieceLooks(const BoardPieces& pieces, const std::vector<std::string>& roles)
    : paints_(role_paints(roles)) {
  const std::vector<std::string> things = pieces.things();
  std::set<std::string> kinds;  // of pieces, without their owners
  bool owned = false;
  bool other_found = false;
  for (const std::string& thing : things) {
    const OwnedPiece piece = pieces.piece(thing);
    owned |= piece.owner.has_value();
    if (piece.owner || things.size() > 2) kinds.insert(piece.piece);
  }
  const auto all_in = [&](const auto& names) {
    return !kinds.empty() && std::all_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
      return shape_named(names, kind).has_value();
    });
  };
  const auto has = [&](std::string_view kind) { return kinds.contains(std::string(kind)); };
  chess_letters_ = owned && all_in(chess_letters) && (has("n") || has("r") || has("q"));
  draughts_ = owned && !chess_letters_ && all_in(draughts_names);
  marks_ = !things.empty() && std::all_of(things.begin(), things.end(), [](const auto& thing) {
    return thing == "x" || thing == "o";
  });
  owned_ = owned;
  for (const std::string& thing : things) {
    if (pieces.piece(thing).owner || ir::all_digits(thing)) continue;
    const bool first = std::exchange(other_found, true);
    single_ = first ? "" : thing;
  }
  for (const std::string& thing : things) known_.emplace(thing, look_of(thing, pieces));
}

void PieceLooks::draw_marks_as_discs() {
  for (auto& [thing, look] : known_) {
    if (look.shape == PieceShape::cross || look.shape == PieceShape::ring) {
      look.shape = PieceShape::disc;
    }
  }
  marks_ = false;
}

bool PieceLooks::is_chess() const {
  return std::any_of(known_.begin(), known_.end(), [](const auto& each) {
    const PieceShape shape = each.second.shape;
    return shape >= PieceShape::pawn && shape <= PieceShape::king;
  });
}

PieceLook PieceLooks::look_of(std::string_view thing, const BoardPieces& pieces) const {
  const OwnedPiece piece = pieces.piece(thing);
  const std::string_view named = colour_in(thing);
  std::string colour = piece.owner     ? paints_[*piece.owner]
                       : named.empty() ? std::string("neutral")
                                       : std::string(named);
  if (marks_) return {thing == "x" ? PieceShape::cross : PieceShape::ring, std::move(colour), {}};
  if (chess_letters_) {
    if (const auto shape = shape_named(chess_letters, piece.piece)) return {*shape, colour, {}};
  }
  if (draughts_) {
    if (const auto shape = shape_named(draughts_names, piece.piece)) return {*shape, colour, {}};
  }
  if (const auto shape = chess_shape(piece.piece)) {
    if (!piece.owner && named.empty()) colour = "white";
    return {*shape, std::move(colour), {}};
  }
  // Among pieces with owners, a thing without one is an obstacle: a wall, an arrow, a visited
  // square.
  const bool obstacle = owned_ && thing == single_ && !is_one_of(disc_names, thing);
  if (is_one_of(block_names, piece.piece) || obstacle)
    return {PieceShape::block, std::move(colour), {}};
  const bool nameless = piece.piece.empty() || (!piece.owner && piece.piece == named);
  if (nameless || is_one_of(disc_names, piece.piece) || (!single_.empty() && thing == single_)) {
    return {PieceShape::disc, std::move(colour), {}};
  }
  // Short names are clearer than letters that stand for them.
  constexpr std::size_t short_name = 6;
  std::string text = piece.owner && piece.piece.size() <= 2 ? piece.piece
                     : !piece.owner && thing.size() <= short_name
                         ? std::string(thing)
                         : pieces.drawn(std::string(thing));
  const bool letter = piece.owner && text.size() <= 2;
  return {letter ? PieceShape::letter : PieceShape::text, std::move(colour), std::move(text)};
}

std::vector<PieceLook> PieceLooks::of(const std::string& content, const BoardPieces& pieces) const {
  std::vector<PieceLook> looks;
  std::string_view rest = content;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('+'), rest.size());
    const std::string_view thing = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (thing.empty() || pieces.is_blank(thing) || thing == ".") continue;
    const auto found = known_.find(thing);
    looks.push_back(found == known_.end() ? look_of(thing, pieces) : found->second);
  }
  return looks;
}

}  // namespace tesuji::tools
