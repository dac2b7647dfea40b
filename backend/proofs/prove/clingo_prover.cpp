#include "backend/proofs/prove/clingo_prover.h"

#include "backend/proofs/clingo/program.h"
#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/clingo/simplify.h"
#include "backend/proofs/prove/prover.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Invariant;

/// Returns the instance that an atom of the answer names; nothing if it names none.
std::optional<InstanceNumber> named_instance(const Invariant& invariant, const PrintedAtom& atom,
                                            const ir::SymbolTable& symbols) {
  Instance instance;
  for (const std::string& argument : atom.arguments) {
    const auto symbol = symbols.find(argument);
    if (!symbol) return std::nullopt;
    instance.push_back(*symbol);
  }
  return ir::instance_of(invariant, instance);
}

/// Fraction of a run's time for all formulas at once: little if they can be negated one by one,
/// more if there are families, whose instances are always decided together.
constexpr double part_for_singles = 0.1;
constexpr double part_for_families = 0.5;

constexpr std::string_view set_over = "the time limit of its set was reached";

enum class Half : std::uint8_t { base, step };

/// Proves one set.
class SetProver {
 public:
  SetProver(const ir::Module& module, const ProofTask& task, const ProverOptions& options,
            SetProof& proof)
      : module_(module), task_(task), options_(options), result_(proof) {
    for (const InvariantProof& some : proof.proofs) {
      std::vector<bool>& recorded = recorded_.emplace_back();
      for (const Outcome outcome : some.outcomes) recorded.push_back(outcome == Outcome::proved);
    }
  }

  void run() {
    const unsigned runs = task_.set.runs;
    decide(Half::base, Outcome::open);
    leave_out_refuted();
    for (unsigned run = 0; (runs == 0 || run < runs) && !stopped(); ++run) {
      // A further run uses the formulas proved by earlier runs as premises.
      if (run > 0) {
        if (count(Outcome::proved) == proved_before_) break;
        for (InvariantProof& proof : result_.proofs) {
          std::replace(proof.outcomes.begin(), proof.outcomes.end(), Outcome::step_failed,
                       Outcome::base_holds);
        }
      }
      proved_before_ = count(Outcome::proved);
      decide(Half::step, Outcome::base_holds);
    }
    result_.seconds += elapsed();
    result_.aborted.clear();
    for (InvariantProof& proof : result_.proofs) {
      const bool undecided = proof.is_undecided();
      if (stopped() && undecided && proof.reason.empty()) proof.reason = "interrupted";
      if (!proof.reason.empty()) result_.aborted = proof.reason;
    }
  }

 private:
  using Group = std::vector<std::size_t>;  // indexes into result_.proofs

  void leave_out_refuted() {
    for (std::size_t i = 0; i < result_.proofs.size(); ++i) {
      std::vector<Outcome>& outcomes = result_.proofs[i].outcomes;
      for (InstanceNumber k = 0; k < outcomes.size(); ++k)
        if (outcomes[k] == Outcome::base_holds && task_.is_refuted(i, k))
          outcomes[k] = Outcome::refuted;
    }
  }

  [[nodiscard]] double elapsed() const { return time_.elapsed(); }
  [[nodiscard]] bool stopped() const {
    return options_.clingo.stop != nullptr && options_.clingo.stop->load();
  }
  [[nodiscard]] std::uint64_t count(Outcome outcome) const {
    std::uint64_t sum = 0;
    for (const InvariantProof& proof : result_.proofs) sum += proof.count(outcome);
    return sum;
  }

  /// Returns the instances with this outcome, as a question.
  [[nodiscard]] Question question(const InvariantProof& proof, Half half, Outcome at) const {
    const Invariant& invariant = *proof.invariant;
    Question result{&invariant,
                    half == Half::base ? base_formula(invariant.formula, options_.induction)
                                       : step_formula(invariant.formula, options_.induction),
                    std::nullopt};
    if (invariant.parameters.empty() || proof.count(at) == proof.outcomes.size()) return result;
    result.instances.emplace();
    for (std::uint64_t i = 0; i < proof.outcomes.size(); ++i)
      if (proof.outcomes[i] == at) result.instances->push_back(ir::instance_symbols(invariant, i));
    return result;
  }

