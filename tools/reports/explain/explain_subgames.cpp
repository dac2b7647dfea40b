#include "tools/reports/explain/explain_subgames.h"

#include "tools/base/json.h"

#include "ir/core/counted.h"
#include "ir/text/net_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using passes::Combination;
using passes::Subgame;
using passes::SubgameCondition;
using passes::Subgames;

/// Subgames that the text lists.
constexpr std::size_t most_listed = 12;

class SubgameReport {
 public:
  explicit SubgameReport(const driver::Explanation& explanation)
      : module_(*explanation.ground->module),
        net_(*explanation.ground->net),
        names_(module_, net_),
        found_(*explanation.subgames),
        conjoined_(explanation.conjoined) {}

  [[nodiscard]] std::string text() const {
    const auto irrelevant =
        std::ranges::count_if(found_.games, [](const Subgame& game) { return !game.is_relevant; });
    std::string text = fmt::format("  subgames: {}", found_.games.size());
    if (irrelevant > 0) text += fmt::format(", {} of them irrelevant", irrelevant);
    text += "\n";
    if (found_.games.size() == 1) text += conjoined_text(conjoined_.front());
    if (found_.games.size() > 1) {
      for (std::size_t i = 0; i < std::min(found_.games.size(), most_listed); ++i) {
        text += fmt::format("    {}: {}\n{}", i + 1, game_text(found_.games[i]),
                            conjoined_text(conjoined_[i]));
      }
      if (found_.games.size() > most_listed) {
        text += fmt::format("    and {} more\n", found_.games.size() - most_listed);
      }
      text += fmt::format("    shared by all (clocks, turns): {}\n",
                          by_relation(net_.fluents, found_.autonomous));
      if (!found_.neutral.empty()) {
        text +=
            fmt::format("    moves that do nothing: {}\n", by_relation(net_.moves, found_.neutral));
      }
      text += fmt::format("    terminal: {}\n", condition_text(found_.terminal));
      for (std::size_t i = 0; i < found_.goals.size(); ++i) {
        text += fmt::format("    {}: {}\n", names_.atom(net_.goals[i].atom),
                            condition_text(found_.goals[i]));
      }
    }
    return text;
  }

  [[nodiscard]] Json json() const {
    Json games = Json::array();
    for (std::size_t i = 0; i < found_.games.size(); ++i) {
      const Subgame& game = found_.games[i];
      games.push_back({{"fluents", names(net_.fluents, game.fluents)},
                       {"moves", names(net_.moves, game.moves)},
                       {"still", game.is_still},
                       {"reads_clock", game.reads_clock},
                       {"parallel", game.is_parallel},
                       {"relevant", game.is_relevant},
                       {"conjoined", conjoined_json(conjoined_[i])}});
    }
    Json goals = Json::array();
    for (std::size_t i = 0; i < found_.goals.size(); ++i) {
      Json goal{{"goal", names_.atom(net_.goals[i].atom)}};
      goal.update(condition_json(found_.goals[i]));
      goals.push_back(std::move(goal));
    }
    return {{"games", std::move(games)},
            {"shared", names(net_.fluents, found_.autonomous)},
            {"neutral_moves", names(net_.moves, found_.neutral)},
            {"terminal", condition_json(found_.terminal)},
            {"goals", std::move(goals)}};
  }

 private:
  template <typename Atoms>
  [[nodiscard]] std::vector<std::string> names(const Atoms& atoms,
                                               const std::vector<std::uint32_t>& positions) const {
    std::vector<std::string> found;
    for (const std::uint32_t i : positions) found.push_back(names_.atom(atoms[i].atom));
    return found;
  }

  /// Returns `true.cell 18 of 27, true.control 2 of 2`.
  template <typename Atoms>
  [[nodiscard]] std::string by_relation(const Atoms& atoms,
                                        const std::vector<std::uint32_t>& positions) const {
    std::map<ir::RelationId, std::pair<std::size_t, std::size_t>> counts;
    for (const auto& some : atoms) ++counts[some.atom.relation].second;
    for (const std::uint32_t i : positions) ++counts[atoms[i].atom.relation].first;
    std::vector<std::string> parts;
    for (const auto& [id, count] : counts) {
      if (count.first == 0) continue;
      parts.push_back(
          fmt::format("{} {} of {}", module_.relations[id].name, count.first, count.second));
    }
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
  }

