// A state for people: fluents with two coordinates as a board, the rest as a list.
#pragma once

#include "ir/module.h"
#include "runtime/host/game.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Knows from a module which of its fluents lie on a board: those of three columns
/// whose first two are small integers, such as `(cell ROW COLUMN CONTENT)`.
class BoardView {
 public:
  explicit BoardView(const ir::Module& module);

  /// Rows by the first coordinate from the top, columns by the second from the
  /// left, both in ascending order; `.` where no fluent tells. Fluents that lie on
  /// no board follow on one line. Ends in a newline.
  [[nodiscard]] std::string draw(const std::vector<std::string>& fluents) const;

 private:
  struct Board {
    std::string functor;
    std::vector<std::string> rows;     ///< names of the first coordinate's values
    std::vector<std::string> columns;  ///< and of the second's
  };

  [[nodiscard]] bool place(const std::string& fluent,
                           std::vector<std::vector<std::string>>& cells) const;

  std::vector<Board> boards_;
};

}  // namespace tesuji::tools
