#include "backend/proofs/games/certify.h"

#include "backend/proofs/games/certificate_folder.h"
#include "ir/module/term_pattern.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>

namespace tesuji::driver {
namespace {

using ir::Argument;
using ir::Formula;
using ir::TermPattern;
using Kind = Formula::Kind;

class StatementWriter {
 public:
  StatementWriter(const std::vector<ir::FormulaVariable>& variables, const ir::Module& module,
                  const ir::Vocabulary& vocabulary)
      : variables_(variables), module_(module), vocabulary_(vocabulary) {}

  std::optional<std::string> write(const Formula& formula) {
    add(formula);
    if (unnamed_) return std::nullopt;
    return std::move(text_);
  }

 private:
  void add(const Formula& formula) {
    switch (formula.kind) {
      case Kind::atom:
        add_atom(formula);
        return;
      case Kind::same:
        add_same(formula);
        return;
      case Kind::negation:
        add_list("(not", formula);
        return;
      case Kind::next:
        add_list("(next", formula);
        return;
      case Kind::conjunction:
        add_list("(and", formula);
        return;
      case Kind::disjunction:
        add_list("(or", formula);
        return;
      case Kind::count:
        add_count(formula);
        return;
      case Kind::knows:
        unnamed_ = true;  // certificates are about single plays
        return;
    }
  }

  void add_list(std::string_view word, const Formula& formula) {
    text_ += word;
    for (const Formula& part : formula.parts) {
      text_ += ' ';
      add(part);
    }
    text_ += ')';
  }

  void add_atom(const Formula& formula) {
    const TermPattern* const pattern = vocabulary_.pattern(formula.relation);
    if (pattern == nullptr) {
      unnamed_ = true;
      return;
    }
    text_ += "(holds ";
    std::size_t column = 0;
    add_pattern(*pattern, formula.args, column);
    text_ += ')';
  }

  void add_pattern(const TermPattern& pattern, const std::vector<Argument>& args,
                   std::size_t& column) {
    if (pattern.is_leaf()) {
      add_leaf(args[column++]);
      return;
    }
    text_ += '(';
    text_ += module_.symbols->text(pattern.functor);
    for (const TermPattern& arg : pattern.args) {
      text_ += ' ';
      add_pattern(arg, args, column);
    }
    text_ += ')';
  }

  void add_leaf(const Argument& argument) {
    if (argument.kind == Argument::Kind::variable) {
      add_variable(argument.id);
    } else {
      text_ += module_.symbols->text(argument.id);
    }
  }

  void add_variable(ir::VariableId variable) { text_ += "?v" + std::to_string(variable); }

  void add_same(const Formula& formula) {
    if (formula.args.size() != formula.right.size()) {
      text_ += "(or)";
      return;
    }
    text_ += "(and";
    for (std::size_t i = 0; i < formula.args.size(); ++i) {
      text_ += " (= ";
      add_leaf(formula.args[i]);
      text_ += ' ';
      add_leaf(formula.right[i]);
      text_ += ')';
    }
    text_ += ')';
  }

  void add_count(const Formula& formula) {
    text_ += "(count " + std::to_string(formula.lower) + " " +
             (formula.upper == Formula::unbounded ? "inf" : std::to_string(formula.upper));
    for (std::size_t i = 0; i < formula.parts.size(); ++i) {
      text_ += " (range (";
      for (std::size_t k = 0; k < formula.ranges[i].size(); ++k) {
        if (k > 0) text_ += ' ';
        text_ += '(';
        add_variable(formula.ranges[i][k]);
        for (const ir::Symbol value : variables_[formula.ranges[i][k]].domain) {
          text_ += ' ';
          text_ += module_.symbols->text(value);
        }
        text_ += ')';
      }
      text_ += ") ";
      add(formula.parts[i]);
      text_ += ')';
    }
    text_ += ')';
  }

