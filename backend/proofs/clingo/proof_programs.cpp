#include "backend/proofs/clingo/proof_programs.h"

#include "backend/proofs/clingo/encode_formula.h"
#include "backend/proofs/clingo/encode_game.h"
#include "backend/proofs/formulas/names.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::Formula;
using ir::Invariant;

std::uint32_t last_time(const ProgramRequest& request) {
  std::uint32_t last = 0;
  const auto look = [&](const Question& question) {
    last = std::max(last, ir::degree(question.formula));
  };
  for (const Question& question : request.asked) look(question);
  for (const Question& question : request.premises) look(question);
  if (request.violated) look(*request.violated);
  return last;
}

std::vector<std::string> names_of(const Invariant& invariant) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const ir::FormulaVariable& variable : invariant.variables) {
    std::string name = variable_name(variable.name);
    while (!taken.insert(name).second) name += '_';
    result.push_back(std::move(name));
  }
  return result;
}

/// Adds claims about formulas to a program that contains the game's rules.
class Claims {
 public:
  Claims(GameEncoder& game, ProofProgram& result)
      : program_(game.program()), formulas_(game), result_(result) {}

  void ask(const Question& question) {
    const PredicateId predicate =
        program_.add_predicate("proved_" + question.invariant->name, columns(question));
    Rule rule = frame(question);
    rule.kind = Rule::Head::atom;
    rule.head = {predicate, parameters(question), std::nullopt};
    rule.body.insert(rule.body.begin(), positive(encode(question)));
    rule.comment = "asked: " + question.invariant->name;
    program_.add(std::move(rule));
    program_.shown.push_back(predicate);
    result_.asked.push_back(program_.predicates()[predicate].name);
  }

  /// Restricts answer sets to those in which the formula holds, or, if not `holds`, fails.
  void constrain(const Question& question, bool holds) {
    Rule rule = frame(question);
    rule.kind = Rule::Head::constraint;
    Atom atom = encode(question);
    rule.body.push_back(holds ? negative(std::move(atom)) : positive(std::move(atom)));
    rule.comment = (holds ? "premise: " : "violated: ") + question.invariant->name;
    program_.add(std::move(rule));
  }

 private:
  Atom encode(const Question& question) {
    return formulas_.encode(question.formula, question.invariant->variables, 0);
  }

  static std::vector<Argument> parameters(const Question& question) {
    std::vector<Argument> result;
    for (const ir::VariableId parameter : question.invariant->parameters) {
      result.push_back(Argument::variable(parameter));
    }
    return result;
  }

  std::vector<DomainIndex> columns(const Question& question) {
    std::vector<DomainIndex> result;
    for (const ir::VariableId parameter : question.invariant->parameters) {
      const ir::FormulaVariable& variable = question.invariant->variables[parameter];
      result.push_back(program_.intern_domain(variable.domain, "dom_" + variable.name));
    }
    return result;
  }

  /// Returns a rule whose body restricts the instances.
  Rule frame(const Question& question) {
    const Invariant& invariant = *question.invariant;
    Rule rule;
    rule.variables = names_of(invariant);
    if (invariant.parameters.empty()) return rule;
    if (!question.instances) {
      for (const ir::VariableId parameter : invariant.parameters) {
        rule.body.push_back(formulas_.guard(invariant.variables[parameter], parameter));
      }
      return rule;
    }
    const PredicateId which =
        program_.add_predicate("instance_" + invariant.name, columns(question), false);
    for (const Instance& instance : *question.instances) {
      Rule fact;
      fact.head.predicate = which;
      for (const ir::Symbol constant : instance) {
        fact.head.args.push_back(Argument::constant(constant));
      }
      program_.add(std::move(fact));
    }
    rule.body.push_back(positive({which, parameters(question), std::nullopt}));
    return rule;
  }

  Program& program_;
  FormulaEncoder formulas_;
  ProofProgram& result_;
};

}  // namespace

std::vector<Question> questions_of(std::span<const Candidate> candidates) {
  std::vector<Question> result;
  std::map<const ir::Invariant*, std::size_t> places;
  for (const Candidate& some : candidates) {
    const auto [place, is_new] = places.emplace(some.invariant, result.size());
    if (is_new) {
      result.push_back({some.invariant, some.invariant->formula, std::vector<Instance>{}});
    }
    result[place->second].instances->push_back(
        ir::instance_symbols(*some.invariant, some.instance));
  }
  for (Question& question : result) {
    if (question.instances->size() == ir::instances(*question.invariant)) {
      question.instances.reset();
    }
  }
  return result;
}

ProofProgram make_program(const ir::Module& module, const ProgramRequest& request) {
  ProofProgram result{Program(module.symbols), {}, {}, last_time(request)};
  Program& program = result.program;
  GameEncoder game(module, program, request.nonplayable);
  if (request.start == Start::initial) {
    game.add_initial_state();
  } else {
    game.add_state_generator();
  }
  game.add_rules(result.last);
  game.add_action_generator(result.last);
  Claims claims(game, result);
  for (const Question& premise : request.premises) claims.constrain(premise, true);
  for (const Question& question : request.asked) claims.ask(question);
  if (request.violated) claims.constrain(*request.violated, false);
  if (request.show_states) {
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::RelationKind kind = module.relations[id].kind;
      if (kind != ir::RelationKind::state && kind != ir::RelationKind::input) continue;
      const PredicateId predicate = game.atom(id, {}, 0).predicate;
      program.shown.push_back(predicate);
      result.shown.emplace(program.predicates()[predicate].name, id);
    }
  }
  program.title = request.title;
  return result;
}

Formula after(Formula formula, std::uint32_t moves) {
  for (std::uint32_t i = 0; i < moves; ++i) formula = ir::next_of(std::move(formula));
  return formula;
}

Formula base_formula(const Formula& formula, std::uint32_t states) {
  if (states == 1) return formula;
  std::vector<Formula> parts;
  for (std::uint32_t i = 0; i < states; ++i) parts.push_back(after(formula, i));
  return ir::conjunction_of(std::move(parts));
}

Formula step_formula(const Formula& formula, std::uint32_t states) {
  return ir::implication_of(base_formula(formula, states), after(formula, states));
}

}  // namespace tesuji::proofs
