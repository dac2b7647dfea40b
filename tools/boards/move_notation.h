// Writes moves as people do: `e2–e4`, `e4×d5`, `drop 4`, `a3`.
//
// Squares have the labels beside the board (BoardView::square_label), other words of the term stand
// before and after them, with blanks for `_` and `-`. The first word, such as `move`, is left out
// where the squares say it all: if the game has no other moves of that form with another first
// word, and either there are two squares, or all its moves that name places begin so. Nothing
// depends on what a game or its moves are called.
#pragma once

#include "ir/module/module.h"
#include "tools/boards/board_view.h"
#include "tools/boards/move_places.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {

class MoveNotation {
 public:
  /// The boards must outlive it.
  MoveNotation(const ir::Module& module, const BoardView& view, const MovePlaces& places);

  /// Returns a text for each legal move of a role, in their order. No two are the same: moves whose
  /// texts would be keep their terms. `fluents`: of the state, to see captures; null: it is hidden.
  [[nodiscard]] std::vector<std::string> texts(const std::vector<std::string>& moves,
                                               std::size_t role,
                                               const std::vector<std::string>* fluents) const;

  /// Returns the text of one of them; of other moves their term.
  [[nodiscard]] std::string text_of(const std::string& move, const std::vector<std::string>& moves,
                                    std::size_t role,
                                    const std::vector<std::string>* fluents) const;

 private:
  /// The kind of each part after the first word: `s` for a square, `l` for a line of squares, `w`
  /// for a word.
  using Form = std::string;
  using Owners = std::vector<std::vector<std::optional<std::size_t>>>;

  [[nodiscard]] static Form form_of(const std::vector<MovePart>& parts);
  [[nodiscard]] std::string text(const std::vector<MovePart>& parts, std::size_t role,
                                 const Owners& owners) const;
  [[nodiscard]] bool needs_first_word(const std::vector<MovePart>& parts) const;
  [[nodiscard]] std::optional<std::string> label(const NamedPlace& place) const;

  const BoardView& view_;
  const MovePlaces& places_;
  std::map<Form, std::set<std::string>> first_words_;  ///< of moves of a form
  std::set<std::string> of_places_;                    ///< first words of moves that name places
};

/// Returns the text as people type it: `-` for a dash, `x` for `×`, in lower case.
[[nodiscard]] std::string typed_notation(const std::string& text);

}  // namespace tesuji::tools
