// Answers against labels (rule_errors.h).
#include "learner/game_rules/rule_errors.h"

#include <bit>
#include <map>

namespace tesuji::learner {

std::vector<Word> answers(const FactWorld& world, PlayPredicate predicate,
                          const std::vector<PlayAtom>& atoms) {
  std::vector<Word> bits(atoms.size() * world.words());
  const FactTable* table = world.table(predicate);
  if (table == nullptr) return bits;
  std::map<std::vector<Constant>, std::uint32_t> index;
  for (std::uint32_t i = 0; i < table->size; ++i) {
    index.emplace(std::vector<Constant>(table->tuple(i).begin(), table->tuple(i).end()), i);
  }
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto found = index.find(atoms[i].args);
    if (found == index.end()) continue;
    for (std::uint32_t word = 0; word < world.words(); ++word) {
      bits[i * world.words() + word] =
          table->bits[std::size_t{found->second} * world.words() + word];
    }
  }
  return bits;
}

std::vector<Word> compare(const FactWorld& world, const std::vector<PlayAtom>& atoms,
                          const std::vector<Word>& said, RuleErrors& errors) {
  const std::vector<Word> labels = world.labels(atoms);
  std::vector<Word> wrong(labels.size());
  const auto ones = [](Word word) { return static_cast<std::uint64_t>(std::popcount(word)); };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Word every = world.every_state()[i % world.words()];
    errors.true_positive += ones(said[i] & labels[i]);
    errors.false_positive += ones(said[i] & ~labels[i]);
    errors.false_negative += ones(labels[i] & ~said[i]);
    errors.true_negative += ones(every & ~labels[i] & ~said[i]);
    wrong[i] = said[i] ^ labels[i];
  }
  return wrong;
}

RuleErrors& RuleErrors::operator+=(const RuleErrors& other) {
  true_positive += other.true_positive;
  false_positive += other.false_positive;
  true_negative += other.true_negative;
  false_negative += other.false_negative;
  return *this;
}

double RuleErrors::accuracy() const {
  const auto all = true_positive + false_positive + true_negative + false_negative;
  return all == 0 ? 1
                  : static_cast<double>(true_positive + true_negative) / static_cast<double>(all);
}

double RuleErrors::balanced_accuracy() const {
  const auto share = [](std::uint64_t right, std::uint64_t wrong) {
    return static_cast<double>(right) / static_cast<double>(right + wrong);
  };
  if (true_positive + false_negative == 0) {
    return true_negative + false_positive == 0 ? 1 : share(true_negative, false_positive);
  }
  if (true_negative + false_positive == 0) return share(true_positive, false_negative);
  return (share(true_positive, false_negative) + share(true_negative, false_positive)) / 2;
}

}  // namespace tesuji::learner