  [[nodiscard]] std::string game_text(const Subgame& game) const {
    std::vector<std::string> notes;
    if (!game.is_relevant) notes.emplace_back("irrelevant");
    if (game.is_parallel) notes.emplace_back("in parallel");
    if (!game.is_still) notes.emplace_back("changes by itself");
    if (game.reads_clock) notes.emplace_back("reads what all share");
    const std::string first = game.fluents.size() == 1
                                  ? names_.atom(net_.fluents[game.fluents.front()].atom)
                                  : by_relation(net_.fluents, game.fluents);
    return fmt::format("{}; moves: {}{}{}", first, by_relation(net_.moves, game.moves),
                       notes.empty() ? "" : "; ", fmt::join(notes, ", "));
  }

  /// Returns lines for the parts of a subgame; empty if it has none.
  [[nodiscard]] std::string conjoined_text(const passes::ConjoinedSubgames& some) const {
    if (some.parts.empty()) return {};
    std::string text =
        fmt::format("      conjoined: {}, coupled by {}: {}\n", counted(some.parts.size(), "part"),
                    counted(some.shared.size(), "fluent"), by_relation(net_.fluents, some.shared));
    for (std::size_t i = 0; i < std::min(some.parts.size(), most_listed); ++i) {
      text +=
          fmt::format("        {}; moves: {}\n", by_relation(net_.fluents, some.parts[i].fluents),
                      by_relation(net_.moves, some.parts[i].moves));
    }
    return text;
  }

  [[nodiscard]] Json conjoined_json(const passes::ConjoinedSubgames& some) const {
    if (some.parts.empty()) return nullptr;
    Json parts = Json::array();
    for (const passes::ConjoinedPart& part : some.parts) {
      parts.push_back({{"fluents", names(net_.fluents, part.fluents)},
                       {"moves", names(net_.moves, part.moves)}});
    }
    return {{"shared", names(net_.fluents, some.shared)}, {"parts", std::move(parts)}};
  }

  /// Returns `disjunction of 1, 2, 3`, `mixed of 1, 2, 3: 1 and 2, or 2 and 3`.
  [[nodiscard]] static std::string condition_text(const SubgameCondition& condition) {
    if (condition.combination == Combination::none) return "reads no subgame";
    std::vector<std::string> numbers;
    for (const std::uint32_t game : condition.subgames) {
      if (numbers.size() == most_listed) {
        numbers.push_back(fmt::format("and {} more", condition.subgames.size() - most_listed));
        break;
      }
      numbers.push_back(fmt::format("{}", game + 1));
    }
    if (condition.combination == Combination::single) {
      return fmt::format("subgame {} alone", numbers.front());
    }
    const std::string text =
        fmt::format("{} of {}", passes::name_of(condition.combination), fmt::join(numbers, ", "));
    return condition.combination == Combination::mixed
               ? fmt::format("{} in {} cases", text, condition.cases.size())
               : text;
  }

  [[nodiscard]] static Json condition_json(const SubgameCondition& condition) {
    Json numbers = Json::array();
    for (const std::uint32_t game : condition.subgames) numbers.push_back(game + 1);
    Json cases = Json::array();
    for (const passes::SubgameCase& some : condition.cases) {
      Json parts = Json::array();
      for (const auto& [game, signals] : some.parts) parts.push_back(game + 1);
      cases.push_back(std::move(parts));
    }
    return {{"combination", passes::name_of(condition.combination)},
            {"subgames", std::move(numbers)},
            {"cases", std::move(cases)}};
  }

  const ir::Module& module_;
  const ir::Net& net_;
  ir::NetNames names_;
  const Subgames& found_;
  const std::vector<passes::ConjoinedSubgames>& conjoined_;
};

}  // namespace

std::string subgames_text(const driver::Explanation& explanation) {
  if (!explanation.subgames) return "  subgames: not known\n";
  return SubgameReport(explanation).text();
}

Json subgames_json(const driver::Explanation& explanation) {
  return explanation.subgames ? SubgameReport(explanation).json() : Json(nullptr);
}

}  // namespace tesuji::tools
