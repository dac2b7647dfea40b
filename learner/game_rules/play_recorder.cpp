// Records random games as examples of the four targets (play_recorder.h).
#include "learner/game_rules/play_recorder.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

void sort_unique(std::vector<PlayAtom>& atoms) {
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

class PlayRecorder {
 public:
  PlayRecorder(const runtime::Game& game, const PlayRecordOptions& options,
               PlayVocabulary& vocabulary)
      : game_(game),
        options_(options),
        vocabulary_(vocabulary),
        scratch_(game.make_scratch()),
        next_(game.state_words()) {}

  [[nodiscard]] std::vector<PlayAtom> fluents(runtime::StateView state,
                                              std::string_view relation) const {
    std::vector<PlayAtom> atoms;
    for (const std::string& fluent : game_.fluents(state)) {
      atoms.push_back(flatten(relation, {}, fluent, vocabulary_));
    }
    sort_unique(atoms);
    return atoms;
  }

  /// Plays a game; returns whether there is room for more examples.
  bool play(std::uint64_t stream, std::array<PlayPart, 4>& parts) {
    runtime::Rng rng(options_.seed, stream);
    runtime::State state(game_.initial().begin(), game_.initial().end());
    std::vector<runtime::Move> joint(game_.roles().size());
    for (std::uint64_t step = 0;; ++step) {
      const bool over = game_.terminal(state, *scratch_);
      const std::vector<PlayAtom> background = fluents(state, "true");
      if (!over) add(parts[0], {background, legal(state)});
      add(parts[1], {background, goals(state)});
      std::vector<PlayAtom> terminal;
      if (over) terminal.push_back(flatten("terminal", {}, {}, vocabulary_));
      add(parts[2], {background, terminal});
      if (over || step >= options_.max_steps ||
          (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) ||
          game_.draw(state, *scratch_, rng, joint) != runtime::Drawn::joint) {
        break;
      }
      game_.next(state, joint, *scratch_, next_);
      PlayExample example{background, fluents(next_, "next")};
      for (std::size_t role = 0; role < joint.size(); ++role) {
        example.background.push_back(flatten("does", {std::string(game_.roles()[role])},
                                             game_.move_name(joint[role]), vocabulary_));
      }
      sort_unique(example.background);
      add(parts[3], std::move(example));
      state.swap(next_);
    }
    return std::any_of(parts.begin(), parts.end(), [&](const PlayPart& part) {
      return part.examples.size() < options_.examples;
    });
  }

  /// Begins a part: forgets the examples of the one before.
  void begin_part() { seen_.clear(); }

 private:
  void add(PlayPart& part, PlayExample example) {
    if (part.examples.size() >= options_.examples) return;
    if (!seen_[&part].insert(example).second) return;
    part.examples.push_back(std::move(example));
  }

  std::vector<PlayAtom> legal(runtime::StateView state) {
    std::vector<PlayAtom> atoms;
    game_.legal(state, *scratch_, legal_);
    for (std::size_t role = 0; role < legal_.size(); ++role) {
      for (const runtime::Move move : legal_[role]) {
        atoms.push_back(flatten("legal", {std::string(game_.roles()[role])}, game_.move_name(move),
                                vocabulary_));
      }
    }
    sort_unique(atoms);
    return atoms;
  }

  std::vector<PlayAtom> goals(runtime::StateView state) {
    std::vector<PlayAtom> atoms;
    game_.goal(state, *scratch_, goals_);
    for (std::size_t role = 0; role < goals_.size(); ++role) {
      for (const std::string& value : goals_[role]) {
        atoms.push_back(flatten("goal", {std::string(game_.roles()[role])}, value, vocabulary_));
      }
    }
    sort_unique(atoms);
    return atoms;
  }

  const runtime::Game& game_;
  const PlayRecordOptions& options_;
  PlayVocabulary& vocabulary_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State next_;
  std::vector<std::vector<runtime::Move>> legal_;
  std::vector<std::vector<std::string>> goals_;
  std::map<const PlayPart*, std::set<PlayExample>> seen_;
};

/// Returns all combinations of the columns' values, or the atoms themselves if there are more than
/// `largest`.
std::vector<PlayAtom> complete(const std::set<PlayAtom>& seen, std::size_t largest) {
  std::map<PlayPredicate, std::vector<std::set<Constant>>> columns;
  for (const PlayAtom& atom : seen) {
    auto& values = columns[atom.predicate];
    values.resize(atom.args.size());
    for (std::size_t i = 0; i < atom.args.size(); ++i) values[i].insert(atom.args[i]);
  }
  std::set<PlayAtom> all = seen;
  for (const auto& [predicate, values] : columns) {
    std::size_t product = 1;
    for (const auto& column : values) product = std::min(product * column.size(), largest + 1);
    if (product > largest) continue;
    std::vector<PlayAtom> atoms{{predicate, {}}};
    for (const auto& column : values) {
      std::vector<PlayAtom> longer;
      for (const PlayAtom& atom : atoms) {
        for (const Constant value : column) {
          longer.push_back(atom);
          longer.back().args.push_back(value);
        }
      }
      atoms = std::move(longer);
    }
    all.insert(atoms.begin(), atoms.end());
  }
  return {all.begin(), all.end()};
}

}  // namespace

PlayTasks record_tasks(const runtime::Game& game, const std::vector<PlayAtom>& statics,
                       const PlayRecordOptions& options, PlayVocabulary& vocabulary) {
  PlayTasks tasks;
  PlayRecorder recorder(game, options, vocabulary);
  tasks.initial = recorder.fluents(game.initial(), "true");
  for (std::uint64_t part = 0; part < tasks.parts.size(); ++part) {
    recorder.begin_part();
    for (std::uint64_t number = 0; number < options.games; ++number) {
      if (!recorder.play(part << 32 | number, tasks.parts[part])) break;
      if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
        tasks.stopped = true;
        break;
      }
    }
  }
  for (std::size_t target = 0; target < 4; ++target) {
    std::set<PlayAtom> seen;
    if (target == 2) seen.insert(flatten("terminal", {}, {}, vocabulary));
    for (const auto& parts : tasks.parts) {
      for (const PlayExample& example : parts[target].examples) {
        seen.insert(example.positives.begin(), example.positives.end());
      }
    }
    if (target == 3) {
      const std::vector<PlayAtom> initial = recorder.fluents(game.initial(), "next");
      seen.insert(initial.begin(), initial.end());
    }
    const std::vector<PlayAtom> atoms = complete(seen, options.atoms);
    for (auto& parts : tasks.parts) {
      parts[target].atoms = atoms;
      parts[target].statics = statics;
    }
  }
  return tasks;
}

}  // namespace tesuji::learner
