#include "frontend/gdl/gdl_keywords.h"

#include <array>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::array<std::pair<std::string_view, Keyword>, 16> spellings = {{
    {"role", Keyword::role},
    {"init", Keyword::init},
    {"true", Keyword::holds},
    {"does", Keyword::does},
    {"next", Keyword::next},
    {"legal", Keyword::legal},
    {"goal", Keyword::goal},
    {"terminal", Keyword::terminal},
    {"base", Keyword::base},
    {"input", Keyword::input},
    {"sees", Keyword::sees},
    {"<=", Keyword::connective},
    {"not", Keyword::connective},
    {"or", Keyword::connective},
    {"and", Keyword::connective},
    {"distinct", Keyword::connective},
}};

}  // namespace

Keywords::Keywords(const ir::SymbolTable& symbols) : meanings_(symbols.size(), Keyword::none) {
  for (const auto& [spelling, keyword] : spellings) {
    if (const std::optional<ir::Symbol> symbol = symbols.find(spelling)) {
      meanings_[*symbol] = keyword;
    }
  }
}

std::optional<std::size_t> Keywords::arity(Keyword keyword) {
  switch (keyword) {
    case Keyword::terminal:
      return 0;
    case Keyword::role:
    case Keyword::init:
    case Keyword::holds:
    case Keyword::next:
      return 1;
    case Keyword::does:
    case Keyword::legal:
    case Keyword::goal:
    case Keyword::sees:
      return 2;
    case Keyword::none:
    case Keyword::base:
    case Keyword::input:
    case Keyword::connective:
      break;
  }
  return std::nullopt;
}

}  // namespace tesuji::frontend
