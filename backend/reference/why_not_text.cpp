#include "backend/reference/why_not_text.h"

#include <fmt/format.h>

#include <span>

namespace tesuji::reference {

namespace {

class Writer {
 public:
  Writer(const Names& names, const Program& program, const Notation& notation)
      : names_(names), program_(program), notation_(notation) {}

  void write(const WhyNot& why, const std::string& indent) {
    for (const Attempt& attempt : why.attempts) write(attempt, indent);
    if (why.attempts.empty()) {
      const bool any = why.goal.kind == Goal::Kind::atom &&
                       !program_.clauses_for(program_.relation_of(why.goal.atom)).empty();
      line(indent, why.left_out > 0 ? "not expanded (limit)"
                   : any            ? "no clause has a head that matches " + text(why.goal)
                                    : "no clause defines " + relation(why.goal));
    } else if (why.left_out > 0) {
      line(indent, fmt::format("{} more clauses were left out (limit)", why.left_out));
    }
  }

  void write(const Attempt& attempt, const std::string& indent) {
    std::string inner = indent;
    if (attempt.clause) {
      const Clause& clause = program_.clauses()[*attempt.clause];
      line(indent, fmt::format("{}: {}", notation_.place(clause.span),
                               notation_.clause(clause.head, clause.body, clause.variables)));
      inner += "  ";
    }
    for (const FailedGoal& failed : attempt.failed) write(failed, inner);
    if (!attempt.satisfied.empty()) {
      line(inner, "holds: " + notation_.conjunction(attempt.satisfied, names_));
    }
    if (!attempt.untested.empty()) {
      line(inner, "undecided: " + notation_.conjunction(attempt.untested, names_));
    }
    if (!attempt.exact) line(inner, "(the search was cut off; other values may come nearer)");
  }

  std::string take() { return std::move(text_); }

 private:
  void write(const FailedGoal& failed, const std::string& indent) {
    line(indent, "fails: " + text(failed.goal));
    const std::string inner = indent + "  ";
    if (failed.undefined) line(inner, "no clause defines " + relation(failed.goal));
    if (failed.goal.kind == Goal::Kind::distinct) line(inner, "both are the same term");
    if (failed.goal.kind == Goal::Kind::negation) write_witness(failed, inner);
    if (!failed.instead.empty()) {
      std::string list;
      for (const TermId term : failed.instead) {
        if (!list.empty()) list += ", ";
        list += notation_.term(term, names_);
      }
      line(inner, "but there is " + list);
    } else if (is_does(failed.goal)) {
      line(inner, "no move of that role is given");
    }
    for (const WhyNot& below : failed.below) write(below, inner);
  }

  void write_witness(const FailedGoal& failed, const std::string& indent) {
    const std::string holds = text(failed.goal.children[0]) + " holds";
    if (!failed.witness) return line(indent, holds);
    const std::string place = notation_.place(program_.clauses()[*failed.witness].span);
    if (failed.witness_body.empty()) return line(indent, fmt::format("{}: {}", holds, place));
    line(indent, fmt::format("{} by {}: {}", holds, place,
                             notation_.conjunction(failed.witness_body, names_)));
  }

  bool is_does(const Goal& goal) const {
    if (goal.kind != Goal::Kind::atom) return false;
    const RelationKey relation = program_.relation_of(goal.atom);
    return relation.arity == 2 && relation.name == program_.symbols().find("does");
  }

  std::string text(const Goal& goal) const { return notation_.goal(goal, names_); }

  std::string relation(const Goal& goal) const {
    if (goal.kind != Goal::Kind::atom) return text(goal);
    const RelationKey key = program_.relation_of(goal.atom);
    return fmt::format("{}/{}", program_.symbols().text(key.name), key.arity);
  }

  void line(const std::string& indent, const std::string& what) { text_ += indent + what + '\n'; }

  const Names& names_;
  const Program& program_;
  const Notation& notation_;
  std::string text_;
};

}  // namespace

std::string why_not_text(const Explanation& explanation, const Query& query, const Program& program,
                         const Notation& notation) {
  const std::string asked = notation.conjunction(query.goals, query.variables);
  if (explanation.holds) return asked + " holds\n";
  Writer writer(explanation.names, program, notation);
  if (explanation.atom) writer.write(*explanation.atom, "  ");
  if (explanation.query) writer.write(*explanation.query, "  ");
  return asked + " does not hold\n" + writer.take();
}

}  // namespace tesuji::reference
