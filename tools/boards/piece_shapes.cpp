#include "tools/boards/piece_shapes.h"

#include "tools/base/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tesuji::tools {
namespace {

constexpr double box = 48;

struct Paint {
  std::string_view name;
  std::string_view fill;
  std::string_view line;
  std::string_view text;  ///< on the fill
};

constexpr std::array<Paint, 14> paints{{{"white", "#fbfaf5", "#3b3733", "#22201e"},
                                        {"black", "#2f2d2c", "#0c0b0b", "#f6f4ef"},
                                        {"red", "#c93a2f", "#76190f", "#ffffff"},
                                        {"green", "#3f9b50", "#1c5428", "#ffffff"},
                                        {"yellow", "#f3c430", "#866405", "#2b2205"},
                                        {"blue", "#3273b8", "#173f6b", "#ffffff"},
                                        {"magenta", "#c2489b", "#6d1d54", "#ffffff"},
                                        {"purple", "#8652ab", "#482363", "#ffffff"},
                                        {"teal", "#2a9aa3", "#0f5157", "#ffffff"},
                                        {"orange", "#e07f28", "#7f4009", "#241503"},
                                        {"brown", "#8b5c36", "#4a2d15", "#ffffff"},
                                        {"pink", "#ea96b8", "#8c4263", "#2b0f1a"},
                                        {"grey", "#90959a", "#4a4e52", "#111111"},
                                        {"neutral", "#6b5b4b", "#38302a", "#ffffff"}}};

// Outlines of chess pieces; `details` are lines over them.
struct Outline {
  std::string_view body;
  std::string_view details;
};

constexpr std::string_view base = "M13 40h22v-3.5c0-1-.6-1.5-1.5-1.5h-19c-.9 0-1.5.5-1.5 1.5z";
constexpr std::array<Outline, 6> outlines{{
    // pawn
    {"M24 9.5a6 6 0 0 1 3.7 10.7c2.3.8 3.6 2.2 4 4.3h-4.4c.4 4.8 2.7 7.5 6 10.5h-18.6c3.3-3 "
     "5.6-5.7 6-10.5h-4.4c.4-2.1 1.7-3.5 4-4.3A6 6 0 0 1 24 9.5z",
     ""},
    // knight
    {"M16 35c-.2-7 5-9 7.2-13.5-2 1.3-3.7 1.6-5.2 2.7-1 .8-2 2.8-3.8 "
     "2.6-2-.2-3.2-2.3-2.7-4.3.9-3.5 "
     "3.5-5.5 4.3-9.5.3-1.5 1-2.8 2.2-3.7L18.2 6l4.6 2.6L25 6.5l1.5 3C33.5 11.5 36.5 18 36 35z",
     "M18.3 15.2h1.6M31.5 32c.3-6-.6-11.5-3.5-15.5"},
    // bishop
    {"M24 7a3 3 0 0 1 2.2 5c4 3 6.3 6.6 6.3 10.6 0 3-1.4 5-3.7 6.2L30 "
     "35H18l1.2-6.2c-2.3-1.2-3.7-3.2-3.7-"
     "6.2 0-4 2.3-7.6 6.3-10.6A3 3 0 0 1 24 7z",
     "M24 16.5v7M20.8 19.8h6.4M19.3 29h9.4"},
    // rook
    {"M13.5 9.5h5v3.5h3v-3.5h5v3.5h3v-3.5h5v8l-3.5 3v9l3.5 5.5h-21l3.5-5.5v-9l-3.5-3z",
     "M17 20.5h14M17 29.5h14"},
    // queen
    {"M11 15.5a2.3 2.3 0 1 1 2-.2l4.8 8 .9-10.4a2.3 2.3 0 1 1 2.2-.3L24 21.8l3.1-9.2a2.3 2.3 0 1 1 "
     "2.2.3l.9 "
     "10.4 4.8-8a2.3 2.3 0 1 1 2 .2L33.5 29l.5 6H14l.5-6z",
     "M14.5 29.3c6-1.6 13-1.6 19 0"},
    // king
    {"M22.5 5h3v2.8h2.8v3h-2.8v3.7c1.5.7 2.2 2 2.2 3.3 1.3-1 2.9-1.5 4.5-1.5 3.6 0 6 2.6 6 6 0 "
     "3-2.4 5.2-4.5 7.5l.3 5.2H14l.3-5.2c-2.1-2.3-4.5-4.5-4.5-7.5 0-3.4 2.4-6 6-6 1.6 0 3.2.5 "
     "4.5 1.5 0-1.3.7-2.6 2.2-3.3v-3.7h-2.8v-3h2.8z",
     "M14.3 29.8c6-1.6 13.4-1.6 19.4 0M24 18v10.5"},
}};

std::string crown(std::string_view colour) {
  return fmt::format(
      R"(<path class="tsj-detail tsj-{}" d="M15.5 18.5l4.5 4 4-6.5 4 6.5 4.5-4-2 12h-13z"/>)",
      colour);
}

std::string chess_piece(const PieceLook& look) {
  const Outline& outline = outlines.at(static_cast<std::size_t>(look.shape) -
                                       static_cast<std::size_t>(PieceShape::pawn));
  std::string text = fmt::format(R"(<path class="tsj-piece tsj-{0}" d="{1}{2}"/>)", look.colour,
                                 outline.body, base);
  if (!outline.details.empty()) {
    text +=
        fmt::format(R"(<path class="tsj-detail tsj-{}" d="{}"/>)", look.colour, outline.details);
  }
  return text;
}

std::string letters(const PieceLook& look, double width) {
  const std::size_t length = std::max<std::size_t>(1, text_length(look.text));
  constexpr double largest = 22;
  // A character of a bold font is at most 0.72 of its size wide, but for a few.
  const double size = std::min(largest, width / (0.72 * static_cast<double>(length)));
  return fmt::format(
      R"(<text class="{}" x="24" y="24" font-size="{}" text-anchor="middle" dominant-baseline="central">{}</text>)",
      look.shape == PieceShape::letter ? "tsj-on-" + look.colour
      : look.colour == "neutral"       ? std::string("tsj-ink")
                                       : "tsj-ink tsj-ink-" + look.colour,
      svg_number(size), html_text(look.text));
}

std::string shape_svg(const PieceLook& look) {
  switch (look.shape) {
    case PieceShape::disc:
      return fmt::format(R"(<circle class="tsj-piece tsj-{}" cx="24" cy="24" r="17.5"/>)",
                         look.colour);
    case PieceShape::crowned:
      return fmt::format(R"(<circle class="tsj-piece tsj-{0}" cx="24" cy="24" r="17.5"/>)",
                         look.colour) +
             crown(look.colour);
    case PieceShape::cross:
      return fmt::format(
          R"(<path class="tsj-stroke tsj-stroke-{}" d="M13 13l22 22M35 13l-22 22"/>)", look.colour);
    case PieceShape::ring:
      return fmt::format(R"(<circle class="tsj-stroke tsj-stroke-{}" cx="24" cy="24" r="12"/>)",
                         look.colour);
    case PieceShape::block:
      return fmt::format(
          R"(<rect class="tsj-piece tsj-{}" x="5" y="5" width="38" height="38" rx="4"/>)",
          look.colour);
    case PieceShape::letter:
      return fmt::format(R"(<circle class="tsj-piece tsj-{}" cx="24" cy="24" r="17.5"/>)",
                         look.colour) +
             letters(look, 28);
    case PieceShape::text:
      return letters(look, 44);
    default:
      return chess_piece(look);
  }
}

}  // namespace

