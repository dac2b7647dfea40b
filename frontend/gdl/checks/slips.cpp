#include "frontend/gdl/checks/slips.h"

#include "ir/core/characters.h"
#include "ir/core/diagnostics.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::size_t shortest = 3;
/// In shorter names, changing a letter gives a different name, as in `bx1` and `by1`.
constexpr std::size_t shortest_changed = 5;

bool is_letter(char c) {
  return ir::is_lower(c) || ir::is_upper(c);
}

/// Whether `shorter` lacks one letter of `longer`: an inner letter, the last letter of a name
/// (`whit`), or one letter of a pair (`cel`).
bool lacks_a_letter(std::string_view shorter, std::string_view longer, bool at_the_end) {
  const auto [end, rest] = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
  if (!std::equal(end, shorter.end(), rest + 1, longer.end()) || !is_letter(*rest)) return false;
  if (end != shorter.end()) return rest != longer.begin();
  return at_the_end || *rest == *(rest - 1);
}

/// Visits the name, and the name without each of its letters. Ignores names that are too long or
/// too short.
template <typename Visit>
void for_each_shortened(std::string_view name, const Visit& visit) {
  constexpr std::size_t longest = 64;
  if (name.size() < shortest || name.size() > longest) return;
  visit(std::string(name));
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_letter(name[i])) visit(std::string(name.substr(0, i)).append(name.substr(i + 1)));
  }
}

struct Word {
  std::string_view word;
  std::string_view keyword;
};

/// Words that people use who know other languages, or GDL only vaguely.
constexpr std::array words = {
    Word{"player", "role"},
    Word{"players", "role"},
    Word{"agent", "role"},
    Word{"initial", "init"},
    Word{"initially", "init"},
    Word{"initialise", "init"},
    Word{"initialize", "init"},
    Word{"start", "init"},
    Word{"begin", "init"},
    Word{"nextstate", "next"},
    Word{"next-state", "next"},
    Word{"next_state", "next"},
    Word{"legalmove", "legal"},
    Word{"legal-move", "legal"},
    Word{"legal_move", "legal"},
    Word{"allowed", "legal"},
    Word{"possible", "legal"},
    Word{"terminated", "terminal"},
    Word{"end", "terminal"},
    Word{"final", "terminal"},
    Word{"finished", "terminal"},
    Word{"gameover", "terminal"},
    Word{"over", "terminal"},
    Word{"game-over", "terminal"},
    Word{"game_over", "terminal"},
    Word{"payoff", "goal"},
    Word{"reward", "goal"},
    Word{"utility", "goal"},
    Word{"score", "goal"},
    Word{"holds", "true"},
    Word{"do", "does"},
    Word{"did", "does"},
    Word{"!=", "distinct"},
    Word{"/=", "distinct"},
    Word{"\\=", "distinct"},
    Word{"\\==", "distinct"},
    Word{"<>", "distinct"},
    Word{"neq", "distinct"},
    Word{"different", "distinct"},
    Word{"differs", "distinct"},
    Word{"unequal", "distinct"},
    Word{"!", "not"},
    Word{"~", "not"},
    Word{"\\+", "not"},
    Word{"naf", "not"},
    Word{"|", "or"},
    Word{"||", "or"},
};

}  // namespace

bool is_slip(std::string_view written, std::string_view meant) {
  if (written.size() < shortest || meant.size() < shortest) return false;
  if (written.size() + 1 == meant.size()) return lacks_a_letter(written, meant, true);
  if (written.size() == meant.size() + 1) return lacks_a_letter(meant, written, false);
  if (written.size() != meant.size() || written.size() < shortest_changed) return false;
  const auto [one, other] = std::mismatch(written.begin(), written.end(), meant.begin());
  if (one == written.end() || !is_letter(*one) || !is_letter(*other)) return false;
  if (std::equal(one + 1, written.end(), other + 1)) {
    // Names of a series differ in the first letter, or in the last one before a number.
    return one != written.begin() && one + 1 != written.end() && is_letter(one[1]);
  }
  return one + 1 != written.end() && *one == other[1] && one[1] == *other &&
         std::equal(one + 2, written.end(), other + 2);
}

void SlipIndex::add(std::string_view name, std::size_t number) {
  for_each_shortened(name,
                     [&](std::string key) { names_[std::move(key)].push_back({name, number}); });
}

std::vector<std::size_t> SlipIndex::meant(std::string_view written) const {
  std::vector<std::size_t> numbers;
  for_each_shortened(written, [&](const std::string& key) {
    const auto found = names_.find(key);
    if (found == names_.end()) return;
    for (const Name& name : found->second) {
      if (is_slip(written, name.name)) numbers.push_back(name.number);
    }
  });
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::string meant_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string nearest = ir::nearest_name(name, candidates);
  if (!nearest.empty()) return nearest;
  const auto known =
      std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.word == name; });
  if (known == words.end() ||
      std::find(candidates.begin(), candidates.end(), known->keyword) == candidates.end()) {
    return {};
  }
  return std::string(known->keyword);
}

bool is_arithmetic(std::string_view name) {
  static constexpr std::array<std::string_view, 16> operators = {
      "+", "-", "*", "/", "//", "is", "mod", "=", "==", "=:=", "<", ">", ">=", "=<", "<=", "=\\="};
  return std::find(operators.begin(), operators.end(), name) != operators.end();
}

}  // namespace tesuji::frontend
