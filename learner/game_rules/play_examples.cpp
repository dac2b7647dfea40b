// Implements names, atoms and flattening of game terms (play_examples.h).
#include "learner/game_rules/play_examples.h"

#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <set>

namespace tesuji::learner {

PlayPredicate PlayVocabulary::predicate(std::string_view name, std::uint32_t arity) {
  const auto [entry, added] = index_.try_emplace({std::string(name), arity},
                                                 static_cast<PlayPredicate>(predicates_.size()));
  if (added) predicates_.push_back({std::string(name), arity});
  return entry->second;
}

bool PlayVocabulary::taken(const std::string& name) const {
  return std::any_of(predicates_.begin(), predicates_.end(),
                     [&](const Predicate& other) { return other.name == name; });
}

PlayPredicate PlayVocabulary::new_predicate(const std::string& name, std::uint32_t arity) {
  return taken(name) ? fresh_predicate(name, arity) : predicate(name, arity);
}

PlayPredicate PlayVocabulary::fresh_predicate(const std::string& stem, std::uint32_t arity) {
  for (std::uint32_t number = 1;; ++number) {
    const std::string name = stem + "_" + std::to_string(number);
    if (!taken(name)) return predicate(name, arity);
  }
}

std::string to_text(const PlayAtom& atom, const PlayVocabulary& vocabulary) {
  std::string text = vocabulary[atom.predicate].name + "(";
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (i > 0) text += ", ";
    text += vocabulary.constants.text(atom.args[i]);
  }
  return text + ")";
}

namespace {

/// Prints `(f 1 2)` as an argument: `f(1, 2)`.
std::string argument_text(std::string_view term) {
  const auto parts = runtime::term_parts(term);
  if (!parts) return std::string(term);
  std::string text = parts->front() + "(";
  for (std::size_t i = 1; i < parts->size(); ++i) {
    if (i > 1) text += ", ";
    text += argument_text((*parts)[i]);
  }
  return text + ")";
}

}  // namespace

PlayAtom flatten(std::string_view relation, const std::vector<std::string>& arguments,
                 std::string_view term, PlayVocabulary& vocabulary) {
  PlayAtom atom;
  std::string name(relation);
  for (const std::string& argument : arguments) {
    atom.args.push_back(vocabulary.constants.intern(argument_text(argument)));
  }
  if (!term.empty()) {
    const auto parts = runtime::term_parts(term);
    if (!parts) {
      atom.args.push_back(vocabulary.constants.intern(term));
    } else {
      name += "_" + parts->front();
      for (std::size_t i = 1; i < parts->size(); ++i) {
        atom.args.push_back(vocabulary.constants.intern(argument_text((*parts)[i])));
      }
    }
  }
  atom.predicate = vocabulary.predicate(name, static_cast<std::uint32_t>(atom.args.size()));
  return atom;
}

std::size_t count_shared(const PlayPart& train, const PlayPart& test) {
  std::set<std::vector<PlayAtom>> known;
  for (const PlayExample& example : train.examples) known.insert(example.background);
  return static_cast<std::size_t>(std::count_if(
      test.examples.begin(), test.examples.end(),
      [&](const PlayExample& example) { return known.contains(example.background); }));
}

}  // namespace tesuji::learner
