#include "tools/reports/query_json.h"

#include "tools/base/json.h"

#include <span>
#include <utility>

namespace tesuji::tools {

namespace {

using reference::Binding;
using reference::DerivationNode;
using reference::Goal;
using reference::Names;
using reference::Notation;
using reference::Program;

const char* node_name_of(DerivationNode::Step step) {
  static constexpr const char* names[] = {"query",    "clause",   "state",      "move",
                                          "negation", "distinct", "alternative"};
  return names[static_cast<std::size_t>(step)];
}

const char* node_name_of(DerivationNode::Outcome outcome) {
  static constexpr const char* names[] = {"open", "success", "failure", "loop", "limit"};
  return names[static_cast<std::size_t>(outcome)];
}

Json substitution(std::span<const Binding> bindings, const Names& names, const Notation& notation) {
  Json json = Json::object();
  for (const auto& [variable, term] : bindings) {
    json[notation.variable(names[variable])] = notation.term(term, names);
  }
  return json;
}

Json goals_json(const std::vector<Goal>& goals, const Names& names, const Notation& notation) {
  Json json = Json::array();
  for (const Goal& goal : goals) json.push_back(notation.goal(goal, names));
  return json;
}

Json answer_json(const reference::Answer& answer, const Names& names, const Notation& notation) {
  std::vector<Binding> bindings;
  for (const reference::TermId term : answer) {
    bindings.emplace_back(static_cast<reference::Variable>(bindings.size()), term);
  }
  return substitution(bindings, names, notation);
}

// Recurses as deep as --depth allows.
class ExplanationWriter {
 public:
  ExplanationWriter(const Names& names, const Program& program, const Notation& notation)
      : names_(names), program_(program), notation_(notation) {}

  Json write(const reference::WhyNot& why) const {
    Json json{{"goal", notation_.goal(why.goal, names_)}, {"attempts", Json::array()}};
    for (const reference::Attempt& attempt : why.attempts) {
      json["attempts"].push_back(write(attempt));
    }
    if (why.left_out > 0) json["left_out"] = why.left_out;
    return json;
  }

  Json write(const reference::Attempt& attempt) const {
    Json json = Json::object();
    if (attempt.clause) add_clause(json, *attempt.clause);
    json["failed"] = Json::array();
    for (const reference::FailedGoal& failed : attempt.failed) {
      json["failed"].push_back(write(failed));
    }
    json["satisfied"] = goals_json(attempt.satisfied, names_, notation_);
    json["untested"] = goals_json(attempt.untested, names_, notation_);
    json["exact"] = attempt.exact;
    return json;
  }

 private:
  Json write(const reference::FailedGoal& failed) const {
    Json json{{"goal", notation_.goal(failed.goal, names_)}};
    if (failed.undefined) json["undefined"] = true;
    if (failed.witness) {
      Json witness = Json::object();
      add_clause(witness, *failed.witness);
      witness["body"] = goals_json(failed.witness_body, names_, notation_);
      json["witness"] = std::move(witness);
    }
    if (!failed.instead.empty()) {
      json["instead"] = Json::array();
      for (const reference::TermId term : failed.instead) {
        json["instead"].push_back(notation_.term(term, names_));
      }
    }
    for (const reference::WhyNot& below : failed.below) json["below"] = write(below);
    return json;
  }

  void add_clause(Json& json, reference::ClauseId id) const {
    const reference::Clause& clause = program_.clauses()[id];
    json["place"] = notation_.place(clause.span);
    json["clause"] = notation_.clause(clause.head, clause.body, clause.variables);
  }

  const Names& names_;
  const Program& program_;
  const Notation& notation_;
};

}  // namespace

Json to_json(const std::vector<reference::Answer>& answers, const reference::Query& query,
             const Notation& notation) {
  Json json = Json::array();
  for (const reference::Answer& answer : answers) {
    json.push_back(answer_json(answer, query.variables, notation));
  }
  return json;
}

Json to_json(const reference::DerivationTree& tree, const Program& program,
             const Notation& notation) {
  Json nodes = Json::array();
  for (const DerivationNode& node : tree.nodes) {
    Json json{{"goals", goals_json(node.goals, tree.variable_names, notation)},
              {"outcome", node_name_of(node.outcome)},
              {"step", node_name_of(node.step)}};
    if (!node.goals.empty()) json["selected"] = node.selected;
    if (node.parent != reference::no_node) json["parent"] = node.parent;
    if (node.step == DerivationNode::Step::clause) {
      json["clause"] = notation.place(program.clauses()[node.clause].span);
    }
    json["unifier"] = substitution(node.unifier, tree.variable_names, notation);
    json["children"] = node.children;
    if (node.negated != reference::no_node) json["negated"] = node.negated;
    if (node.by_tables) json["by_tables"] = true;
    if (node.looks_like != reference::no_node) json["looks_like"] = node.looks_like;
    if (node.cut) json["cut"] = true;
    if (node.outcome == DerivationNode::Outcome::success) {
      json["answer"] = answer_json(node.answer, tree.variable_names, notation);
    }
    nodes.push_back(std::move(json));
  }
  return {{"complete", tree.complete}, {"nodes", std::move(nodes)}};
}

Json to_json(const reference::Explanation& explanation, const Program& program,
             const Notation& notation) {
  Json json{{"holds", explanation.holds}};
  const ExplanationWriter writer(explanation.names, program, notation);
  if (explanation.atom) json["why_not"] = writer.write(*explanation.atom);
  if (explanation.query) {
    json["why_not"] = {{"attempts", Json::array({writer.write(*explanation.query)})}};
  }
  return json;
}

}  // namespace tesuji::tools