std::string svg_number(double number) {
  std::string text = fmt::format("{:.2f}", number);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::size_t text_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::string_view paint_fill(std::string_view name) {
  const auto* const found = std::find_if(paints.begin(), paints.end(),
                                         [&](const Paint& paint) { return paint.name == name; });
  return found == paints.end() ? std::string_view() : found->fill;
}

std::string piece_style(std::string_view elements) {
  std::string style =
      ".tsj-piece { stroke-width: 1.5; stroke-linejoin: round; }\n"
      ".tsj-detail { fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; "
      "}\n"
      ".tsj-stroke { fill: none; stroke-width: 6; stroke-linecap: round; }\n";
  for (const Paint& paint : paints) {
    if (elements.find(fmt::format("-{}\"", paint.name)) == std::string_view::npos) continue;
    style += fmt::format(
        ".tsj-piece.tsj-{0} {{ fill: {1}; fill: var(--piece-{0}, {1}); stroke: {2}; }} "
        ".tsj-detail.tsj-{0} {{ stroke: {3}; }} "
        ".tsj-stroke-{0} {{ stroke: {1}; stroke: var(--piece-{0}, {1}); }} "
        ".tsj-on-{0} {{ fill: {3}; font-weight: bold; }}\n",
        paint.name, paint.fill, paint.line, paint.name == "white" ? paint.line : paint.text);
    if (paint.name != "neutral") {
      style += fmt::format(".tsj-ink.tsj-ink-{} {{ fill: {}; }}\n", paint.name,
                           paint.name == "white" ? paint.fill : paint.line);
    }
  }
  return style;
}

std::string piece_svg(const PieceLook& look, double x, double y, double side) {
  const double scale = side / box;
  const std::string scaled = scale == 1 ? "" : fmt::format(" scale({})", svg_number(scale));
  return fmt::format(R"svg(<g transform="translate({} {}){}">{}</g>)svg", svg_number(x - side / 2),
                     svg_number(y - side / 2), scaled, shape_svg(look));
}

}  // namespace tesuji::tools
