#include "backend/features/sets/positions.h"

#include "ir/module/term_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace tesuji::driver {

namespace {

using ir::PrologTerm;

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool fail(PositionFault& fault, std::size_t offset, std::string message) {
  fault = {std::move(message), static_cast<std::uint32_t>(offset + 1)};
  return false;
}

/// Shortens a text for a message.
std::string_view shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.substr(0, longest);
}

/// Returns the term of the pattern with the next constants of a row; advances `next` past these.
PrologTerm filled(const ir::Module& module, const ir::TermPattern& pattern,
                  const ir::Symbol*& next) {
  PrologTerm term;
  if (pattern.is_leaf()) {
    term.name = module.symbols->text(*next);
    if (module.symbols->is_integer(*next)) term.kind = PrologTerm::Kind::number;
    ++next;
    return term;
  }
  term.name = module.symbols->text(pattern.functor);
  for (const ir::TermPattern& arg : pattern.args) {
    term.kind = PrologTerm::Kind::compound;
    term.args.push_back(filled(module, arg, next));
  }
  return term;
}

/// Returns a fact of positions as a person writes it.
std::string fact_text(const ir::Module& module, ir::RelationId id, const ir::Symbol* row) {
  const ir::TermPattern atom = ir::atom_pattern(module, id);  // wrapped in `true`
  const bool known = atom.args.size() == 1 && !atom.args.front().is_leaf();
  PrologTerm fact = filled(module, known ? atom.args.front() : atom, row);
  fact.name = ir::written_name(module.relations[id]);
  return ir::to_text(fact);
}

PrologTerm with_square(const PrologTerm& term, const std::string& variable,
                       const PrologTerm& square) {
  if (term.kind == PrologTerm::Kind::variable && term.name == variable) return square;
  PrologTerm result = term;
  for (PrologTerm& arg : result.args) arg = with_square(arg, variable, square);
  return result;
}

}  // namespace

std::optional<PositionReader> PositionReader::make(const FeatureSet& set, PositionForm form,
                                                   ir::Diagnostics& diagnostics) {
  PositionReader reader(set, form);
  reader.find_facts();
  if (form == PositionForm::board && !reader.find_board(diagnostics)) return std::nullopt;
  return reader;
}

/// Finds all facts that a position may contain: those of `base`.
void PositionReader::find_facts() {
  const ir::Module& module = *set_->module;
  std::uint32_t fluent = 0;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    bits_only_ = bits_only_ && relation.storage == ir::Storage::bits;
    if (relation.init != ir::no_id) {
      const ir::Facts& facts = module.relations[relation.init].facts;
      const std::size_t width = relation.columns.size();
      for (std::size_t row = 0;
           row < (width == 0 ? std::min<std::size_t>(facts.rows, 1) : facts.rows); ++row) {
        add_fact(relation, fluent, facts.cells.data() + row * width);
      }
    }
    ++fluent;
  }
}

void PositionReader::add_fact(const ir::Relation& state, std::uint32_t fluent,
                              const ir::Symbol* row) {
  const ir::Module& module = *set_->module;
  const auto id = static_cast<ir::RelationId>(&state - module.relations.data());
  const ir::RelationLayout& layout = set_->layout->relations[id];
  Fact fact;
  fact.fluent = fluent;
  for (std::size_t c = 0; c < state.columns.size(); ++c) {
    const auto position = module.domains[state.columns[c]].position(row[c]);
    fact.row.push_back(static_cast<std::uint32_t>(position));
  }
  const std::string text = fact_text(module, id, row);
  if (state.storage == ir::Storage::bits) {
    const std::uint64_t bit = ir::pack(layout, fact.row);
    fact.word = layout.state_offset / 8 + bit / 64;
    fact.mask = std::uint64_t{1} << (bit % 64);
  } else if (fact.row.empty()) {
    fact.row.push_back(0);
  }
  by_text_.emplace(text, static_cast<FactId>(facts_.size()));
  facts_.push_back(std::move(fact));
}

PositionReader::FactId PositionReader::find(const PrologTerm& fact) const {
  const auto found = by_text_.find(ir::to_text(fact));
  return found == by_text_.end() ? unknown : found->second;
}

bool PositionReader::find_board(ir::Diagnostics& diagnostics) {
  const ir::BoardMapping& board = set_->board;
  if (board.squares.empty()) {
    diagnostics.error(
        {}, "feature",
        "the domain theory does not define the squares of a line: board_squares([..])");
    return false;
  }
  const std::size_t errors = diagnostics.error_count();
  std::array<FactId, 256> none{};
  none.fill(unknown);
  squares_.assign(board.squares.size(), none);
  const auto report = [&](const PrologTerm& fact) {
    diagnostics.error(
        fact.span, "feature",
        fmt::format("{} is not declared as a fact of positions: add it to base({}(..))",
                    ir::to_text(fact), fact.name));
  };
  for (const ir::BoardMapping::Meaning& meaning : board.characters) {
    const auto letter = static_cast<unsigned char>(meaning.text[0]);
    for (std::size_t s = 0; s < squares_.size(); ++s) {
      FactId id = no_fact;
      if (meaning.fact) {
        const PrologTerm fact = with_square(*meaning.fact, meaning.square, board.squares[s]);
        id = find(fact);
        if (id == unknown) {
          report(fact);
          break;
        }
      }
      squares_[s][letter] = id;
    }
  }
  for (const ir::BoardMapping::Meaning& meaning : board.words) {
    const FactId id = find(*meaning.fact);
    if (id == unknown) report(*meaning.fact);
    words_.emplace(meaning.text, id);
  }
  return diagnostics.error_count() == errors;
}

