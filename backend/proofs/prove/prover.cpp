#include "backend/proofs/prove/prover.h"

#include "backend/proofs/clingo/program_text.h"
#include "backend/proofs/clingo/simplify.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Invariant;
using Clock = std::chrono::steady_clock;

/// The instance that an atom of the answer tells; nothing where it is none.
std::optional<InstanceNumber> told_instance(const Invariant& invariant, const PrintedAtom& atom,
                                            const ir::SymbolTable& symbols) {
  Instance instance;
  for (const std::string& argument : atom.arguments) {
    const auto symbol = symbols.find(argument);
    if (!symbol) return std::nullopt;
    instance.push_back(*symbol);
  }
  return instance_of(invariant, instance);
}

/// Of the time for a run, what is tried with all formulas at once: little where they can be denied
/// one by one, more where there are families, which are asked for in any case.
constexpr double part_for_singles = 0.1;
constexpr double part_for_families = 0.5;

constexpr std::string_view set_over = "the time for its set was over";

enum class Half : std::uint8_t { base, step };

/// Works on one set.
class SetProver {
 public:
  SetProver(const ir::Module& module, const InvariantSet& set,
            const std::vector<Question>& premises, const ProverOptions& options,
            const SetProof* begun)
      : module_(module), premises_(premises), options_(options) {
    if (begun != nullptr) {
      result_ = *begun;
      for (const InvariantProof& proof : result_.proofs) {
        std::vector<bool>& recorded = recorded_.emplace_back();
        for (const Stage stage : proof.stages) recorded.push_back(stage == Stage::proved);
      }
      return;
    }
    result_.name = set.name;
    for (const Invariant& invariant : set.invariants) {
      InvariantProof proof;
      proof.invariant = &invariant;
      proof.stages.assign(ir::instances(invariant), Stage::open);
      recorded_.emplace_back(proof.stages.size());
      result_.proofs.push_back(std::move(proof));
    }
  }

  SetProof run(unsigned runs, std::span<const Words> refuted) {
    decide(Half::base, Stage::open);
    leave_out(refuted);
    for (unsigned run = 0; (runs == 0 || run < runs) && !stopped(); ++run) {
      // A further run sees as premises what the runs before it proved.
      if (run > 0) {
        if (count(Stage::proved) == proved_before_) break;
        for (InvariantProof& proof : result_.proofs) {
          std::replace(proof.stages.begin(), proof.stages.end(), Stage::step_failed,
                       Stage::base_holds);
        }
      }
      proved_before_ = count(Stage::proved);
      decide(Half::step, Stage::base_holds);
    }
    result_.seconds += elapsed();
    result_.aborted.clear();
    for (InvariantProof& proof : result_.proofs) {
      const bool undecided = proof.count(Stage::open) + proof.count(Stage::base_holds) > 0;
      if (stopped() && undecided && proof.reason.empty()) proof.reason = "interrupted";
      if (!proof.reason.empty()) result_.aborted = proof.reason;
    }
    return std::move(result_);
  }

 private:
  using Group = std::vector<std::size_t>;  // positions in result_.proofs

  void leave_out(std::span<const Words> refuted) {
    for (std::size_t i = 0; i < refuted.size(); ++i) {
      std::vector<Stage>& stages = result_.proofs[i].stages;
      for (InstanceNumber k = 0; k < stages.size(); ++k)
        if (stages[k] == Stage::base_holds && has_bit(refuted[i], k)) stages[k] = Stage::refuted;
    }
  }

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  [[nodiscard]] bool stopped() const {
    return options_.clingo.stop != nullptr && options_.clingo.stop->load();
  }
  [[nodiscard]] std::uint64_t count(Stage stage) const {
    std::uint64_t sum = 0;
    for (const InvariantProof& proof : result_.proofs) sum += proof.count(stage);
    return sum;
  }

  /// The instances at a stage, as a question.
  [[nodiscard]] Question question(const InvariantProof& proof, Half half, Stage at) const {
    const Invariant& invariant = *proof.invariant;
    Question result{&invariant,
                    half == Half::base ? base_formula(invariant.formula, options_.induction)
                                       : step_formula(invariant.formula, options_.induction),
                    std::nullopt};
    if (invariant.parameters.empty() || proof.count(at) == proof.stages.size()) return result;
    result.instances.emplace();
    for (std::uint64_t i = 0; i < proof.stages.size(); ++i)
      if (proof.stages[i] == at) result.instances->push_back(instance_symbols(invariant, i));
    return result;
  }

