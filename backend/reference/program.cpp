#include "backend/reference/program.h"

namespace tesuji::reference {

// --- Clauses

ClauseId Program::add(Clause clause) {
  const auto id = static_cast<ClauseId>(clauses_.size());
  by_relation_[relation_of(clause.head)].push_back(id);
  clauses_.push_back(std::move(clause));
  return id;
}

std::span<const ClauseId> Program::clauses_for(RelationKey relation) const {
  const auto found = by_relation_.find(relation);
  if (found == by_relation_.end()) return {};
  return found->second;
}

RelationKey Program::relation_of(TermId atom) const {
  return {terms_.name(atom), static_cast<std::uint32_t>(terms_.args(atom).size())};
}

// --- Ground terms: text and order

namespace {

void append(TermId term, const Program& program, std::string& text) {
  const TermStore& terms = program.terms();
  const std::string& name = program.symbols().text(terms.name(term));
  if (terms.kind(term) != TermStore::Kind::compound) {
    text += name;
    return;
  }
  text += '(';
  text += name;
  for (const TermId arg : terms.args(term)) {
    text += ' ';
    append(arg, program, text);
  }
  text += ')';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Parses one term without recursion: a stack holds its open parentheses.
class Reader {
 public:
  Reader(std::string_view text, Program& program, std::uint32_t max_depth)
      : text_(text), program_(program), max_depth_(max_depth) {}

  std::optional<TermId> read() {
    for (std::string_view token = next(); !token.empty(); token = next()) {
      if (result_ || !take(token)) return std::nullopt;
    }
    return result_;
  }

 private:
  struct Open {
    std::optional<ir::Symbol> functor;
    std::vector<TermId> args;
  };

  std::string_view next() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    const auto is_parenthesis = [](char c) { return c == '(' || c == ')'; };
    if (at_ < text_.size() && is_parenthesis(text_[at_])) return text_.substr(at_++, 1);
    while (at_ < text_.size() && !is_blank(text_[at_]) && !is_parenthesis(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool take(std::string_view token) {
    if (token == "(") {
      // A term cannot begin in place of a functor.
      if (open_.size() >= max_depth_ || (!open_.empty() && !open_.back().functor)) return false;
      open_.emplace_back();
      return true;
    }
    if (token == ")") {
      if (open_.empty() || !open_.back().functor) return false;
      const TermId term = program_.terms().compound(*open_.back().functor, open_.back().args);
      open_.pop_back();
      add(term);
      return true;
    }
    const std::optional<ir::Symbol> name = program_.symbols().find(token);
    if (!name || token.front() == '?') return false;
    if (!open_.empty() && !open_.back().functor) {
      open_.back().functor = name;
    } else {
      add(program_.terms().constant(*name));
    }
    return true;
  }

  void add(TermId term) {
    if (open_.empty()) {
      result_ = term;
    } else {
      open_.back().args.push_back(term);
    }
  }

  std::string_view text_;
  Program& program_;
  std::uint32_t max_depth_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::optional<TermId> result_;
};

/// Returns a negative number, zero or a positive number, in the order of term_less.
int compare_terms(TermId left, TermId right, const Program& program) {
  if (left == right) return 0;
  const TermStore& terms = program.terms();
  const bool left_compound = terms.kind(left) == TermStore::Kind::compound;
  const bool right_compound = terms.kind(right) == TermStore::Kind::compound;
  if (left_compound != right_compound) return right_compound ? -1 : 1;
  if (terms.name(left) != terms.name(right)) {
    return program.symbols().domain_less(terms.name(left), terms.name(right)) ? -1 : 1;
  }
  const auto left_args = terms.args(left);
  const auto right_args = terms.args(right);
  if (left_args.size() != right_args.size()) return left_args.size() < right_args.size() ? -1 : 1;
  for (std::size_t i = 0; i < left_args.size(); ++i) {
    const int order = compare_terms(left_args[i], right_args[i], program);
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace

std::string term_text(TermId term, const Program& program) {
  std::string text;
  append(term, program, text);
  return text;
}

std::optional<TermId> read_term(std::string_view text, Program& program, std::uint32_t max_depth) {
  return Reader(text, program, max_depth).read();
}

bool term_less(TermId left, TermId right, const Program& program) {
  return compare_terms(left, right, program) < 0;
}

}  // namespace tesuji::reference
