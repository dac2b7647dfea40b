// tesuji query: queries the reference reasoner, and shows how it reasons.
#include "backend/rules/reference_notation.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/derivation_text.h"
#include "backend/reference/why_not_text.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/commands/query_unify.h"
#include "tools/options/example_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/reports/query_json.h"
#include "tools/reports/query_scene.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>

namespace tesuji::tools {

namespace {

using reference::Answer;
using reference::DerivationNode;
using reference::DerivationTree;

struct QueryArguments {
  std::string path;
  std::string query;
  std::string why_not_query;
  bool why_not = false;
  bool trace = false;
  bool all = false;
  bool tree = false;
  bool ascii = false;
  bool json = false;
  std::string emit = "text";
  SceneOptions scene;
  UnifyOptions unify;
  reference::DerivationLimits limits;
  reference::WhyNotLimits why_not_limits;
};

std::string count_text(std::size_t count, const char* what) {
  return count == 0 ? fmt::format("no {}s", what) : counted(count, what);
}

/// A parsed query, with all that is needed to evaluate it.
class QueryRun {
 public:
  QueryRun(const QueryArguments& arguments, reference::Prover& prover, reference::Query query,
           const reference::Notation& notation)
      : arguments_(arguments),
        prover_(prover),
        query_(std::move(query)),
        notation_(notation),
        glyphs_(arguments.ascii ? reference::Glyphs::ascii : reference::Glyphs::unicode) {}

  /// Prints the requested output; returns the exit code.
  int run() {
    if (arguments_.why_not) return explain();
    const bool derivations = arguments_.trace || arguments_.tree;
    try {
      ProgressLine progress("query", {});
      progress.begin("computing answers");
      answers_ = prover_.answers(query_);
    } catch (const reference::ReasoningError& error) {
      // If tables grow without bound, a tree may still show why.
      if (!derivations || error.code() == "unsafe") throw;
      failure_ = error;
    }
    int code = answers_.empty() ? exit_input : exit_ok;
    if (derivations) {
      const DerivationTree tree = search();
      if (arguments_.json) {
        print_answers_json(&tree);
      } else if (arguments_.emit == "dot") {
        fmt::print("{}", reference::tree_dot(tree, prover_.program(), notation_));
      } else {
        arguments_.trace ? print_trace(tree) : print_tree(tree);
      }
      if (!tree.complete) code = exit_limit;
      if (failure_) throw *failure_;
    } else if (arguments_.json) {
      print_answers_json(nullptr);
    } else {
      print_answers();
    }
    return code;
  }

 private:
  int explain() {
    const reference::Explanation explanation =
        reference::why_not(prover_, query_, arguments_.why_not_limits);
    if (arguments_.json) {
      Json json{{"game", arguments_.path}, {"query", query_text()}};
      json.update(to_json(explanation, prover_.program(), notation_));
      print_json(json);
    } else {
      fmt::print("{}", reference::why_not_text(explanation, query_, prover_.program(), notation_));
    }
    return explanation.holds ? exit_input : exit_ok;
  }

  DerivationTree search() const {
    reference::DerivationLimits limits = arguments_.limits;
    if (arguments_.trace && !arguments_.all) limits.answers = 1;
    return reference::derive(prover_.program(), prover_.situation(), query_, limits);
  }

  // Answers.

  std::string query_text() const { return notation_.conjunction(query_.goals, query_.variables); }

  std::string text_of(const Answer& answer) const {
    std::string text;
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (i > 0) text += ", ";
      text += notation_.variable(query_.variables[i]) + " = " +
              notation_.term(answer[i], query_.variables);
    }
    return text;
  }

  void print_answers() const {
    if (query_.variables.empty()) {
      fmt::print("{}\n", answers_.empty() ? "no" : "yes");
      return;
    }
    const std::size_t shown = std::min(answers_.size(), arguments_.limits.answers);
    for (std::size_t i = 0; i < shown; ++i) fmt::print("{}\n", text_of(answers_[i]));
    fmt::print("{}", count_text(answers_.size(), "answer"));
    if (shown < answers_.size()) fmt::print(", {} of them shown (--max-answers)", shown);
    fmt::print("\n");
  }

  void print_answers_json(const DerivationTree* tree) const {
    Json json{{"game", arguments_.path},
              {"query", query_text()},
              {"holds", !answers_.empty()},
              {"count", answers_.size()}};
    std::vector<Answer> shown = answers_;
    if (shown.size() > arguments_.limits.answers) shown.resize(arguments_.limits.answers);
    json["answers"] = to_json(shown, query_, notation_);
    if (tree != nullptr) json["tree"] = to_json(*tree, prover_.program(), notation_);
    print_json(json);
  }

  // Derivations.

  void print_tree(const DerivationTree& tree) const {
    fmt::print("{}\n", reference::tree_text(tree, prover_.program(), notation_, glyphs_));
    print_summary(tree);
  }