  /// Decides this half for all formulas at a stage, those of a degree together.
  void decide(Half half, Stage at) {
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

  /// Writes down what the step for a group of formulas has proved.
  void record(const Group& group) {
    ProofStep step{{}, options_.induction, false};
    for (const std::size_t i : group) {
      const std::vector<Stage>& stages = result_.proofs[i].stages;
      for (InstanceNumber k = 0; k < stages.size(); ++k) {
        if (stages[k] != Stage::proved || recorded_[i][k]) continue;
        recorded_[i][k] = true;
        step.formulas.push_back({result_.proofs[i].invariant, k});
      }
    }
    step.seconds = result_.seconds + elapsed();  // the former of what has begun the set
    if (!step.formulas.empty()) result_.steps.push_back(std::move(step));
  }

  /// All at once; or where that reaches a limit, one invariant after the other, for which there
  /// is then more time. A single formula is not asked for but denied: that it fails in no answer
  /// set is easier to see than that it is in all of them.
  void decide(Half half, Stage at, std::uint32_t degree, const Group& group) {
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
    // Easy ones first, so that hard ones do not take their time.
    for (const double part : {part_for_singles, 1.0}) {
      clingo.seconds = options_.clingo.seconds * part;
      for (const std::size_t single : group) {
        if (stopped() || answer.end == ClingoAnswer::End::failed) return;
        if (result_.proofs[single].count(at) > 0) ask(half, at, {single}, proved, clingo);
      }
      if (options_.clingo.seconds == 0) return;
    }
  }

  /// What may be used for formulas of a degree: premises that look no farther than the step does,
  /// as longer sequences need not exist (remark on theorem 17).
  [[nodiscard]] std::vector<Question> premises(std::uint32_t degree) const {
    std::vector<Question> all = premises_;
    for (Question& question : premises_of(result_)) all.push_back(std::move(question));
    std::erase_if(all, [&](const Question& question) {
      return ir::degree(question.formula) > degree + options_.induction;
    });
    return all;
  }

  ClingoAnswer ask(Half half, Stage at, const Group& group, const std::vector<Question>& proved,
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

  /// Keeps the run within the time for the set; false where none is left.
  [[nodiscard]] bool within_set(ClingoOptions& clingo) const {
    if (options_.set_seconds <= 0) return true;
    const double left = options_.set_seconds - elapsed();
    if (left <= 0) return false;
    if (clingo.seconds == 0 || left < clingo.seconds) clingo.seconds = left;
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

  void enter_denied(const ClingoAnswer& answer, Half half, Stage at, std::size_t single) {
    InvariantProof& proof = result_.proofs[single];
    if (answer.models > 0) {
      proof.stages.front() = half == Half::base ? Stage::base_failed : Stage::step_failed;
    } else if (answer.end == ClingoAnswer::End::finished) {
      proof.stages.front() = half == Half::base ? Stage::base_holds : Stage::proved;
    } else {
      give_up({single}, at, answer.message);
      return;
    }
    proof.reason.clear();
  }

  void give_up(const Group& group, Stage at, const std::string& reason) {
    for (const std::size_t i : group)
      if (result_.proofs[i].count(at) > 0) result_.proofs[i].reason = reason;
  }

  /// What the answer says of the formulas that were asked.
  void enter(const ClingoAnswer& answer, const ProofProgram& program, Half half, Stage at,
             const Group& group) {
    const bool finished = answer.end == ClingoAnswer::End::finished;
    const Stage yes = half == Half::base ? Stage::base_holds : Stage::proved;
    const Stage no = half == Half::base ? Stage::base_failed : Stage::step_failed;
    if (finished && !answer.satisfiable) {
      for (const std::size_t i : group) {
        auto& stages = result_.proofs[i].stages;
        std::replace(stages.begin(), stages.end(), at, yes);
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
      follows.emplace_back(proof.stages.size());
    }
    for (const PrintedAtom& atom : answer.atoms) {
      const auto place = position.find(atom.predicate);
      if (place == position.end()) continue;
      const auto number =
          told_instance(*result_.proofs[group[place->second]].invariant, atom, *module_.symbols);
      if (number) follows[place->second][*number] = true;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      InvariantProof& proof = result_.proofs[group[i]];
      bool undecided = false;
      for (std::uint64_t k = 0; k < proof.stages.size(); ++k) {
        if (proof.stages[k] != at) continue;
        if (!follows[i][k]) {
          proof.stages[k] = no;  // some answer set is without it, whatever came later
        } else if (finished) {
          proof.stages[k] = yes;
        } else {
          undecided = true;
        }
      }
      proof.reason = undecided ? answer.message : "";
    }
  }

  const ir::Module& module_;
  const std::vector<Question>& premises_;
  const ProverOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  SetProof result_;
  std::vector<std::vector<bool>> recorded_;  ///< by proof and instance: is in a step
  std::uint64_t proved_before_ = 0;
  unsigned steps_ = 0;
};

}  // namespace

std::uint64_t InvariantProof::count(Stage stage) const {
  return static_cast<std::uint64_t>(std::count(stages.begin(), stages.end(), stage));
}

std::uint64_t InvariantProof::base_holds() const {
  return stages.size() - count(Stage::open) - count(Stage::base_failed);
}

SetProof prove(const ir::Module& module, const InvariantSet& set,
               const std::vector<Question>& premises, const ProverOptions& options,
               std::span<const Words> refuted, const SetProof* begun) {
  return SetProver(module, set, premises, options, begun).run(set.runs, refuted);
}

std::vector<Question> premises_of(const SetProof& proof) {
  std::vector<Question> result;
  for (const InvariantProof& some : proof.proofs) {
    const std::uint64_t proved = some.count(Stage::proved);
    if (proved == 0) continue;
    Question question{some.invariant, some.invariant->formula, std::nullopt};
    if (proved < some.stages.size()) {
      question.instances.emplace();
      for (std::uint64_t i = 0; i < some.stages.size(); ++i)
        if (some.stages[i] == Stage::proved)
          question.instances->push_back(instance_symbols(*some.invariant, i));
    }
    result.push_back(std::move(question));
  }
  return result;
}

}  // namespace tesuji::proofs
