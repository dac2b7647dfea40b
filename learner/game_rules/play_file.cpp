// Reads and writes the format of the IGGP data set (play_file.h).
#include "learner/game_rules/play_file.h"

#include "ir/core/text_cursor.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace tesuji::learner {

namespace {

class PlayFileReader : private ir::TextCursor {
 public:
  PlayFileReader(ir::FileId file, PlayVocabulary& vocabulary, ir::Diagnostics& diagnostics)
      : TextCursor(file, diagnostics.sources()[file].text),
        vocabulary_(vocabulary),
        diagnostics_(diagnostics) {}

  std::optional<PlayPart> read() {
    while (skip(), !at_end()) {
      if (!block()) ok_ = false;
    }
    if (state_ == State::background) {
      (void)wrong(position(), "a block `positives:` is expected after the last `background:`");
    }
    if (state_ == State::start) (void)wrong(position(), "a block `atoms:` is expected");
    if (!ok_) return std::nullopt;
    return std::move(part_);
  }

 private:
  enum class State { start, atoms, statics, background, positives };

  void skip() {
    while (ir::is_blank(at())) advance();
  }

  bool wrong(ir::Position begin, std::string message, const char* code = "parse") {
    diagnostics_.error(since(begin), code, std::move(message));
    ok_ = false;
    return false;
  }

  void skip_line() {
    while (!at_line_end()) advance();
  }

  /// Reads a block and the `---` after it.
  bool block() {
    const ir::Position begin = position();
    if (accept("atoms:")) return enter(State::atoms, begin) && atoms(part_.atoms);
    if (accept("statics:") || accept("static:")) {
      return enter(State::statics, begin) && atoms(part_.statics);
    }
    if (accept("background:") || accept("initial:")) {
      if (!enter(State::background, begin)) return false;
      part_.examples.emplace_back();
      return atoms(part_.examples.back().background);
    }
    if (accept("positives:") || accept("positive:")) {
      if (!enter(State::positives, begin)) return false;
      return atoms(part_.examples.back().positives) && check_positives(begin);
    }
    if (accept("---")) return true;
    skip_line();
    return wrong(begin, "`atoms:`, `statics:`, `background:` or `positives:` is expected here");
  }

  bool enter(State next, ir::Position begin) {
    const bool right = next == State::atoms     ? state_ == State::start
                       : next == State::statics ? state_ == State::atoms
                       : next == State::background
                           ? state_ == State::statics || state_ == State::positives
                           : state_ == State::background;
    if (!right) {
      (void)wrong(begin,
                  "wrong order of blocks: expected `atoms:`, `statics:`, then `background:` and "
                  "`positives:` for each state");
      skip_to_end_of_block();
      return false;
    }
    state_ = next;
    return true;
  }

  void skip_to_end_of_block() {
    while (!at_end() && !rest().starts_with("---")) advance();
  }

  bool atoms(std::vector<PlayAtom>& list) {
    while (skip(), !at_end() && !rest().starts_with("---")) {
      const ir::Position begin = position();
      if (auto read = atom()) {
        if (read->args.size() > max_play_arity) {
          return wrong(begin, fmt::format("an atom has at most {} arguments", max_play_arity),
                       "limit");
        }
        list.push_back(std::move(*read));
      } else {
        skip_line();
      }
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return true;
  }

  bool check_positives(ir::Position begin) {
    for (const PlayAtom& atom : part_.examples.back().positives) {
      if (std::binary_search(part_.atoms.begin(), part_.atoms.end(), atom)) continue;
      return wrong(begin, fmt::format("`{}` is positive, but not among the atoms",
                                      to_text(atom, vocabulary_)));
    }
    return true;
  }

  static bool in_name(char c) {
    return c != '(' && c != ')' && c != ',' && !ir::is_blank(c) && !ir::is_control(c) && c != '\0';
  }

  std::string name() {
    std::string text;
    while (!at_end() && in_name(at())) {
      text += at();
      advance();
    }
    return text;
  }

  /// Reads a constant or a compound term as one text; empty after an error.
  std::string argument(std::size_t depth) {
    const ir::Position begin = position();
    std::string text = name();
    if (text.empty() || depth > 100) {
      (void)wrong(begin, depth > 100 ? "terms are at most 100 deep" : "a term is expected here");
      return {};
    }
    if (!accept("(")) return text;
    text += "(";
    for (bool first = true; skip(), !accept(")"); first = false) {
      if (!first && !accept(",")) {
        (void)wrong(position(), "`,` or `)` is expected here");
        return {};
      }
      skip();
      const std::string part = argument(depth + 1);
      if (part.empty()) return {};
      text += (first ? "" : ", ") + part;
    }
    return text + ")";
  }

  std::optional<PlayAtom> atom() {
    const ir::Position begin = position();
    const std::string predicate = name();
    if (predicate.empty()) {
      (void)wrong(begin, "an atom is expected here, such as true_cell(1, 2, b)");
      return std::nullopt;
    }
    PlayAtom atom;
    if (accept("(")) {
      for (bool first = true; skip(), !accept(")"); first = false) {
        if (!first && !accept(",")) {
          (void)wrong(position(), "`,` or `)` is expected here");
          return std::nullopt;
        }
        skip();
        const std::string text = argument(0);
        if (text.empty()) return std::nullopt;
        atom.args.push_back(vocabulary_.constants.intern(text));
      }
    }
    atom.predicate = vocabulary_.predicate(predicate, static_cast<std::uint32_t>(atom.args.size()));
    return atom;
  }

  PlayVocabulary& vocabulary_;
  ir::Diagnostics& diagnostics_;
  PlayPart part_;
  State state_ = State::start;
  bool ok_ = true;
};

}  // namespace

std::optional<PlayPart> read_play_part(ir::FileId file, PlayVocabulary& vocabulary,
                                       ir::Diagnostics& diagnostics) {
  return PlayFileReader(file, vocabulary, diagnostics).read();
}

std::string play_part_text(const PlayPart& part, const PlayVocabulary& vocabulary) {
  std::string text;
  const auto block = [&](std::string_view name, const std::vector<PlayAtom>& atoms) {
    text += name;
    text += ":\n";
    for (const PlayAtom& atom : atoms) text += "\t" + to_text(atom, vocabulary) + "\n";
    text += "\n---\n\n";
  };
  block("atoms", part.atoms);
  block("statics", part.statics);
  for (const PlayExample& example : part.examples) {
    block("background", example.background);
    block("positives", example.positives);
  }
  return text;
}

}  // namespace tesuji::learner