  const std::vector<ir::FormulaVariable>& variables_;
  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  std::string text_;
  bool unnamed_ = false;
};

}  // namespace

std::optional<std::string> statement_text(const ir::Formula& formula,
                                          const std::vector<ir::FormulaVariable>& variables,
                                          const ir::Module& module,
                                          const ir::Vocabulary& vocabulary) {
  return StatementWriter(variables, module, vocabulary).write(formula);
}

namespace {

using certificates::Certificate;
using certificates::CertificateStep;
using certificates::NamedStatement;
using certificates::Obligation;
using certificates::ProofObligations;
using Clock = std::chrono::steady_clock;

/// Returns a name for a manifest: bytes that are not allowed in a symbol become `_`.
std::string symbol_of(std::string name) {
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7f || c == '(' || c == ')' || c == ';' || c == '?') c = '_';
  }
  return name.empty() ? "_" : name;
}

class Certifier {
 public:
  Certifier(const std::string& sheet, const Verified& verified, const CertifyOptions& options,
            CertificateFolder& folder)
      : sheet_(sheet),
        verified_(verified),
        options_(options),
        folder_(folder),
        vocabulary_(verified.module) {
    report_.folder = options.folder;
  }

  CertifyReport run() {
    std::vector<CertificateStep> steps = statements();
    try {
      certificate_.sheet_hash = certificates::hash_of(sheet_);
      for (const CertificateStep& step : steps) {
        for (const NamedStatement& formula : step.formulas) {
          certificates::add_predicates(formula.statement, certificate_.predicates);
        }
      }
      const Clock::time_point begin = Clock::now();
      certificates::GroundLimits ground = options_.limits.ground;
      limit_time(ground.seconds);
      obligations_.emplace(sheet_, certificate_.predicates, ground, options_.limits.cnf);
      report_.ground_seconds += since(begin);
      for (CertificateStep& step : steps) certify(std::move(step));
    } catch (const certificates::LimitExceeded& limit) {
      leave_out_all(steps, limit.what());
    } catch (const certificates::Malformed& fault) {
      leave_out_all(steps, fault.what());
    }
    folder_.write(std::string(certificates::sheet_name), sheet_);
    folder_.write(std::string(certificates::manifest_name), certificates::to_text(certificate_));
    folder_.finish();
    report_.steps = certificate_.steps.size();
    report_.cnfs = number_ - 1;
    report_.seconds = since(begin_);
    return std::move(report_);
  }

 private:
  enum class Result : std::uint8_t {
    certified,
    smaller,  ///< formulas were removed; the rest may be certified
    limit,
  };

  static double since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  [[nodiscard]] bool out_of_time() const {
    const auto* stop = options_.cadical.stop;
    return (options_.total_seconds > 0 && since(begin_) > options_.total_seconds) ||
           (stop != nullptr && stop->load());
  }

  /// Restricts a limit in seconds to the remaining total time.
  void limit_time(double& seconds) const {
    if (options_.total_seconds <= 0) return;
    constexpr double least = 0.1;
    const double left = std::max(options_.total_seconds - since(begin_), least);
    seconds = seconds > 0 ? std::min(seconds, left) : left;
  }

  /// Returns the proved formulas as statements.
  std::vector<CertificateStep> statements() {
    std::vector<CertificateStep> steps;
    for (const proofs::ProofStep& step : verified_.report.steps) {
      CertificateStep& written = steps.emplace_back();
      written.induction = step.induction;
      written.is_prefix = step.is_prefix;
      for (const proofs::Candidate& formula : step.formulas) {
        ++report_.proved;
        const ir::Invariant& invariant = *formula.invariant;
        const auto constants = ir::instance_symbols(invariant, formula.instance);
        std::string name =
            symbol_of(ir::instance_name(invariant, constants, *verified_.module.symbols));
        const auto text = statement_text(ir::instantiate(invariant, constants), invariant.variables,
                                         verified_.module, vocabulary_);
        if (step.simple_path) {
          leave_out(name, "its step needs the simple-path condition");
        } else if (!text) {
          leave_out(name, "it uses a relation that the rulesheet does not have");
        } else {
          written.formulas.push_back({std::move(name), certificates::read_sexprs(*text).at(0)});
        }
      }
    }
    std::erase_if(steps, [](const CertificateStep& step) { return step.formulas.empty(); });
    return steps;
  }

