// Checks a whole certificate: its CNFs are those of the sheet and the statements, and its proofs
// refute them.
#pragma once

#include "backend/proofs/certificates/certificate.h"
#include "backend/proofs/certificates/drat_checker.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

struct CheckLimits {
  GroundLimits ground;
  CnfLimits cnf;
  DratLimits proof;
};

/// A CNF that was refuted.
struct CheckedCnf {
  std::size_t number = 0;  ///< of its files
  std::size_t step = 0;    ///< from 0
  Obligation obligation;
  std::uint32_t variables = 0;
  std::uint64_t clauses = 0;
  DratResult proof;
};

struct CheckResult {
  enum class End : std::uint8_t { certified, refused, limit };
  End end = End::refused;
  std::string message;  ///< why not
  std::string file;     ///< where; may be empty
  std::size_t line = 0;
  Certificate certificate;  ///< as far as it was read
  std::vector<CheckedCnf> cnfs;
  double ground_seconds = 0;  ///< also of reading the sheet
  double cnf_seconds = 0;     ///< of making and comparing CNFs
  double proof_seconds = 0;
};

/// The contents of a file of the certificate; nothing where there is none.
using ReadFile = std::function<std::optional<std::string>(const std::string& name)>;

/// Names of the files of a CNF.
[[nodiscard]] std::string cnf_file(std::size_t number);
[[nodiscard]] std::string proof_file(std::size_t number);

/// With `sheet`, the certificate has to be about that one. `checked` is told of every CNF.
[[nodiscard]] CheckResult check_certificate(
    const ReadFile& read, const std::optional<std::string>& sheet, const CheckLimits& limits,
    const std::function<void(const CheckedCnf&)>& checked = {});

/// Where a file's CNF is not the expected one, in words; nothing where it is.
[[nodiscard]] std::optional<std::string> difference(const Cnf& expected, std::string_view file);

}  // namespace tesuji::certificates
