#include "tools/play/board_svg.h"

#include "tools/base/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace tesuji::tools {
namespace {

// In pixels.
constexpr std::size_t picture_margin = 8;
constexpr std::size_t square_side = 36;
constexpr std::size_t line_height = 18;
constexpr std::size_t letter = 9;        ///< width of a letter on a square
constexpr std::size_t small_letter = 7;  ///< of a label, and of a fluent in the list
constexpr std::size_t list_width = 360;  ///< at least, of the list of fluents
constexpr std::size_t most_listed = 200;

/// Of the pieces of roles, in their order: those of the page of `tesuji explore`, and more.
constexpr std::array<std::string_view, 6> owner_colours = {"#b3261e", "#0b57a4", "#1b6b2f",
                                                           "#7a4b00", "#6a1b9a", "#00695c"};

/// Characters of a text in UTF-8.
std::size_t text_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::size_t longest_text(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text_length(text));
  return most;
}

/// Collects the elements of a picture from the top down.
class BoardPicture {
 public:
  void add_board(const DrawnBoard& board, bool with_name) {
    if (with_name) add_line(board.functor);
    std::size_t widest = longest_text(board.columns);
    for (const DrawnSquare& square : board.squares)
      widest = std::max(widest, text_length(square.shown));
    const std::size_t side = std::max(square_side, letter * widest + 10);
    const std::size_t left = picture_margin + small_letter * longest_text(board.rows) + 8;
    for (std::size_t row = 0; row < board.rows.size(); ++row) {
      add_text(left - 6, bottom_ + square_side / 2, "end", board.rows[row]);
      for (std::size_t column = 0; column < board.columns.size(); ++column) {
        add_square(board.squares[row * board.columns.size() + column], left + side * column, side);
      }
      bottom_ += square_side;
    }
    for (std::size_t column = 0; column < board.columns.size(); ++column) {
      add_text(left + side * column + side / 2, bottom_ + line_height / 2, "middle",
               board.columns[column]);
    }
    bottom_ += line_height + picture_margin;
    width_ = std::max(width_, left + side * board.columns.size());
  }

  void add_list(std::vector<std::string> fluents) {
    if (fluents.size() > most_listed) {
      const std::string rest = fmt::format("and {} more", fluents.size() - most_listed);
      fluents.resize(most_listed);
      fluents.push_back(rest);
    }
    const std::size_t room =
        std::max(width_ - std::min(width_, picture_margin), list_width) / small_letter;
    std::string line;
    for (const std::string& fluent : fluents) {
      if (!line.empty() && text_length(line) + 1 + text_length(fluent) > room) {
        add_line(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + fluent;
    }
    if (!line.empty()) add_line(line);
  }

  [[nodiscard]] std::string text() const {
    const std::size_t width = width_ + picture_margin;
    const std::size_t height = bottom_ + picture_margin;
    return html_page(fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
        R"(font-family="sans-serif" role="img">)"
        "\n"
        R"(<rect width="{0}" height="{1}" fill="#ffffff"/>)"
        "\n{2}</svg>\n",
        width, height, elements_));
  }

 private:
  void add_text(std::size_t x, std::size_t y, std::string_view anchor, std::string_view text) {
    elements_ += fmt::format(
        R"(<text x="{}" y="{}" font-size="12" fill="#595959" text-anchor="{}" dominant-baseline="central">{}</text>)"
        "\n",
        x, y, anchor, html_text(text));
  }

  void add_line(std::string_view text) {
    add_text(picture_margin, bottom_ + line_height / 2, "start", text);
    bottom_ += line_height;
    width_ = std::max(width_, picture_margin + small_letter * text_length(text));
  }

  void add_square(const DrawnSquare& square, std::size_t x, std::size_t side) {
    if (square.place.empty()) return;
    elements_ += fmt::format(
        R"(<g><title>{}: {}</title><rect x="{}" y="{}" width="{}" height="{}" fill="#f3e3c3" )"
        R"(stroke="#8a8a8a" stroke-width="{}"/>)",
        html_text(square.place), square.content.empty() ? "empty" : html_text(square.content), x,
        bottom_, side, square_side, square.changed ? 3 : 1);
    if (!square.shown.empty()) {
      const std::string_view colour =
          square.owner ? owner_colours[*square.owner % owner_colours.size()] : "#1a1a1a";
      elements_ += fmt::format(
          R"(<text x="{}" y="{}" font-size="16" fill="{}"{} text-anchor="middle" dominant-baseline="central">{}</text>)",
          x + side / 2, bottom_ + square_side / 2, colour,
          square.owner ? R"( font-weight="bold")" : "", html_text(square.shown));
    }
    elements_ += "</g>\n";
  }

  std::size_t width_ = 0;
  std::size_t bottom_ = picture_margin;
  std::string elements_;
};

}  // namespace

std::string board_svg(const DrawnState& state) {
  BoardPicture picture;
  for (const DrawnBoard& board : state.boards) picture.add_board(board, state.boards.size() > 1);
  picture.add_list(state.others);
  return picture.text();
}

}  // namespace tesuji::tools
