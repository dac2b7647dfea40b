// Prints the results of `verify --certify` and of `check-certificate`, as text and as JSON.
#pragma once

#include "backend/proofs/games/certify.h"
#include "backend/proofs/games/check_certificate.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// `verbose`: includes all formulas that are not certified.
[[nodiscard]] std::string certify_text(const driver::CertifyReport& report, bool verbose);
[[nodiscard]] Json certify_json(const driver::CertifyReport& report);

/// `verbose`: includes the statements.
[[nodiscard]] std::string check_certificate_text(const std::string& folder,
                                                 const driver::CheckedCertificate& checked,
                                                 bool verbose);
[[nodiscard]] Json check_certificate_json(const std::string& folder,
                                          const driver::CheckedCertificate& checked);

}  // namespace tesuji::tools
