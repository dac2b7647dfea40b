#include "tests/property/certificates/differential.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/driver/session.h"
#include "backend/proofs/certificates/certificate.h"
#include "backend/proofs/certificates/drat_checker.h"
#include "backend/proofs/games/cadical.h"
#include "backend/proofs/games/certificate_folder.h"
#include "backend/proofs/games/certify.h"
#include "backend/proofs/games/check_certificate.h"
#include "backend/temporary/temporary.h"
#include "ir/module/vocabulary.h"
#include "tests/property/text_game.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

namespace tesuji::tests {

namespace {

using certificates::CertificateStep;
using certificates::CnfStart;
using certificates::Obligation;
using certificates::ProofObligations;

/// A formula with what all states say of it.
struct Claim {
  const ir::Invariant* invariant;
  ir::InstanceNumber instance;
  certificates::NamedStatement statement;
};

class CertificateComparison {
 public:
  CertificateComparison(const std::string& kif, const ir::Module& module, std::uint32_t induction,
                        BruteForceProver& truth, CertificateCounts& counts)
      : kif_(kif),
        module_(module),
        induction_(induction),
        truth_(truth),
        counts_(counts),
        folder_("tesuji-certificates-") {}

  std::string run(const proofs::InvariantSet& set) {
    const std::vector<Claim> claims = claims_of(set);
    std::vector<certificates::WantedPredicate> predicates;
    for (const Claim& claim : claims) {
      certificates::add_predicates(claim.statement.statement, predicates);
    }
    ProofObligations obligations(kif_, predicates, {}, {});
    std::string fault = sample(predicates);
    for (const Claim& claim : claims) {
      if (fault.empty()) fault = compare(obligations, claim);
    }
    if (fault.empty() && claims.size() > 1) fault = compare_together(obligations, claims);
    return fault;
  }

 private:
  std::vector<Claim> claims_of(const proofs::InvariantSet& set) {
    const ir::Vocabulary vocabulary(module_);
    std::vector<Claim> claims;
    for (const ir::Invariant& invariant : set.invariants) {
      for (ir::InstanceNumber k = 0; k < ir::instances(invariant) && k < 3; ++k) {
        const auto constants = ir::instance_symbols(invariant, k);
        const auto text = driver::statement_text(ir::instantiate(invariant, constants),
                                                 invariant.variables, module_, vocabulary);
        if (!text) continue;
        claims.push_back({&invariant, k, {invariant.name, certificates::read_sexprs(*text).at(0)}});
      }
    }
    return claims;
  }

  /// Whether the obligation's CNF is refuted, by a proof that the checker accepts.
  bool refuted(ProofObligations& obligations, const Obligation& obligation) {
    const certificates::Cnf cnf = obligations.cnf(obligation).cnf;
    ++counts_.cnfs;
    const std::string path = folder_.path_of("c.cnf");
    const std::string proof = folder_.path_of("c.drat");
    std::ofstream(path) << certificates::to_dimacs(cnf);
    const driver::CadicalAnswer answer = driver::run_cadical(path, proof, cnf.variables, {});
    using End = driver::CadicalAnswer::End;
    if (answer.end == End::satisfiable) return false;
    if (answer.end != End::unsatisfiable) throw std::runtime_error(answer.message);
    const auto result = certificates::check_drat(cnf, driver::read_bytes(proof).value(),
                                                 certificates::DratForm::binary);
    if (result.end != certificates::DratResult::End::refuted) {
      throw std::runtime_error("the checker refuses a proof: " + result.message);
    }
    return true;
  }

  /// Base cases say exactly what plays say, and steps what sequences of states do, of which the
  /// certificate leaves out those with fluents that are not possible.
  std::string compare(ProofObligations& obligations, const Claim& claim) {
    obligations.begin_step({induction_, {claim.statement}});
    bool all = true;
    for (const Obligation& obligation : obligations.obligations()) {
      if (!all) break;  // what comes takes it for granted that this holds
      all = refuted(obligations, obligation);
      if (obligation.start == CnfStart::initial) {
        const bool plays = truth_.has_play(*claim.invariant, claim.instance, obligation.position);
        if (all == plays) return fault(claim, "its base case", all);
      } else if (!all && !truth_.has_pair(*claim.invariant, claim.instance, {})) {
        return fault(claim, "its step", all);
      }
    }
    ++(all ? counts_.certified : counts_.refused);
    if (all && !truth_.holds_in_reach(*claim.invariant)[claim.instance]) {
      return fault(claim, "it", true);
    }
    return {};
  }

  /// Formulas proved together hold, each of them.
  std::string compare_together(ProofObligations& obligations, const std::vector<Claim>& claims) {
    CertificateStep step{induction_, {}};
    for (const Claim& claim : claims) step.formulas.push_back(claim.statement);
    obligations.begin_step(step);
    for (const Obligation& obligation : obligations.obligations()) {
      if (!refuted(obligations, obligation)) return {};
    }
    for (const Claim& claim : claims) {
      if (!truth_.holds_in_reach(*claim.invariant)[claim.instance]) {
        return fault(claim, "together with others it", true);
      }
    }
    return {};
  }

  [[nodiscard]] static std::string fault(const Claim& claim, const std::string& what,
                                         bool refuted) {
    return fmt::format("certificate: {} is {}, states say otherwise\n{} instance {}\n{}", what,
                       refuted ? "certified" : "not certified", claim.invariant->name,
                       claim.instance, certificates::to_text(claim.statement.statement));
  }

  /// The CNF of one move against the reference reasoner.
  std::string sample(const std::vector<certificates::WantedPredicate>& predicates) {
    driver::Session session;
    const auto sheet = parse_text(kif_, frontend::Syntax::kif, session);
    const auto program = driver::reference_program(*sheet, session.symbols);
    certificates::GroundGame game = certificates::ground(kif_, predicates);
    certificates::TransitionCheck check(game, {});
    driver::SamplingOptions options;
    options.states = 10;
    std::string fault;
    driver::sample_transitions(*program, check.asked(), options, [&](const auto& state) {
      for (const std::string& one : check.compare(state)) fault += "sampled: " + one + "\n";
    });
    return fault;
  }

  const std::string& kif_;
  const ir::Module& module_;
  std::uint32_t induction_;
  BruteForceProver& truth_;
  CertificateCounts& counts_;
  temporary::Folder folder_;
};

}  // namespace

std::string compare_certificates(const std::string& kif, const ir::Module& module,
                                 const proofs::InvariantSet& set, std::uint32_t induction,
                                 BruteForceProver& truth, CertificateCounts& counts) {
  try {
    return CertificateComparison(kif, module, induction, truth, counts).run(set);
  } catch (const certificates::Malformed&) {
    // The room is strict: a rule counts that never fires.
    ++counts.malformed;
    return {};
  } catch (const std::runtime_error& fault) {
    return fmt::format("certificate: {}", fault.what());
  }
}

}  // namespace tesuji::tests
