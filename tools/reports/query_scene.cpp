#include "tools/reports/query_scene.h"

#include "backend/driver/rulesheet/reference.h"
#include "tools/base/report.h"
#include "tools/files/joint_moves.h"
#include "tools/options/game_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using reference::TermId;

ir::Span span_of(const std::vector<frontend::Term>& terms) {
  if (terms.empty()) return {};
  ir::Span span = terms.front().span;
  span.end = terms.back().span.end;
  return span;
}

/// Builds a situation step by step.
class SceneBuilder {
 public:
  SceneBuilder(const SceneOptions& options, reference::Prover& prover, driver::Session& session)
      : options_(options), prover_(prover), program_(prover.program()), session_(session) {}

  void set_initial() {
    situation_.fluents = values("init");
    apply();
  }

  bool set_state(const OptionText& input) {
    const auto terms = read_terms(input);
    if (!terms) return false;
    for (const frontend::Term& term : *terms) {
      const auto fluent = ground_term(term);
      if (!fluent) return false;
      situation_.fluents.push_back(*fluent);
    }
    apply();
    return true;
  }

  bool play(const OptionText& input) {
    std::size_t number = 0;
    for (const OptionText& joint : joint_moves_of(input)) {
      ++number;
      const auto moves = read_terms(joint);
      if (!moves) return false;
      if (holds(atom("terminal", {}))) {
        session_.diagnostics.error(
            span_of(*moves), "game-over",
            fmt::format("the game is over before joint move {}: the state is terminal", number));
        return false;
      }
      if (!set_joint_move(*moves, true)) return false;
      situation_.fluents = values("next");
      situation_.does.clear();
      apply();
    }
    return true;
  }

  bool set_does(const OptionText& input) {
    const auto moves = read_terms(input);
    return moves && set_joint_move(*moves, false);
  }

 private:
  void apply() {
    std::sort(situation_.fluents.begin(), situation_.fluents.end());
    situation_.fluents.erase(std::unique(situation_.fluents.begin(), situation_.fluents.end()),
                             situation_.fluents.end());
    prover_.set_situation(situation_);
  }

  std::optional<std::vector<frontend::Term>> read_terms(const OptionText& input) {
    const ir::FileId file = session_.sources->add(input.name, input.text);
    return frontend::parse_terms(file, options_.syntax_of(input.text, session_), *session_.symbols,
                                 session_.diagnostics);
  }

  std::optional<TermId> ground_term(const frontend::Term& term) {
    const auto result = driver::reference_term(term, program_);
    if (!result) {
      session_.diagnostics.error(term.span, "unsafe", "unexpected variable");
    }
    return result;
  }

  /// Sets one move per role, in the order of the role facts. A move that is not legal is an error
  /// if the game continues from it, else a warning.
  bool set_joint_move(const std::vector<frontend::Term>& moves, bool to_be_played) {
    const std::vector<TermId> roles = values("role");
    if (moves.size() != roles.size()) {
      session_.diagnostics.error(
          span_of(moves), "moves",
          fmt::format("{} given, but the game has {}: {}",
                      moves.size() == 1 ? "1 move is" : fmt::format("{} moves are", moves.size()),
                      counted(roles.size(), "role"), names_of(roles)));
      return false;
    }
    std::vector<reference::Situation::Does> does;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const auto move = ground_term(moves[i]);
      if (!move) return false;
      if (!holds(atom("legal", {roles[i], *move}))) {
        std::string message = fmt::format("this move is not legal for {}", names_of({roles[i]}));
        if (to_be_played) {
          session_.diagnostics.error(moves[i].span, "illegal-move", std::move(message));
          return false;
        }
        session_.diagnostics.warning(moves[i].span, "illegal-move", std::move(message));
      }
      does.push_back({roles[i], *move});
    }
    situation_.does = std::move(does);
    apply();
    return true;
  }

  // Queries the rules.

  reference::Goal atom(std::string_view relation, const std::vector<TermId>& args) {
    reference::Goal goal;
    goal.atom = program_.terms().compound(session_.symbols->intern(relation), args);
    return goal;
  }

  /// Returns all X with relation(X), in the order in which they were found.
  std::vector<TermId> values(std::string_view relation) {
    reference::Query query;
    query.goals.push_back(atom(relation, {program_.terms().variable(0)}));
    query.variables.emplace_back("x");
    std::vector<TermId> result;
    for (const reference::Answer& answer : prover_.answers(query)) result.push_back(answer[0]);
    return result;
  }

  bool holds(reference::Goal goal) {
    reference::Query query;
    query.goals.push_back(std::move(goal));
    return prover_.provable(query);
  }

  std::string names_of(const std::vector<TermId>& roles) {
    std::string names;
    for (const TermId role : roles) {
      if (!names.empty()) names += ' ';
      names += frontend::print_term(driver::syntax_term(role, program_, {}, *session_.symbols),
                                    frontend::Syntax::kif, *session_.symbols);
    }
    return names;
  }

  const SceneOptions& options_;
  reference::Prover& prover_;
  reference::Program& program_;
  driver::Session& session_;
  reference::Situation situation_;
};

}  // namespace

