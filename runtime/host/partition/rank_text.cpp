#include "runtime/host/partition/rank_text.h"

#include <cstring>
#include <string_view>

namespace tesuji::runtime {

std::string share_text(Ranks& ranks, const std::string& text) {
  Ranks::Message message;
  if (ranks.rank() == 0) {
    message.resize(1 + (text.size() + 7) / 8);
    message.front() = text.size();
    std::memcpy(message.data() + 1, text.data(), text.size());
  }
  ranks.begin_exchange(std::vector<Ranks::Message>(ranks.count(), message));
  const Ranks::Message received = ranks.finish_exchange().front();
  std::string shared(received.front(), '\0');
  std::memcpy(shared.data(), received.data() + 1, shared.size());
  return shared;
}

// A line for each fact: its kind as a letter, and the fluents, each after a tab; names have neither
// tabs nor line ends.
std::vector<StateFact> share_facts(Ranks& ranks,
                                   const std::function<std::vector<StateFact>()>& find) {
  std::string text;
  if (ranks.rank() == 0) {
    for (const StateFact& fact : find()) {
      text += static_cast<char>('a' + static_cast<int>(fact.kind));
      for (const std::string& fluent : fact.fluents) text += "\t" + fluent;
      text += "\n";
    }
  }
  text = share_text(ranks, text);
  std::vector<StateFact> facts;
  for (std::string_view left = text; !left.empty();) {
    std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(line.size() + 1);
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
