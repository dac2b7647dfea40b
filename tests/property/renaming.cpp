#include "tests/property/renaming.h"

#include "ir/text/text.h"
#include "ir/verify/verifier.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

/// Words that mean, or once meant, something at the beginning of a name.
const std::vector<std::string>& words() {
  static const std::vector<std::string> all = {
      "true",  "does", "next", "init",  "legal",  "goal", "terminal", "sees",     "role",
      "need",  "some", "may",  "any",   "before", "only", "instance", "bound",    "made",
      "split", "part", "left", "facts", "user",   "lost", "feature",  "observed", "theory"};
  return all;
}

}  // namespace

std::optional<ir::Module> renamed(const ir::Module& module, std::uint64_t seed,
                                  driver::Session& session) {
  std::mt19937_64 dice(seed);
  std::vector<std::string> names;
  for (const ir::Relation& relation : module.relations) names.push_back(relation.name);
  std::shuffle(names.begin(), names.end(), dice);
  ir::Module other = module;
  for (ir::RelationId id = 0; id < names.size(); ++id) {
    const std::string& word = words()[dice() % words().size()];
    std::string name;
    switch (dice() % 3) {
      case 0:
        name = word;
        break;
      case 1:
        name = word + "." + names[id];
        break;
      default:
        name = names[id];
        break;
    }
    // A term that the name stands for would change with it.
    other.relations[id].term = ir::term_of(module.relations[id]);
    names[id] = std::move(name);
  }
  for (ir::RelationId id = 0; id < names.size(); ++id) {
    while (std::count(names.begin(), names.end(), names[id]) > 1) names[id] += "'";
    other.relations.rename(id, names[id]);
  }
  const ir::FileId file = session.sources->add("renamed.tir", ir::print(other));
  std::optional<ir::Module> read = ir::parse(file, session.sources, session.diagnostics);
  if (!read || !ir::verify(*read, session.diagnostics)) return std::nullopt;
  return read;
}

}  // namespace tesuji::tests
