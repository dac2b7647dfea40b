#include "runtime/host/partition/rank_text.h"

#include "runtime/host/game/facts_text.h"

#include <cstring>

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

std::vector<StateFact> share_facts(Ranks& ranks,
                                   const std::function<std::vector<StateFact>()>& find) {
  return read_facts(share_text(ranks, ranks.rank() == 0 ? facts_text(find()) : std::string()));
}

}  // namespace tesuji::runtime