  void leave_out(const std::string& name, const std::string& reason) {
    report_.uncertified.push_back({name, reason});
  }
  void leave_out_all(const std::vector<CertificateStep>& steps, const std::string& reason) {
    for (const CertificateStep& step : steps) {
      for (const NamedStatement& formula : step.formulas) leave_out(formula.name, reason);
    }
  }

  /// Certifies as much of a step as possible: if a limit is reached, each half of its formulas
  /// becomes a separate step.
  void certify(CertificateStep step) {
    std::vector<CertificateStep> open{std::move(step)};
    while (!open.empty()) {
      CertificateStep now = std::move(open.back());
      open.pop_back();
      Result result = Result::smaller;
      std::string reason = "the time limit of certificates was reached";
      while (result == Result::smaller && !now.formulas.empty()) {
        result = out_of_time() ? Result::limit : attempt(now, reason);
      }
      if (result != Result::limit) continue;
      if (now.formulas.size() == 1 || out_of_time()) {
        leave_out_all({now}, reason);
        continue;
      }
      CertificateStep half{now.induction, {}, now.is_prefix};
      const auto middle =
          now.formulas.begin() + static_cast<std::ptrdiff_t>(now.formulas.size() / 2);
      half.formulas.assign(std::make_move_iterator(middle),
                           std::make_move_iterator(now.formulas.end()));
      now.formulas.erase(middle, now.formulas.end());
      open.push_back(std::move(half));
      open.push_back(std::move(now));
    }
  }

  Result attempt(CertificateStep& step, std::string& reason) {
    if (options_.progress) {
      options_.progress(fmt::format("certificate: step {}, {} formulas",
                                    certificate_.steps.size() + 1, step.formulas.size()));
    }
    const std::size_t first = number_;
    const CertifyReport before = report_;
    const auto undo = [&] {
      for (; number_ > first; --number_) folder_.remove_cnf(number_ - 1);
      std::vector<Uncertified> uncertified = std::move(report_.uncertified);
      std::vector<std::string> disagreements = std::move(report_.disagreements);
      report_ = before;
      report_.uncertified = std::move(uncertified);
      report_.disagreements = std::move(disagreements);
    };
    try {
      obligations_->begin_step(step);
      for (const Obligation& obligation : obligations_->obligations()) {
        const Result result = refute(step, obligation, reason);
        ++number_;
        if (result == Result::certified) continue;
        undo();
        return result;
      }
    } catch (const certificates::LimitExceeded& limit) {
      reason = limit.what();
      ++number_;
      undo();
      return Result::limit;
    }
    obligations_->end_step();
    report_.certified += step.formulas.size();
    certificate_.steps.push_back(std::move(step));
    return Result::certified;
  }

