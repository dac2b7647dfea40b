#include "backend/proofs/certificates/certificate.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace tesuji::certificates {

namespace {

std::uint64_t number_in(const Sexpr& expression, std::uint64_t most) {
  std::uint64_t value = 0;
  const std::string& text = expression.symbol;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fine = !expression.is_list && error == std::errc() &&
                    end == text.data() + text.size() && value <= most;
  if (!fine) throw Malformed("expected a number up to " + std::to_string(most), expression.line);
  return value;
}

const std::string& symbol_in(const Sexpr& expression) {
  if (expression.is_list) throw Malformed("here belongs a name", expression.line);
  return expression.symbol;
}

void append(const Sexpr& expression, std::string& text) {
  if (!expression.is_list) {
    text += expression.symbol;
    return;
  }
  text += '(';
  for (std::size_t i = 0; i < expression.items.size(); ++i) {
    if (i > 0) text += ' ';
    append(expression.items[i], text);
  }
  text += ')';
}

CertificateStep read_step(const Sexpr& expression) {
  if (expression.items.size() < 3) throw Malformed("a step has formulas", expression.line);
  CertificateStep step;
  step.is_prefix = expression.begins("prefix");
  step.induction = static_cast<std::uint32_t>(
      number_in(expression.items[1], step.is_prefix ? longest_prefix : most_induction));
  if (step.induction == 0) throw Malformed("a step assumes one state or more", expression.line);
  for (std::size_t i = 2; i < expression.items.size(); ++i) {
    const Sexpr& formula = expression.items[i];
    if (!formula.begins("formula") || formula.items.size() != 3) {
      throw Malformed("a formula is (formula NAME STATEMENT)", formula.line);
    }
    step.formulas.push_back({symbol_in(formula.items[1]), formula.items[2]});
  }
  return step;
}

}  // namespace

std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  constexpr std::size_t length = 16;
  std::string digits(length, '0');
  for (std::size_t i = length; i-- > 0; hash >>= 4U) digits[i] = "0123456789abcdef"[hash & 15U];
  return digits;
}

std::string to_text(const Sexpr& expression) {
  std::string text;
  append(expression, text);
  return text;
}

std::string to_text(const Certificate& certificate) {
  std::string text = "(certificate " + std::to_string(format_version) + ")\n";
  text += "(sheet " + certificate.sheet_hash + ")\n(predicates";
  for (const WantedPredicate& some : certificate.predicates) {
    text += " (" + some.name + " " + std::to_string(some.arity) + ")";
  }
  text += ")\n";
  for (const CertificateStep& step : certificate.steps) {
    text += (step.is_prefix ? "(prefix " : "(step ") + std::to_string(step.induction);
    for (const NamedStatement& formula : step.formulas) {
      text += "\n  (formula " + formula.name + "\n    " + to_text(formula.statement) + ")";
    }
    text += ")\n";
  }
  return text;
}

Certificate read_manifest(std::string_view text) {
  const std::vector<Sexpr> all = read_sexprs(text);
  if (all.size() < 3 || !all[0].begins("certificate") || all[0].items.size() != 2) {
    throw Malformed("a manifest begins with (certificate VERSION) (sheet HASH) (predicates ..)",
                    all.empty() ? 1 : all[0].line);
  }
  if (number_in(all[0].items[1], ~std::uint32_t{0}) != format_version) {
    throw Malformed("the certificate has format " + to_text(all[0].items[1]) + ", this is " +
                        std::to_string(format_version),
                    all[0].line);
  }
  Certificate certificate;
  if (!all[1].begins("sheet") || all[1].items.size() != 2) {
    throw Malformed("(sheet HASH) is missing", all[1].line);
  }
  certificate.sheet_hash = symbol_in(all[1].items[1]);
  if (!all[2].begins("predicates")) throw Malformed("(predicates ..) is missing", all[2].line);
  for (std::size_t i = 1; i < all[2].items.size(); ++i) {
    const Sexpr& predicate = all[2].items[i];
    if (!predicate.is_list || predicate.items.size() != 2) {
      throw Malformed("a predicate is (NAME ARGUMENTS)", predicate.line);
    }
    constexpr std::uint64_t most_arguments = 1000;
    certificate.predicates.push_back(
        {symbol_in(predicate.items[0]), number_in(predicate.items[1], most_arguments)});
  }
  for (std::size_t i = 3; i < all.size(); ++i) {
    if (!all[i].begins("step") && !all[i].begins("prefix")) {
      throw Malformed("expected a (step ..) or a (prefix ..)", all[i].line);
    }
    certificate.steps.push_back(read_step(all[i]));
  }
  return certificate;
}

ProofObligations::ProofObligations(std::string_view sheet,
                                   const std::vector<WantedPredicate>& predicates,
                                   const GroundLimits& ground_limits, const CnfLimits& cnf_limits)
    : game_(ground(sheet, predicates, ground_limits)),
      predicates_(predicates),
      limits_(cnf_limits) {}

void ProofObligations::begin_step(const CertificateStep& step) {
  induction_ = step.induction;
  is_prefix_ = step.is_prefix;
  step_.clear();
  for (const NamedStatement& formula : step.formulas) {
    std::vector<WantedPredicate> used;
    add_predicates(formula.statement, used);
    for (const WantedPredicate& some : used) {
      if (std::ranges::find(predicates_, some) != predicates_.end()) continue;
      throw Malformed("the statement's predicate `" + some.name + "` is not among the predicates",
                      formula.statement.line);
    }
    step_.push_back(read_statement(formula.statement, game_.sheet.terms));
  }
}

std::vector<Obligation> ProofObligations::obligations() const {
  std::set<std::uint32_t> degrees;
  for (const ReadStatement& formula : step_) degrees.insert(formula.degree);
  std::vector<Obligation> result;
  for (const std::uint32_t degree : degrees) {
    for (std::uint32_t position = 0; position < induction_; ++position) {
      result.push_back({CnfStart::initial, degree, position});
    }
    if (!is_prefix_) result.push_back({CnfStart::any, degree, induction_});
  }
  return result;
}

std::vector<std::size_t> ProofObligations::formulas_of(std::uint32_t degree) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < step_.size(); ++i) {
    if (step_[i].degree == degree) result.push_back(i);
  }
  return result;
}

ObligationCnf ProofObligations::cnf(const Obligation& obligation) {
  const std::uint32_t last = obligation.position + obligation.degree;
  GameCnf game(game_, obligation.start, last, limits_);
  const auto assume = [&](const ReadStatement& formula, std::uint32_t times) {
    for (std::uint32_t time = 0; time < times && time + formula.degree <= last; ++time) {
      game.gates().clause({-game.alive(time), game.statement(formula, time)});
    }
  };
  for (const ReadStatement& premise : premises_) assume(premise, last + 1);
  for (const ReadStatement& formula : step_) assume(formula, obligation.position);
  game.gates().clause({game.alive(obligation.position)});
  ObligationCnf result;
  std::vector<Literal> violated;
  for (const std::size_t i : formulas_of(obligation.degree)) {
    result.denied.push_back(game.statement(step_[i], obligation.position));
    violated.push_back(-result.denied.back());
  }
  game.gates().clause(violated);
  game.finish();
  result.weaker = game.weaker();
  result.cnf = game.gates().take();
  return result;
}

void ProofObligations::end_step() {
  if (!is_prefix_) std::ranges::move(step_, std::back_inserter(premises_));
  step_.clear();
}

}  // namespace tesuji::certificates