bool PositionReader::read(std::string_view line, ReadPosition& into, PositionFault& fault) const {
  std::vector<FactId> facts;
  if (!read_trailer(line, into, fault)) return false;
  const bool good = form_ == PositionForm::board ? read_board(line, facts, fault)
                                                 : read_facts(line, facts, fault);
  if (good) into.state = state_of(facts);
  return good;
}

namespace {

/// Leaves text that is not the name of a group unchanged.
bool read_group(std::string_view& line, ReadPosition& into, PositionFault& fault) {
  const std::size_t mark = line.rfind(" @ ");
  if (mark == std::string_view::npos) return true;
  const std::string_view name = trimmed(line.substr(mark + 3));
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
  if (name.empty() || !plain) return true;
  constexpr std::size_t longest = 64;
  if (name.size() > longest) {
    return fail(fault, mark + 3,
                fmt::format("the name of a group has at most {} characters", longest));
  }
  into.group = name;
  line = line.substr(0, mark);
  return true;
}

bool read_target(std::string_view& line, ReadPosition& into, PositionFault& fault) {
  into.target.reset();
  const std::size_t mark = line.rfind(" = ");
  if (mark == std::string_view::npos) return true;
  const std::string_view number = trimmed(line.substr(mark + 3));
  double value = 0;
  const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || rest != number.data() + number.size() || number.empty() ||
      !std::isfinite(value)) {
    return fail(fault, mark + 3,
                fmt::format("expected a number after `=`, not `{}`", shown(number)));
  }
  into.target = value;
  line = line.substr(0, mark);
  return true;
}

}  // namespace

bool read_trailer(std::string_view& line, ReadPosition& into, PositionFault& fault) {
  into.group.clear();
  return read_group(line, into, fault) && read_target(line, into, fault);
}

bool PositionReader::read_board(std::string_view line, std::vector<FactId>& facts,
                                PositionFault& fault) const {
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  if (end - begin != squares_.size()) {
    return fail(fault, begin,
                fmt::format("the board has {} square{}, and this line has {}", squares_.size(),
                            squares_.size() == 1 ? "" : "s", end - begin));
  }
  for (std::size_t s = 0; s < squares_.size(); ++s) {
    const FactId id = squares_[s][static_cast<unsigned char>(line[begin + s])];
    if (id == no_fact) continue;
    if (id == unknown) {
      return fail(fault, begin + s,
                  fmt::format("the domain theory has no board_char('{}', ..)", line[begin + s]));
    }
    facts.push_back(id);
  }
  for (std::size_t at = line.find_first_not_of(blanks, end); at != std::string_view::npos;) {
    const std::size_t stop = std::min(line.find_first_of(blanks, at), line.size());
    const auto word = words_.find(std::string(line.substr(at, stop - at)));
    if (word == words_.end()) {
      return fail(fault, at,
                  fmt::format("the domain theory has no board_word({}, ..)",
                              shown(line.substr(at, stop - at))));
    }
    facts.push_back(word->second);
    at = line.find_first_not_of(blanks, stop);
  }
  return true;
}

bool PositionReader::read_facts(std::string_view line, std::vector<FactId>& facts,
                                PositionFault& fault) const {
  std::string text;
  for (std::size_t at = line.find_first_not_of(" \t\r.,"); at < line.size();
       at = line.find_first_not_of(" \t\r.,", at)) {
    // A fact ends at a `.` or `,` outside its parentheses.
    const std::size_t begin = at;
    text.clear();
    bool quoted = false;
    for (std::size_t depth = 0; at < line.size(); ++at) {
      const char c = line[at];
      if (c == '\'') quoted = !quoted;
      if (!quoted) {
        if (depth == 0 && (c == '.' || c == ',')) break;
        if (c == '(') ++depth;
        if (c == ')' && depth > 0) --depth;
        if (blanks.find(c) != std::string_view::npos) continue;
      }
      text += c;
    }
    const auto found = by_text_.find(text);
    if (found == by_text_.end()) {
      return fail(
          fault, begin,
          fmt::format("`{}` is not declared as a fact of positions: add it to base", shown(text)));
    }
    facts.push_back(found->second);
  }
  return true;
}

runtime::State PositionReader::state_of(const std::vector<FactId>& facts) const {
  if (bits_only_) {
    runtime::State state(set_->codec->words());
    for (const FactId id : facts) state[facts_[id].word] |= facts_[id].mask;
    return state;
  }
  std::vector<std::vector<std::uint32_t>> rows(set_->tables.fluents.size());
  for (const FactId id : facts) {
    const Fact& fact = facts_[id];
    rows[fact.fluent].insert(rows[fact.fluent].end(), fact.row.begin(), fact.row.end());
  }
  return set_->codec->encode(rows);
}

}  // namespace tesuji::driver