  void print_trace(const DerivationTree& tree) const {
    const std::vector<std::size_t> ends = reference::derivation_ends(tree);
    if (arguments_.all) {
      // Ends follow each other in the order of a depth-first search, so that of all earlier
      // derivations the previous one shares the most steps with this one.
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::size_t shared = i == 0 ? 0 : reference::shared_steps(tree, ends[i], ends[i - 1]);
        print_derivation(tree, ends[i], i + 1, shared);
      }
    } else {
      const auto success = std::find_if(ends.begin(), ends.end(), [&](std::size_t end) {
        return tree.nodes[end].outcome == DerivationNode::Outcome::success;
      });
      // Without a success, the first failure shows where the derivation goes wrong.
      const auto shown = success != ends.end() ? success : ends.begin();
      print_derivation(tree, *shown, static_cast<std::size_t>(shown - ends.begin()) + 1);
    }
    print_summary(tree);
  }

  /// Omits the first `shared` steps, which are those of the previous derivation.
  void print_derivation(const DerivationTree& tree, std::size_t end, std::size_t number,
                        std::size_t shared = 0) const {
    fmt::print("derivation {}", number);
    if (shared > 0) fmt::print(", as derivation {} up to step {}", number - 1, shared);
    fmt::print("\n{}", reference::derivation_text(tree, end, prover_.program(), notation_, glyphs_,
                                                  shared));
    const DerivationNode& node = tree.nodes[end];
    if (node.outcome == DerivationNode::Outcome::success) {
      fmt::print("answer {}\n", reference::answer_text(tree, node, notation_));
    }
    fmt::print("\n");
  }

  void print_summary(const DerivationTree& tree) const {
    std::size_t count[5] = {};
    for (const std::size_t end : reference::derivation_ends(tree)) {
      ++count[static_cast<std::size_t>(tree.nodes[end].outcome)];
    }
    const auto of = [&](DerivationNode::Outcome outcome) {
      return count[static_cast<std::size_t>(outcome)];
    };
    std::string text =
        fmt::format("derivations: {} succeed, {} fail", of(DerivationNode::Outcome::success),
                    of(DerivationNode::Outcome::failure));
    if (const std::size_t loops = of(DerivationNode::Outcome::loop); loops > 0) {
      text += fmt::format(", {} loop", loops);
    }
    if (tree.enough) {
      text += arguments_.trace && !arguments_.all ? "; the search stopped there (--all continues)"
                                                  : "; the search stopped there (--max-answers)";
    }
    if (!tree.complete) text += "; the tree was cut off (--max-nodes, --max-depth)";
    fmt::print("{}\n", text);
    if (failure_) return;
    print_answers();
    if (!tree.enough) print_lost(tree);
  }

  /// Prints what plain resolution cannot find because of loops and limits.
  void print_lost(const DerivationTree& tree) const {
    std::set<Answer> found;
    for (const std::size_t end : reference::derivation_ends(tree)) {
      if (tree.nodes[end].outcome == DerivationNode::Outcome::success) {
        found.insert(tree.nodes[end].answer);
      }
    }
    std::vector<Answer> lost;
    for (const Answer& answer : answers_) {
      if (found.count(answer) == 0) lost.push_back(answer);
    }
    if (lost.empty()) return;
    constexpr std::size_t most = 20;
    fmt::print("not in this tree, by tabled resolution only:\n");
    for (std::size_t i = 0; i < std::min(lost.size(), most); ++i) {
      fmt::print("{}\n", lost[i].empty() ? "yes" : text_of(lost[i]));
    }
    if (lost.size() > most) fmt::print("and {} more\n", lost.size() - most);
  }

  const QueryArguments& arguments_;
  reference::Prover& prover_;
  reference::Query query_;
  const reference::Notation& notation_;
  reference::Glyphs glyphs_;
  std::vector<Answer> answers_;
  std::optional<reference::ReasoningError> failure_;  ///< instead of answers
};

std::shared_ptr<reference::Program> load(const QueryArguments& arguments,
                                         driver::Session& session) {
  if (driver::is_ir_path(arguments.path)) {
    session.diagnostics.error({}, "usage", "`query` reasons about rulesheets, not about IR text");
    return nullptr;
  }
  session.syntax = arguments.scene.game_syntax();
  return driver::load_reference(arguments.path, session);
}

/// Adds errors in the query or the scene to the session's diagnostics.
int run_on(reference::Program& program, const QueryArguments& arguments, driver::Session& session) {
  const std::string& text =
      arguments.why_not_query.empty() ? arguments.query : arguments.why_not_query;
  const frontend::Syntax syntax = arguments.scene.syntax_of(text, session);
  const ir::FileId file = session.sources->add("<query>", text);
  const auto literals = frontend::parse_query(file, syntax, *session.symbols, session.diagnostics);
  if (!literals) return exit_input;
  if (literals->empty()) {
    session.diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the query is empty");
    return exit_input;
  }
  reference::Query query = driver::reference_query(*literals, program);
  warn_of_unknown_relations(query, program, session.diagnostics);

  reference::Prover prover(program);
  if (!arguments.scene.set(prover, session)) return exit_input;
  const auto notation = driver::make_notation(program, syntax, session);
  return QueryRun(arguments, prover, std::move(query), *notation).run();
}

