// Reads comments that say how a board is drawn, where the rules leave it open:
//
//   ; tesuji: board cell column=1 row=2 up chequered
//   ; tesuji: board none
//
// The first word is the name of a fluent. Then, in any order and each at most once: `column=N` and
// `row=N`, adjacent arguments of the fluent, counted from 1; `up` or `down`, where rows with larger
// numbers are; and `plain`, `chequered`, `hexagons` or `holes`. `none`: no boards are drawn.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/core/source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

struct BoardComment {
  ir::Span span;
  std::string fluent;                 ///< `none`: no boards
  std::optional<std::size_t> column;  ///< argument, from 1
  std::optional<std::size_t> row;
  std::optional<bool> up;
  std::string tiling;  ///< empty if not given
};

/// Returns the comments of a text that begin with `tesuji:`. Reports words that these comments do
/// not have (warnings of the code "board-comment") if `faults` is not null; leaves such words out.
[[nodiscard]] std::vector<BoardComment> read_board_comments(const ir::SourceMap& sources,
                                                            ir::FileId file, Syntax syntax,
                                                            ir::Diagnostics* faults = nullptr);

}  // namespace tesuji::frontend
