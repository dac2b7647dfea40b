// Finds squares of a board that get several contents in play: a cell that is both empty and black,
// because the rule that keeps its content has no condition for the move that changes it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Two fluents of the same place.
struct DoubledPlace {
  std::string place;                 ///< `(cell 1 1 _)`
  std::vector<std::string> fluents;  ///< those that hold together, sorted
  std::size_t places = 0;            ///< number of places that have one fluent each at the start
};

/// Knows the boards of a game by its initial state: the fluents of a functor are a board if some of
/// their arguments, the place, at least half of them, determine the others, all combinations of
/// values of these arguments occur, and there are at least four. It is no board if a state has a
/// place that the initial state lacks: then the fluents are pieces on a larger, mostly empty board.
class PlaceWatch {
 public:
  /// Fluents are KIF terms.
  explicit PlaceWatch(const std::vector<std::string>& initial);

  [[nodiscard]] bool has_board() const { return !boards_.empty(); }

  /// Compares a state `length` joint moves from the start. Keeps, for each board, the first state
  /// with the least length in which a place has several fluents, and its `way`: a number of the
  /// caller.
  void see(const std::vector<std::string>& fluents, std::size_t length, std::size_t way);

  struct Found {
    DoubledPlace doubled;
    std::vector<std::string> state;
    std::size_t length = 0;
    std::size_t way = 0;
  };
  /// Returns one place for each functor, in the order of functors. Where an initial state allows
  /// several readings (a tile for each square, or a square for each tile), nothing is returned
  /// while one of them is still true: pieces that are unique may share a square.
  [[nodiscard]] std::vector<Found> found() const;

 private:
  using Form = std::pair<std::string, std::size_t>;  ///< functor and number of arguments
  using Key = std::vector<std::string>;
  struct Board {
    std::vector<std::size_t> columns;  ///< the arguments that are the place, from 0
    std::set<Key> places;
    std::vector<Found> found;  ///< none or one
  };
  using Rows = std::map<Form, std::vector<std::vector<std::string>>>;

  [[nodiscard]] static Key key_of(const std::vector<std::string>& arguments,
                                  const std::vector<std::size_t>& columns);

  std::map<Form, std::vector<Board>> boards_;
};

}  // namespace tesuji::runtime