void SceneOptions::add_to(Command& command) {
  command.add_option("--state", state_, "Fluents that hold, or @FILE (default: the initial state)")
      ->type_name("FLUENTS");
  command
      .add_option("--after", after_,
                  "Joint moves to play first, separated by `;`, or @FILE with one per line")
      ->type_name("MOVES");
  command.add_option("--does", does_, "Joint move that is being played, for `does`")
      ->type_name("MOVES");
  add_syntax_option(command, syntax_, "--syntax",
                    "Syntax of query, scene and output: kif, infix, or auto (by content)");
  add_syntax_option(command, game_syntax_, "--game-syntax",
                    "Syntax of the rulesheet: kif, infix, or auto (by content)");
}

frontend::Syntax SceneOptions::syntax_of(const std::string& text,
                                         const driver::Session& session) const {
  if (syntax_) return *syntax_;
  if (text.find('\n') == std::string::npos) {
    // A command-line argument is too short to detect its syntax by brackets. Prefix text has these
    // characters only in odd names; a bare name is in the syntax of the rulesheet, which was the
    // first file to be read.
    if (text.find_first_of(",&|~") != std::string::npos) return frontend::Syntax::infix;
    if (text.find_first_of("()?") == std::string::npos) return driver::syntax_of(0, session);
  }
  return frontend::detect_syntax(text);
}

bool SceneOptions::set(reference::Prover& prover, driver::Session& session) const {
  SceneBuilder builder(*this, prover, session);
  if (state_) {
    const auto input = read_option_text("state", *state_, session);
    if (!input || !builder.set_state(*input)) return false;
  } else {
    builder.set_initial();
  }
  if (after_) {
    const auto input = read_option_text("after", *after_, session);
    if (!input || !builder.play(*input)) return false;
  }
  if (does_) {
    const auto input = read_option_text("does", *does_, session);
    if (!input || !builder.set_does(*input)) return false;
  }
  return true;
}

namespace {

class RelationCheck {
 public:
  RelationCheck(const reference::Program& program, ir::Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {
    known_ = {{"true", 1}, {"does", 2}};
    for (const reference::Clause& clause : program.clauses()) {
      const reference::RelationKey relation = program.relation_of(clause.head);
      const std::string& name = program.symbols().text(relation.name);
      known_.emplace(name, relation.arity);
      const auto args = program.terms().args(clause.head);
      const bool about_fluent = args.size() == 1 && (name == "init" || name == "next");
      if (about_fluent && program.terms().kind(args[0]) != reference::TermStore::Kind::variable) {
        fluents_.insert(program.symbols().text(program.terms().name(args[0])));
      }
    }
  }

  /// Recurses over nesting, which the parsers bound.
  void check(const reference::Goal& goal) {
    for (const reference::Goal& child : goal.children) check(child);
    if (goal.kind != reference::Goal::Kind::atom) return;
    const reference::RelationKey relation = program_.relation_of(goal.atom);
    const std::string& name = program_.symbols().text(relation.name);
    if (known_.count({name, relation.arity}) > 0) return;
    std::string arities;
    std::vector<std::string> names;
    for (const auto& [other, arity] : known_) {
      names.push_back(other);
      if (other == name) arities += fmt::format("{}{}", arities.empty() ? "" : " or ", arity);
    }
    if (!arities.empty()) {
      diagnostics_.warning(goal.span, "arity",
                           fmt::format("`{}` has {} argument{} in the rulesheet, not {}", name,
                                       arities, arities == "1" ? "" : "s", relation.arity));
      return;
    }
    const std::string near = ir::nearest_name(name, names);
    const bool is_fluent = fluents_.count(name) > 0;
    const std::string fluent =
        is_fluent ? name : ir::nearest_name(name, {fluents_.begin(), fluents_.end()});
    if (is_fluent || (near.empty() && !fluent.empty())) {
      diagnostics_.warning(
          goal.span, "undefined",
          is_fluent
              ? fmt::format("`{}` is a fluent: write `(true ({} ..))`", name, name)
              : fmt::format("no clause of the rulesheet defines `{}`; did you mean the fluent "
                            "`{}`, as in `(true ({} ..))`?",
                            name, fluent, fluent));
      return;
    }
    diagnostics_.warning(goal.span, "undefined",
                         fmt::format("no clause of the rulesheet defines `{}`{}", name,
                                     near.empty() ? "" : "; did you mean `" + near + "`?"));
  }

 private:
  const reference::Program& program_;
  ir::Diagnostics& diagnostics_;
  std::set<std::pair<std::string, std::uint32_t>> known_;  ///< name and arity
  std::set<std::string> fluents_;                          ///< names, of `init` and `next`
};

}  // namespace

void warn_of_unknown_relations(const reference::Query& query, const reference::Program& program,
                               ir::Diagnostics& diagnostics) {
  RelationCheck check(program, diagnostics);
  for (const reference::Goal& goal : query.goals) check.check(goal);
}

}  // namespace tesuji::tools
