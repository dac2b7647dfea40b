#include "frontend/rules/rules_words.h"

#include <algorithm>
#include <utility>

namespace tesuji::frontend {
namespace {

template <typename Table>
auto find_word(const Table& table, std::string_view word) {
  using Value = decltype(table[0].second);
  for (const auto& [text, value] : table) {
    if (text == word) return std::optional<std::remove_cv_t<Value>>(value);
  }
  return std::optional<std::remove_cv_t<Value>>();
}

}  // namespace

std::optional<RuleWord> rule_word(std::string_view word) {
  static constexpr std::pair<std::string_view, RuleWord> words[] = {
      {"rule", RuleWord::rule},
      {"regle", RuleWord::rule},
      {"function", RuleWord::function},
      {"fonction", RuleWord::function},
      {"name", RuleWord::name},
      {"nom", RuleWord::name},
      {"premises", RuleWord::premises},
      {"premisses", RuleWord::premises},
      {"conclusions", RuleWord::conclusions},
      {"present", RuleWord::present},
      {"absent", RuleWord::absent},
      {"is", RuleWord::is},
      {"calcule", RuleWord::is},
      {"add", RuleWord::add},
      {"ajoute", RuleWord::add},
      {"remove", RuleWord::remove},
      {"enleve", RuleWord::remove},
      {"condition", RuleWord::condition},
      {"bound", RuleWord::bound},
      {"instanciee", RuleWord::bound},
      {"unbound", RuleWord::unbound},
      {"non_instanciee", RuleWord::unbound},
      {"priority", RuleWord::priority},
      {"priorite", RuleWord::priority},
      {"assign_priority", RuleWord::assign_priority},
      {"affecte_priorite", RuleWord::assign_priority},
  };
  return find_word(words, word);
}

std::optional<ir::Function> function_sign(std::string_view sign, std::size_t arguments) {
  for (const ir::FunctionWords& words : ir::function_words) {
    const bool many = words.function == ir::Function::plus ||
                      words.function == ir::Function::times ||
                      words.function == ir::Function::min || words.function == ir::Function::max;
    if (words.sign != sign) continue;
    if (words.arity == arguments || (many && arguments > 2)) return words.function;
  }
  return std::nullopt;
}

bool is_function_sign(std::string_view sign) {
  return std::any_of(ir::function_words.begin(), ir::function_words.end(),
                     [&](const ir::FunctionWords& words) { return words.sign == sign; });
}

std::optional<ir::Comparison> comparison_word(std::string_view word) {
  using enum ir::Comparison;
  static constexpr std::pair<std::string_view, ir::Comparison> words[] = {
      {"different", different},
      {"distinct", different},
      {"!=", different},
      {"differentes", different},
      {"intersections_differentes", different},
      {"intersections_diff\xc3\xa9rentes", different},
      {"same", same},
      {"equal", same},
      {"egal", same},
      {"=", same},
      {"less", less},
      {"<", less},
      {"inferieur", less},
      {"inferieur_reel", less},
      {"less_or_equal", less_or_equal},
      {"<=", less_or_equal},
      {"inferieur_ou_egal", less_or_equal},
      {"greater", greater},
      {">", greater},
      {"superieur", greater},
      {"superieur_reel", greater},
      {"greater_or_equal", greater_or_equal},
      {">=", greater_or_equal},
      {"superieur_ou_egal", greater_or_equal},
  };
  return find_word(words, word);
}

}  // namespace tesuji::frontend
