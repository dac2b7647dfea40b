// Writes a certificate of proved formulas: a folder that `tesuji check-certificate` checks. Its
// formulas are written as statements (backend/proofs/certificates/statement.h).
#pragma once

#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/games/cadical.h"
#include "backend/proofs/games/verify.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Returns the formula, which must have no free variables, in terms of the game description
/// language, with the domains of its variables listed; `variables` are those of its invariant.
/// Returns nothing if it contains a relation that no rulesheet names.
[[nodiscard]] std::optional<std::string> statement_text(
    const ir::Formula& formula, const std::vector<ir::FormulaVariable>& variables,
    const ir::Module& module, const ir::Vocabulary& vocabulary);

struct CertifyOptions {
  std::string folder;
  CadicalOptions cadical;    ///< with limits for one run
  double total_seconds = 0;  ///< for everything; 0: no limit
  certificates::CheckLimits limits;
  std::function<void(const std::string&)> progress;  ///< called when a stage begins; may be empty
};

/// A formula that was proved by induction but is not in the certificate.
struct Uncertified {
  std::string name;
  std::string reason;
};

struct CertifyReport {
  std::string folder;
  std::uint64_t proved = 0;     ///< number of formulas proved by induction
  std::uint64_t certified = 0;  ///< number of these in the certificate
  std::vector<Uncertified> uncertified;
  std::size_t steps = 0;
  std::size_t cnfs = 0;
  std::uint64_t clauses = 0;
  std::uint64_t proof_bytes = 0;
  double ground_seconds = 0;   ///< for making the CNFs
  double solver_seconds = 0;   ///< of CaDiCaL, for the CNFs of the certificate
  double checker_seconds = 0;  ///< for checking its proofs
  /// Bugs of ours, or of a solver: a proved formula whose CNF has a model. The CNFs are in the
  /// certificate's folder, in `disagreements`.
  std::vector<std::string> disagreements;
  std::string fault;  ///< why there is no certificate; empty if there is one
  double seconds = 0;
};

/// Returns why a certificate cannot be written to the folder; empty if it can: if the folder is
/// missing, empty, or contains a certificate, which is replaced. In certificate_folder.cpp.
[[nodiscard]] std::string folder_fault(const std::string& folder);

/// Certifies the steps of the report in order. Leaves out formulas that cannot be certified, and
/// lists them with the reason. `sheet`: the text of the rulesheet, in KIF.
[[nodiscard]] CertifyReport certify(const std::string& sheet, const Verified& verified,
                                    const CertifyOptions& options);

}  // namespace tesuji::driver
