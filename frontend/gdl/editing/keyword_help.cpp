#include "frontend/gdl/editing/keyword_help.h"

#include <algorithm>
#include <array>

namespace tesuji::frontend {
namespace {

constexpr std::array<KeywordHelp, 16> keyword_table{{
    {"role", "ROLE", "Names a player. Facts alone define it.", true, true},
    {"init", "FLUENT", "The fluent holds in the initial state.", true, false},
    {"true", "FLUENT", "The fluent holds in the current state.", false, true},
    {"next", "FLUENT", "The fluent holds in the state after the joint move.", true, false},
    {"legal", "ROLE MOVE", "The role may make the move in the current state.", true, true},
    {"does", "ROLE MOVE", "The role makes the move in the joint move.", false, true},
    {"goal", "ROLE VALUE", "The role gets the value, 0 to 100, if the game ends in this state.",
     true, true},
    {"terminal", "", "The game is over in the current state.", true, true},
    {"sees", "ROLE PERCEPT", "The role perceives this after the joint move (GDL-II).", true, false},
    {"base", "FLUENT", "Declares a fluent that may hold in some state.", true, true},
    {"input", "ROLE MOVE", "Declares a move that the role may have in some state.", true, true},
    {"<=", "HEAD LITERAL..", "Begins a rule: the head holds if all literals of the body hold.",
     false, false},
    {"not", "LITERAL", "Holds if the literal does not hold.", false, true},
    {"or", "LITERAL..", "Holds if at least one of the literals holds.", false, true},
    {"distinct", "TERM TERM", "Holds if the two terms differ.", false, true},
    {"and", "LITERAL..", "Holds if all of the literals hold. GDL has no `and`: a body is a conjunction already.", false, false},
}};

}  // namespace

std::span<const KeywordHelp> all_keyword_help() {
  return keyword_table;
}

const KeywordHelp* keyword_help(std::string_view name) {
  const auto* found = std::find_if(keyword_table.begin(), keyword_table.end(),
                                   [&](const KeywordHelp& help) { return help.name == name; });
  return found == keyword_table.end() ? nullptr : found;
}

}  // namespace tesuji::frontend
