#include "runtime/host/playouts/doubled_places.h"

#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace tesuji::runtime {
namespace {

constexpr std::size_t smallest_board = 4;
constexpr std::size_t most_arguments = 8;  ///< of a fluent whose subsets of arguments are all tried

std::string place_text(const std::string& functor, const std::vector<std::string>& arguments,
                       const std::vector<std::size_t>& columns) {
  std::string text = "(" + functor;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool fixed = std::find(columns.begin(), columns.end(), i) != columns.end();
    text += " " + (fixed ? arguments[i] : std::string("_"));
  }
  return text + ")";
}

using Values = std::set<std::string>;

/// Whether these are consecutive integers or consecutive letters, as coordinates are.
bool are_in_a_row(const Values& values) {
  std::set<long> numbers;
  for (const std::string& value : values) {
    const bool digits = !value.empty() && value.size() < 10 &&
                        value.find_first_not_of("0123456789") == std::string::npos;
    const bool letter = value.size() == 1 && value.front() >= 'a' && value.front() <= 'z';
    if (!digits && !letter) return false;
    numbers.insert(digits ? std::stol(value) : -1000L + value.front());
  }
  return !numbers.empty() &&
         *numbers.rbegin() - *numbers.begin() + 1 == static_cast<long>(numbers.size());
}

bool share_values(const Values& a, const Values& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& value) { return b.contains(value); });
}

/// Whether these columns may be the coordinates of places, and the others their contents: each is a
/// row of numbers or letters, or has values of another coordinate; no content has one of these.
bool may_be_coordinates(const std::vector<std::size_t>& columns,
                        const std::vector<Values>& values) {
  const auto is_coordinate = [&](std::size_t i) {
    return std::find(columns.begin(), columns.end(), i) != columns.end();
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool shares = std::any_of(columns.begin(), columns.end(), [&](std::size_t other) {
      return other != i && share_values(values[i], values[other]);
    });
    if (is_coordinate(i) ? !shares && !are_in_a_row(values[i]) : shares) return false;
  }
  return true;
}

/// Returns the functor, then the arguments; nothing for a fluent with fewer than two arguments.
std::optional<std::vector<std::string>> parts_of(const std::string& fluent) {
  auto parts = term_parts(fluent);
  if (!parts || parts->size() < 3 || parts->size() > most_arguments + 1) return std::nullopt;
  return parts;
}

}  // namespace

PlaceWatch::Key PlaceWatch::key_of(const std::vector<std::string>& arguments,
                                   const std::vector<std::size_t>& columns) {
  Key key;
  for (const std::size_t column : columns) key.push_back(arguments[column]);
  return key;
}

PlaceWatch::PlaceWatch(const std::vector<std::string>& initial) {
  Rows rows;
  for (const std::string& fluent : initial) {
    auto parts = parts_of(fluent);
    if (!parts) continue;
    const std::string functor = parts->front();
    parts->erase(parts->begin());
    rows[{functor, parts->size()}].push_back(std::move(*parts));
  }
  for (const auto& [form, fluents] : rows) {
    if (fluents.size() < smallest_board) continue;
    std::vector<std::set<std::string>> values(form.second);
    for (const auto& arguments : fluents) {
      for (std::size_t i = 0; i < form.second; ++i) values[i].insert(arguments[i]);
    }
    std::vector<Board> boards;
    bool unique_pieces = false;
    for (std::uint32_t chosen = 1; chosen + 1 < 1U << form.second; ++chosen) {
      Board board;
      std::size_t combinations = 1;
      for (std::size_t i = 0; i < form.second; ++i) {
        if ((chosen >> i & 1U) == 0) continue;
        board.columns.push_back(i);
        combinations = std::min(combinations * values[i].size(), fluents.size() + 1);
      }
      if (combinations != fluents.size()) continue;
      for (const auto& arguments : fluents) {
        board.places.insert(key_of(arguments, board.columns));
      }
      if (board.places.size() != fluents.size()) continue;
      // Pieces that are unique, each on a square of several coordinates, may meet on one.
      unique_pieces = unique_pieces || (board.columns.size() == 1 && form.second > 2);
      // A place has at least as many arguments as its content: `(cell 2 3 red)` of unique colours
      // says where red is, not what is on red.
      if (2 * board.columns.size() < form.second) continue;
      if (may_be_coordinates(board.columns, values)) boards.push_back(std::move(board));
    }
    if (unique_pieces) continue;
    // A board with a column more, which has only one value at the start, says no more.
    std::vector<Board> smallest;
    for (const Board& board : boards) {
      const bool covered = std::any_of(boards.begin(), boards.end(), [&](const Board& other) {
        return other.columns.size() < board.columns.size() &&
               std::includes(board.columns.begin(), board.columns.end(), other.columns.begin(),
                             other.columns.end());
      });
      if (!covered) smallest.push_back(board);
    }
    if (!smallest.empty()) boards_.emplace(form, std::move(smallest));
  }
}

void PlaceWatch::see(const std::vector<std::string>& fluents, std::size_t length, std::size_t way) {
  Rows rows;
  for (const std::string& fluent : fluents) {
    auto parts = parts_of(fluent);
    if (!parts) continue;
    const Form form{parts->front(), parts->size() - 1};
    if (!boards_.contains(form)) continue;
    parts->erase(parts->begin());
    rows[form].push_back(std::move(*parts));
  }
  for (const auto& [form, all] : rows) {
    std::erase_if(boards_.at(form), [&](const Board& board) {
      return std::any_of(all.begin(), all.end(), [&](const auto& arguments) {
        return !board.places.contains(key_of(arguments, board.columns));
      });
    });
    for (Board& board : boards_.at(form)) {
      if (!board.found.empty() && board.found.front().length <= length) continue;
      std::map<Key, std::vector<const std::vector<std::string>*>> by_place;
      for (const auto& arguments : all) {
        by_place[key_of(arguments, board.columns)].push_back(&arguments);
      }
      for (const auto& [key, doubled] : by_place) {
        if (doubled.size() < 2) continue;
        Found found{
            {place_text(form.first, *doubled.front(), board.columns), {}, board.places.size()},
            fluents,
            length,
            way};
        for (const std::vector<std::string>* arguments : doubled) {
          std::string text = "(" + form.first;
          for (const std::string& argument : *arguments) text += " " + argument;
          found.doubled.fluents.push_back(text + ")");
        }
        board.found.assign(1, std::move(found));
        break;
      }
    }
  }
}

std::vector<PlaceWatch::Found> PlaceWatch::found() const {
  std::vector<Found> all;
  for (const auto& [form, boards] : boards_) {
    if (boards.empty() || std::any_of(boards.begin(), boards.end(),
                                      [](const Board& board) { return board.found.empty(); })) {
      continue;
    }
    all.push_back(boards.front().found.front());
  }
  return all;
}

}  // namespace tesuji::runtime