  /// Decides this half for all formulas with this outcome, one program per degree.
  void decide(Half half, Outcome at) {
    std::map<std::uint32_t, Group> by_degree;
    for (std::size_t i = 0; i < result_.proofs.size(); ++i) {
      if (result_.proofs[i].count(at) == 0) continue;
      by_degree[ir::degree(result_.proofs[i].invariant->formula)].push_back(i);
    }
    for (const auto& [degree, group] : by_degree) {
      decide(half, at, degree, group);
      if (half == Half::step) record(group);
    }
  }

  /// Records the formulas that the step has proved for a group.
  void record(const Group& group) {
    ProofStep step{{}, options_.induction, false};
    for (const std::size_t i : group) {
      const std::vector<Outcome>& outcomes = result_.proofs[i].outcomes;
      for (InstanceNumber k = 0; k < outcomes.size(); ++k) {
        if (outcomes[k] != Outcome::proved || recorded_[i][k]) continue;
        recorded_[i][k] = true;
        step.formulas.push_back({result_.proofs[i].invariant, k});
      }
    }
    step.seconds =
        result_.seconds + elapsed();  // result_.seconds counts earlier provers of the set
    if (!step.formulas.empty()) result_.steps.push_back(std::move(step));
  }

  /// Decides all formulas at once; if that reaches a limit, one invariant after the other, with
  /// more time for each. A single formula is negated instead: it is easier to see that its negation
  /// has no answer set than that it is in all of them.
  void decide(Half half, Outcome at, std::uint32_t degree, const Group& group) {
    if (stopped()) return;
    const std::vector<Question> proved =
        half == Half::step ? premises(degree) : std::vector<Question>{};
    ClingoOptions clingo = options_.clingo;
    if (group.size() > 1) {
      const bool families = std::any_of(group.begin(), group.end(), [&](std::size_t i) {
        return !result_.proofs[i].invariant->parameters.empty();
      });
      clingo.seconds *= families ? part_for_families : part_for_singles;
    }
    const ClingoAnswer answer = ask(half, at, group, proved, clingo);
    if (answer.end == ClingoAnswer::End::finished || group.size() == 1) return;
    // Easy formulas first, so that hard ones do not use up their time.
    for (const double part : {part_for_singles, 1.0}) {
      clingo.seconds = options_.clingo.seconds * part;
      for (const std::size_t single : group) {
        if (stopped() || answer.end == ClingoAnswer::End::failed) return;
        if (result_.proofs[single].count(at) > 0) ask(half, at, {single}, proved, clingo);
      }
      if (options_.clingo.seconds == 0) return;
    }
  }

  /// Returns the premises for formulas of a degree: only those that read no farther than the step
  /// does, as longer sequences need not exist (remark on theorem 17).
  [[nodiscard]] std::vector<Question> premises(std::uint32_t degree) const {
    std::vector<Candidate> all(task_.premises.begin(), task_.premises.end());
    for (const Candidate& proved : premises_of(result_)) all.push_back(proved);
    std::erase_if(all, [&](const Candidate& some) {
      return ir::degree(some.invariant->formula) > degree + options_.induction;
    });
    return questions_of(all);
  }

  ClingoAnswer ask(Half half, Outcome at, const Group& group, const std::vector<Question>& proved,
                   ClingoOptions clingo) {
    const double wanted = clingo.seconds;
    if (!within_set(clingo)) {
      give_up(group, at, std::string(set_over));
      ClingoAnswer late;
      late.end = ClingoAnswer::End::out_of_time;
      return late;
    }
    const bool denied =
        group.size() == 1 && result_.proofs[group.front()].invariant->parameters.empty();
    ProgramRequest request;
    request.start = half == Half::base ? Start::initial : Start::any;
    request.nonplayable = options_.nonplayable;
    request.premises = proved;
    request.title = fmt::format("{}: {} of {}", module_.game,
                                half == Half::base ? "base case" : "induction step", result_.name);
    for (const std::size_t i : group) {
      Question asked = question(result_.proofs[i], half, at);
      if (denied) {
        request.violated = std::move(asked);
      } else {
        request.asked.push_back(std::move(asked));
      }
    }
    ProofProgram program = make_program(module_, request);
    simplify(program.program, options_.pipeline);
    const std::string text = to_text(program.program);
    if (options_.program) options_.program(name_of_program(half, group), text);
    ClingoAnswer answer =
        run_clingo(text, denied ? Reasoning::one_model : Reasoning::cautious, clingo);
    if (answer.end == ClingoAnswer::End::out_of_time && clingo.seconds != wanted) {
      answer.message = set_over;
    }
    (half == Half::base ? result_.base_seconds : result_.step_seconds) += answer.seconds;
    if (denied) {
      enter_denied(answer, half, at, group.front());
    } else {
      enter(answer, program, half, at, group);
    }
    return answer;
  }