  Result refute(CertificateStep& step, const Obligation& obligation, std::string& reason) {
    const Clock::time_point begin = Clock::now();
    double seconds = options_.limits.cnf.seconds;
    limit_time(seconds);
    obligations_->limit_seconds(seconds);
    const certificates::ObligationCnf made = obligations_->cnf(obligation);
    const std::string text = certificates::to_dimacs(made.cnf);
    report_.ground_seconds += since(begin);
    folder_.write(certificates::cnf_file(number_), text);
    const std::string proof_name = certificates::proof_file(number_);
    CadicalOptions cadical = options_.cadical;
    limit_time(cadical.seconds);
    const CadicalAnswer answer =
        run_cadical(folder_.path_of(certificates::cnf_file(number_)), folder_.path_of(proof_name),
                    made.cnf.variables, cadical);
    report_.solver_seconds += answer.seconds;
    if (answer.end == CadicalAnswer::End::satisfiable) {
      take_out_violated(step, obligation, made, answer, text);
      return Result::smaller;
    }
    if (answer.end != CadicalAnswer::End::unsatisfiable) {
      reason = answer.message;
      return Result::limit;
    }
    const std::string proof = folder_.read(proof_name);
    certificates::DratLimits limits = options_.limits.proof;
    limit_time(limits.seconds);
    const certificates::DratResult checked =
        certificates::check_drat(made.cnf, proof, certificates::DratForm::binary, limits);
    report_.checker_seconds += checked.seconds;
    if (checked.end == certificates::DratResult::End::limit) {
      reason = "checking its proof: " + checked.message;
      return Result::limit;
    }
    if (checked.end != certificates::DratResult::End::refuted) {
      report_.disagreements.push_back(fmt::format("CaDiCaL's proof for {} is invalid: {}",
                                                  step.formulas[0].name, checked.message));
      folder_.keep(step.formulas[0].name, text);
      reason = "CaDiCaL's proof is invalid";
      leave_out_all({step}, reason);
      step.formulas.clear();
      return Result::smaller;
    }
    report_.clauses += made.cnf.clauses();
    report_.proof_bytes += proof.size();
    return Result::certified;
  }

  /// Removes from a step the formulas that a model of its CNF violates.
  void take_out_violated(CertificateStep& step, const Obligation& obligation,
                         const certificates::ObligationCnf& made, const CadicalAnswer& answer,
                         const std::string& text) {
    const std::vector<std::size_t> asked = obligations_->formulas_of(obligation.degree);
    std::vector<NamedStatement> left;
    bool some = false;
    for (std::size_t i = 0, next = 0; i < step.formulas.size(); ++i) {
      bool violated = false;
      if (next < asked.size() && asked[next] == i) {
        const certificates::Literal literal = made.denied[next++];
        violated = answer.model[static_cast<std::size_t>(std::abs(literal))] != (literal > 0);
      }
      if (!violated) {
        left.push_back(std::move(step.formulas[i]));
        continue;
      }
      some = true;
      blame(step.formulas[i].name, made.weaker, text);
    }
    if (!some) {
      report_.disagreements.emplace_back("CaDiCaL gives a model in which no formula is violated");
      leave_out_all({{step.induction, left}}, "CaDiCaL's model is invalid");
      left.clear();
    }
    step.formulas = std::move(left);
  }

  /// Reports why a proved formula has a CNF with a model.
  void blame(const std::string& name, bool weaker, const std::string& text) {
    if (weaker) {
      leave_out(name, "recursion: the CNF defines atoms by themselves, which the rules do not");
    } else if (!report_.uncertified.empty()) {
      leave_out(name, "it may need an uncertified formula");
    } else {
      report_.disagreements.push_back(
          fmt::format("{} was proved, but the CNF of the certificate has a model", name));
      leave_out(name, "DISAGREEMENT: the CNF has a model");
      folder_.keep(name, text);
    }
  }

  const std::string& sheet_;
  const Verified& verified_;
  const CertifyOptions& options_;
  CertificateFolder& folder_;
  const ir::Vocabulary vocabulary_;
  const Clock::time_point begin_ = Clock::now();
  Certificate certificate_;
  std::optional<ProofObligations> obligations_;
  std::size_t number_ = 1;  ///< of the next CNF
  CertifyReport report_;
};

}  // namespace

CertifyReport certify(const std::string& sheet, const Verified& verified,
                      const CertifyOptions& options) {
  CertifyReport report;
  report.folder = options.folder;
  report.fault = cadical_fault(options.cadical);
  if (!report.fault.empty()) return report;
  try {
    CertificateFolder folder(options.folder);
    report = Certifier(sheet, verified, options, folder).run();
  } catch (const std::system_error& error) {
    report.fault = error.what();
  }
  return report;
}

}  // namespace tesuji::driver
