#include "runtime/host/game/facts_text.h"

namespace tesuji::runtime {

// Its kind as a letter, and the fluents, each after a tab; names have neither tabs nor line ends.
std::string facts_text(const std::vector<StateFact>& facts) {
  std::string text;
  for (const StateFact& fact : facts) {
    text += static_cast<char>('a' + static_cast<int>(fact.kind));
    for (const std::string& fluent : fact.fluents) text += "\t" + fluent;
    text += "\n";
  }
  return text;
}

std::vector<StateFact> read_facts(std::string_view text) {
  std::vector<StateFact> facts;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    StateFact& fact = facts.emplace_back();
    fact.kind = static_cast<StateFact::Kind>(line.front() - 'a');
    line.remove_prefix(1);
    while (!line.empty()) {
      line.remove_prefix(1);
      const std::string_view fluent = line.substr(0, line.find('\t'));
      fact.fluents.emplace_back(fluent);
      line.remove_prefix(fluent.size());
    }
  }
  return facts;
}

}  // namespace tesuji::runtime
