#include "tools/boards/piles.h"

#include "ir/core/characters.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_coordinates.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::size_t most_piles = 12;
constexpr std::size_t most_things = 30;  ///< of a heap, or numbers of things on stacks

/// Returns the numbers of a domain, ascending; nothing if it has other values, or too many.
std::optional<std::vector<std::size_t>> numbers_of(const ir::Module& module, ir::DomainId id) {
  std::vector<std::size_t> numbers;
  for (const ir::Symbol value : module.domains[id].values) {
    const std::string& text = module.symbols->text(value);
    if (!ir::all_digits(text) || text.size() > 2) return std::nullopt;
    numbers.push_back(std::stoul(text));
  }
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() < 2 || numbers.back() > most_things) return std::nullopt;
  return numbers;
}

/// Returns the names of a domain in their order; nothing if it has numbers or roles, or too many.
std::optional<std::vector<std::string>> names_of(const ir::Module& module, ir::DomainId id) {
  std::vector<ir::Symbol> values = module.domains[id].values;
  if (values.size() < 2 || values.size() > most_piles) return std::nullopt;
  std::vector<std::string> names;
  for (const ir::Symbol value : values) {
    if (module.symbols->is_integer(value)) return std::nullopt;
    if (std::ranges::find(module.roles, value) != module.roles.end()) return std::nullopt;
    names.push_back(module.symbols->text(value));
  }
  return names;
}

/// Returns the second argument by the first, of fluents with this functor and two arguments;
/// nothing if one is there twice.
std::optional<std::map<std::string, std::string>> arguments_of(
    const std::string& functor, const std::vector<std::string>& fluents) {
  std::map<std::string, std::string> arguments;
  for (const std::string& fluent : fluents) {
    const auto words = runtime::term_parts(fluent);
    if (!words || words->size() != 3 || words->front() != functor) continue;
    if (!arguments.emplace((*words)[1], (*words)[2]).second) return std::nullopt;
  }
  return arguments;
}

std::optional<PileForm> pile_form(const ir::Module& module, const ir::Relation& relation,
                                  const std::vector<std::string>& initial) {
  const auto words = runtime::term_parts(relation.term);
  if (!words || words->size() != 3 || (*words)[1] != "?" || (*words)[2] != "?") {
    return std::nullopt;
  }
  const std::vector<ir::DomainId> domains = domains_of(relation, *words);
  if (domains[1] == ir::no_id || domains[2] == ir::no_id) return std::nullopt;
  const auto arguments = arguments_of(words->front(), initial);
  if (!arguments || arguments->size() != module.domains[domains[1]].values.size()) {
    return std::nullopt;
  }
  if (auto names = names_of(module, domains[1])) {
    const auto numbers = numbers_of(module, domains[2]);
    if (!numbers || numbers->front() != 0) return std::nullopt;
    return PileForm{words->front(), false, std::move(*names), numbers->back()};
  }
  const auto numbers = numbers_of(module, domains[1]);
  auto names = names_of(module, domains[2]);
  if (!numbers || !names || numbers->front() != 1 || numbers->back() != numbers->size()) {
    return std::nullopt;
  }
  return PileForm{words->front(), true, std::move(*names), numbers->back()};
}

}  // namespace

std::vector<PileForm> find_piles(const ir::Module& module,
                                 const std::vector<std::string>& initial) {
  std::vector<PileForm> forms;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    if (auto form = pile_form(module, relation, initial)) forms.push_back(std::move(*form));
  }
  return forms;
}

std::vector<PanelPiles> take_piles(const std::vector<PileForm>& forms,
                                   std::vector<std::string>& fluents) {
  std::vector<PanelPiles> all;
  for (const PileForm& form : forms) {
    const auto arguments = arguments_of(form.functor, fluents);
    if (!arguments || arguments->empty()) continue;
    PanelPiles piles{form.functor, form.stacks, form.most, {}};
    std::map<std::string, std::size_t> place;
    for (const std::string& name : form.places) {
      place.emplace(name, piles.piles.size());
      piles.piles.push_back({name, {}, 0});
    }
    bool fits = true;
    for (const auto& [first, second] : *arguments) {
      const auto found = place.find(form.stacks ? second : first);
      const std::string& number = form.stacks ? first : second;
      fits = fits && found != place.end() && ir::all_digits(number) && number.size() < 3;
      if (!fits) break;
      Pile& pile = piles.piles[found->second];
      if (form.stacks) {
        pile.items.push_back(std::stoul(number));
      } else {
        pile.count = std::stoul(number);
      }
    }
    if (!fits) continue;
    for (Pile& pile : piles.piles) std::sort(pile.items.begin(), pile.items.end());
    std::erase_if(fluents, [&](const std::string& fluent) {
      const auto words = runtime::term_parts(fluent);
      return words && words->size() == 3 && words->front() == form.functor;
    });
    all.push_back(std::move(piles));
  }
  return all;
}

}  // namespace tesuji::tools
