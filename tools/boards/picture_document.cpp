#include "tools/boards/picture_document.h"

#include "tools/base/html.h"
#include "tools/boards/piece_shapes.h"

#include <fmt/format.h>

#include <cmath>

namespace tesuji::tools {
namespace {

constexpr std::string_view board_style = R"(
.tsj-paper { fill: #ffffff; fill: var(--board-paper, #ffffff); }
.tsj-label { fill: #5f5b55; fill: var(--board-label, #5f5b55); font-size: 12px; stroke: none; }
.tsj-words { fill: #1f1d1b; fill: var(--board-ink, #1f1d1b); font-size: 13px; stroke: none; }
.tsj-words.tsj-strong { font-weight: bold; }
.tsj-frame { fill: none; stroke: #6f5a44; stroke-width: 2; }
.tsj-cell { stroke: none; }
.tsj-light { fill: #f0dfc0; fill: var(--board-light, #f0dfc0); }
.tsj-dark { fill: #b78d66; fill: var(--board-dark, #b78d66); }
.tsj-plain { fill: #f1e5cb; fill: var(--board-plain, #f1e5cb); stroke: #b39d7c; stroke-width: 1; }
.tsj-rack { fill: #2c5f9e; fill: var(--board-rack, #2c5f9e); }
.tsj-hole { fill: #c6d4e6; fill: var(--board-hole, #c6d4e6); stroke: #1d4272; stroke-width: 1.5; }
.tsj-hole.tsj-fallen { stroke: #f2dc3c; stroke-width: 5; }
.tsj-between { fill: #f1e5cb; fill: var(--board-plain, #f1e5cb); }
.tsj-dot { fill: #4a4038; }
.tsj-edge { stroke: #4a4038; stroke-width: 5; stroke-linecap: round; }
.tsj-edge.tsj-last { stroke: #b45309; }
.tsj-moved { fill: #d8c21d; fill-opacity: 0.5; stroke: none; }
.tsj-changed { fill: none; stroke: #c79a00; stroke-width: 2.5; }
.tsj-doubled { fill: none; stroke: #c62828; stroke-width: 3; stroke-dasharray: 6 4; }
.tsj-ink { fill: #2b2520; font-weight: 600; stroke: none; }
.tsj-arrow { stroke: #b45309; stroke-width: 5; stroke-opacity: 0.85; fill: none; }
.tsj-head { fill: #b45309; stroke: none; }
.tsj-threat .tsj-arrow { stroke: #15803d; } .tsj-threat .tsj-head { fill: #15803d; }
.tsj-threat-square { fill: #15803d; fill-opacity: 0.3; stroke: none; }
.tsj-card { fill: #fdfcf8; stroke: #6f6a62; stroke-width: 1; }
.tsj-card-text { fill: #22201e; font-size: 14px; font-weight: bold; stroke: none; }
@media (prefers-color-scheme: dark) {
.tsj-paper { fill: #1d1f21; fill: var(--board-paper, #1d1f21); }
.tsj-label { fill: #b4b0a8; fill: var(--board-label, #b4b0a8); }
.tsj-words { fill: #ecebe8; fill: var(--board-ink, #ecebe8); }
.tsj-light { fill: #d0b88f; fill: var(--board-light, #d0b88f); }
.tsj-dark { fill: #8a6546; fill: var(--board-dark, #8a6546); }
.tsj-plain { fill: #d3c09a; fill: var(--board-plain, #d3c09a); stroke: #8d7853; }
.tsj-between { fill: #d3c09a; fill: var(--board-plain, #d3c09a); }
.tsj-rack { fill: #24507f; fill: var(--board-rack, #24507f); }
.tsj-hole { fill: #aebdd0; fill: var(--board-hole, #aebdd0); }
.tsj-piece.tsj-black { stroke: #77736d; }
.tsj-arrow { stroke: #ffb454; } .tsj-head { fill: #ffb454; }
.tsj-threat .tsj-arrow { stroke: #69d58c; } .tsj-threat .tsj-head { fill: #69d58c; }
}
)";

}  // namespace

std::string svg_document(double right, double bottom, std::string_view name,
                         std::string_view elements) {
  const std::string width = svg_number(std::ceil(right + picture_margin));
  const std::string height = svg_number(std::ceil(bottom + picture_margin));
  return html_page(fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" class="tsj-picture" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
      R"(font-family="system-ui, sans-serif" role="img" aria-label="{2}">)"
      "\n<style>{3}{4}</style>\n"
      R"(<rect class="tsj-paper" width="{0}" height="{1}"/>)"
      "\n{5}</svg>\n",
      width, height, html_text(name), piece_style(elements), board_style, elements));
}

}  // namespace tesuji::tools
