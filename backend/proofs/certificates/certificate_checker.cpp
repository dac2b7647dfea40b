#include "backend/proofs/certificates/certificate_checker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::certificates {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class CertificateChecker {
 public:
  CertificateChecker(const ReadFile& read, const CheckLimits& limits, CheckResult& result)
      : read_(read), limits_(limits), result_(result) {}

  void run(const std::optional<std::string>& sheet,
           const std::function<void(const CheckedCnf&)>& checked) {
    const std::string manifest = file(std::string(manifest_name));
    result_.certificate = read_manifest(manifest);
    const std::string own = file(std::string(sheet_name));
    if (hash_of(own) != result_.certificate.sheet_hash) {
      throw Malformed("the sheet is not the one that the manifest names", 0);
    }
    if (sheet && *sheet != own) {
      throw Malformed("the certificate is about another sheet than the one given", 0);
    }
    const Clock::time_point begin = Clock::now();
    ProofObligations obligations(own, result_.certificate.predicates, limits_.ground, limits_.cnf);
    result_.ground_seconds = since(begin);
    std::size_t number = 0;
    for (std::size_t step = 0; step < result_.certificate.steps.size(); ++step) {
      result_.file = manifest_name;
      obligations.begin_step(result_.certificate.steps[step]);
      for (const Obligation& obligation : obligations.obligations()) {
        check(obligations, obligation, step, ++number);
        if (checked) checked(result_.cnfs.back());
      }
      obligations.end_step();
    }
    result_.file.clear();
    result_.end = CheckResult::End::certified;
  }

 private:
  std::string file(const std::string& name) {
    result_.file = name;
    auto text = read_(name);
    if (!text) throw Malformed("the file is missing", 0);
    return std::move(*text);
  }

  void check(ProofObligations& obligations, const Obligation& obligation, std::size_t step,
             std::size_t number) {
    const Clock::time_point begin = Clock::now();
    const Cnf cnf = obligations.cnf(obligation).cnf;
    if (const auto fault = difference(cnf, file(cnf_file(number)))) throw Malformed(*fault, 0);
    result_.cnf_seconds += since(begin);
    CheckedCnf done{number, step, obligation, cnf.variables, cnf.clauses(), {}};
    done.proof = check_drat(cnf, file(proof_file(number)), DratForm::binary, limits_.proof);
    result_.proof_seconds += done.proof.seconds;
    if (done.proof.end == DratResult::End::limit) throw LimitExceeded(done.proof.message);
    if (done.proof.end != DratResult::End::refuted) throw Malformed(done.proof.message, 0);
    result_.cnfs.push_back(std::move(done));
  }

  const ReadFile& read_;
  const CheckLimits& limits_;
  CheckResult& result_;
};

}  // namespace

std::string cnf_file(std::size_t number) {
  return std::to_string(number) + ".cnf";
}

std::string proof_file(std::size_t number) {
  return std::to_string(number) + ".drat";
}

std::optional<std::string> difference(const Cnf& expected, std::string_view file) {
  const Cnf found = read_dimacs(file);
  if (found.variables != expected.variables) {
    return "the file has " + std::to_string(found.variables) + " variables, the game's CNF " +
           std::to_string(expected.variables);
  }
  for (std::size_t i = 0; i < std::min(found.clauses(), expected.clauses()); ++i) {
    if (!std::ranges::equal(found.clause(i), expected.clause(i))) {
      return "clause " + std::to_string(i + 1) + " is not that of the game's CNF";
    }
  }
  if (found.clauses() != expected.clauses()) {
    return "the file has " + std::to_string(found.clauses()) + " clauses, the game's CNF " +
           std::to_string(expected.clauses());
  }
  return std::nullopt;
}

CheckResult check_certificate(const ReadFile& read, const std::optional<std::string>& sheet,
                              const CheckLimits& limits,
                              const std::function<void(const CheckedCnf&)>& checked) {
  CheckResult result;
  try {
    CertificateChecker(read, limits, result).run(sheet, checked);
  } catch (const Malformed& fault) {
    result.message = fault.what();
    result.line = fault.line();
  } catch (const LimitExceeded& limit) {
    result.end = CheckResult::End::limit;
    result.message = limit.what();
  } catch (const std::bad_alloc&) {
    result.end = CheckResult::End::limit;
    result.message = "out of memory";
  }
  return result;
}

}  // namespace tesuji::certificates