  /// Limits the run to the time for the set; returns false if no time is left.
  [[nodiscard]] bool within_set(ClingoOptions& clingo) const {
    if (time_.is_over()) return false;
    clingo.seconds = within(clingo.seconds, time_.left());
    return true;
  }

  [[nodiscard]] std::string name_of_program(Half half, const Group& group) {
    std::string name = fmt::format("{}-{}", result_.name, half == Half::base ? "base" : "step");
    if (half == Half::step) name += fmt::format("-{}", ++steps_);
    if (group.size() == 1 && result_.proofs.size() > 1) {
      name += "-" + result_.proofs[group.front()].invariant->name;
    }
    return name;
  }

  void enter_denied(const ClingoAnswer& answer, Half half, Outcome at, std::size_t single) {
    InvariantProof& proof = result_.proofs[single];
    if (answer.models > 0) {
      proof.outcomes.front() = half == Half::base ? Outcome::base_failed : Outcome::step_failed;
    } else if (answer.end == ClingoAnswer::End::finished) {
      proof.outcomes.front() = half == Half::base ? Outcome::base_holds : Outcome::proved;
    } else {
      give_up({single}, at, answer.message);
      return;
    }
    proof.reason.clear();
  }

  void give_up(const Group& group, Outcome at, const std::string& reason) {
    for (const std::size_t i : group)
      if (result_.proofs[i].count(at) > 0) result_.proofs[i].reason = reason;
  }

  /// Stores the answer's outcomes of the formulas.
  void enter(const ClingoAnswer& answer, const ProofProgram& program, Half half, Outcome at,
             const Group& group) {
    const bool finished = answer.end == ClingoAnswer::End::finished;
    const Outcome yes = half == Half::base ? Outcome::base_holds : Outcome::proved;
    const Outcome no = half == Half::base ? Outcome::base_failed : Outcome::step_failed;
    if (finished && !answer.satisfiable) {
      for (const std::size_t i : group) {
        std::vector<Outcome>& outcomes = result_.proofs[i].outcomes;
        std::replace(outcomes.begin(), outcomes.end(), at, yes);
        result_.proofs[i].reason.clear();
      }
      return;
    }
    if (answer.models == 0) {
      give_up(group, at, answer.message);
      return;
    }
    std::map<std::string, std::size_t> position;
    std::vector<std::vector<bool>> follows;
    for (std::size_t i = 0; i < group.size(); ++i) {
      position.emplace(program.asked[i], i);
      const InvariantProof& proof = result_.proofs[group[i]];
      follows.emplace_back(proof.outcomes.size());
    }
    for (const PrintedAtom& atom : answer.atoms) {
      const auto place = position.find(atom.predicate);
      if (place == position.end()) continue;
      const auto number =
          named_instance(*result_.proofs[group[place->second]].invariant, atom, *module_.symbols);
      if (number) follows[place->second][*number] = true;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      InvariantProof& proof = result_.proofs[group[i]];
      bool undecided = false;
      for (std::uint64_t k = 0; k < proof.outcomes.size(); ++k) {
        if (proof.outcomes[k] != at) continue;
        if (!follows[i][k]) {
          proof.outcomes[k] = no;  // some answer set lacks it, so later ones do not matter
        } else if (finished) {
          proof.outcomes[k] = yes;
        } else {
          undecided = true;
        }
      }
      proof.reason = undecided ? answer.message : "";
    }
  }

  const ir::Module& module_;
  const ProofTask& task_;
  const ProverOptions& options_;
  const TimeBudget time_{task_.seconds};
  SetProof& result_;
  std::vector<std::vector<bool>> recorded_;  ///< by proof and instance: whether it is in a step
  std::uint64_t proved_before_ = 0;
  unsigned steps_ = 0;
};

}  // namespace

void ClingoProver::advance(SetProof& proof, const ProofTask& task) const {
  SetProver(module_, task, options_, proof).run();
}

}  // namespace tesuji::proofs