/// Unifies the terms of --unify.
int run_unify(const QueryArguments& arguments) {
  driver::Session session;
  const int code = arguments.unify.run(arguments.scene.query_syntax(), arguments.json,
                                       arguments.limits.nodes, session);
  std::fflush(stdout);
  print_diagnostics(session.diagnostics);
  return session.diagnostics.has_errors() ? exit_code_of(session.diagnostics) : code;
}

int run_query(const QueryArguments& arguments) {
  driver::Session session;
  const auto program = load(arguments, session);
  if (!program) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  // Warnings about the rulesheet belong to `check`, not to every query.
  const std::size_t about_the_game = session.diagnostics.all().size();
  int code = exit_input;
  try {
    code = run_on(*program, arguments, session);
  } catch (const reference::ReasoningError& error) {
    // Unbounded growth was stopped by a limit.
    session.diagnostics.error(error.span(), error.code() == "recursion" ? "limit" : error.code(),
                              error.what());
  }
  std::fflush(stdout);
  for (std::size_t i = about_the_game; i < session.diagnostics.all().size(); ++i) {
    print_diagnostic(session.diagnostics, session.diagnostics.all()[i]);
  }
  return session.diagnostics.has_errors() ? exit_code_of(session.diagnostics) : code;
}

void add_views(Command& command, QueryArguments& arguments) {
  Option* trace =
      command.add_flag("--trace", arguments.trace, "Print the first successful derivation");
  command
      .add_flag("--all", arguments.all, "--trace: print every derivation, including failed ones")
      ->needs(trace);
  Option* tree = command.add_flag("--tree", arguments.tree, "Print the derivation tree");
  tree->excludes(trace);
  command.add_option("--emit", arguments.emit, "Form of --tree: text, or dot for graphviz")
      ->check(one_of({"text", "dot"}))
      ->needs(tree)
      ->type_name("FORMAT")
      ->capture_default_str();
  command.add_flag("--ascii", arguments.ascii, "Draw with ASCII characters only");
  command
      .add_option("--why-not", arguments.why_not_query,
                  "Explain why the query (or this ATOM) has no answer")
      ->expected(0, 1)
      ->type_name("[ATOM]")
      ->excludes(trace)
      ->excludes(tree);
  command
      .add_option("--depth", arguments.why_not_limits.depth,
                  "--why-not: number of levels of clauses to explain")
      ->check(in_range(1, 100))
      ->capture_default_str();
}

}  // namespace

void add_query_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("query", "Evaluate a query on the rules, and print derivations");
  auto arguments = std::make_shared<QueryArguments>();
  or_example(
      command->add_option("GAME", arguments->path, "Rulesheet (.kif, .gdl); not with --unify"));
  command->add_option("QUERY", arguments->query, "Literals, in KIF or infix syntax");
  arguments->scene.add_to(*command);
  add_views(*command, *arguments);
  arguments->unify.add_to(*command);
  command
      ->add_option("--max-answers", arguments->limits.answers,
                   "Maximum number of answers; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit);
  command
      ->add_option("--max-nodes", arguments->limits.nodes,
                   "Maximum number of queries in a tree, of printed steps of --unify")
      ->check(in_range(1, 10'000'000))
      ->capture_default_str();
  command
      ->add_option("--max-depth", arguments->limits.depth,
                   "Maximum number of steps of a derivation")
      ->check(in_range(1, 1'000'000))
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  for (const char* other : {"--trace", "--tree", "--why-not", "--state", "--after", "--does",
                            "--game-syntax", "--max-answers", "--max-depth"}) {
    command->get_option("--unify")->excludes(other);
  }
  command->group("Derivations", {"--all", "--emit", "--ascii", "--depth"});
  command->group("Limits", {"--max-answers", "--max-nodes", "--max-depth", "--max-symbols"});
  command->group("Syntax", {"--syntax", "--game-syntax"});
  add_examples(
      *command,
      {"tesuji query nim.gdl 'legal(red,Move)'",
       "tesuji query nim.kif '(legal red ?move)' --after 'reduce(a,0), noop'",
       "tesuji query ttt.kif 'legal(white,L)' --state 'cell(1,1,b), control(white)' --tree",
       "tesuji query nim.gdl --why-not 'legal(red,reduce(a,3))' --depth 2",
       "tesuji query --unify 'legal(white,L)' 'legal(P,reduce(X,N))'"});
  command->callback([arguments, command, &action] {
    if (arguments->unify.given()) {
      arguments->unify.check();
      if (!arguments->path.empty()) {
        throw UsageError("GAME", "is not for --unify, which needs none");
      }
      action = [arguments] { return run_unify(*arguments); };
      return;
    }
    if (arguments->path.empty()) throw MissingArgument("GAME (or --unify)");
    const bool both = !arguments->query.empty() && !arguments->why_not_query.empty();
    if (both) throw UsageError("QUERY", "is given twice");
    if (command->count("--why-not") > 0) arguments->why_not = true;
    if (arguments->query.empty() && arguments->why_not_query.empty()) {
      throw MissingArgument("QUERY");
    }
    action = [arguments] { return run_query(*arguments); };
  });
}

}  // namespace tesuji::tools
