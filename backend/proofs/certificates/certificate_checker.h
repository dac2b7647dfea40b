// Checks a whole certificate: that its CNFs are those of the rulesheet and the statements, and that
// its proofs refute them.
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
  std::size_t number = 0;  ///< number of its files
  std::size_t step = 0;    ///< counted from 0
  Obligation obligation;
  std::uint32_t variables = 0;
  std::uint64_t clauses = 0;
  DratResult proof;
};

struct CheckResult {
  enum class End : std::uint8_t { certified, refused, limit };
  End end = End::refused;
  std::string message;  ///< why it was rejected
  std::string file;     ///< the file at fault; may be empty
  std::size_t line = 0;
  Certificate certificate;  ///< as far as it was read
  std::vector<CheckedCnf> cnfs;
  double ground_seconds = 0;  ///< including reading the sheet
  double cnf_seconds = 0;     ///< for making and comparing CNFs
  double proof_seconds = 0;
};

/// Returns the contents of a file of the certificate; nothing if it does not exist.
using ReadFile = std::function<std::optional<std::string>(const std::string& name)>;

/// Return the names of the files of a CNF.
[[nodiscard]] std::string cnf_file(std::size_t number);
[[nodiscard]] std::string proof_file(std::size_t number);

/// If `sheet` is given, the certificate must be about that rulesheet. Calls `checked` for every
/// CNF.
[[nodiscard]] CheckResult check_certificate(
    const ReadFile& read, const std::optional<std::string>& sheet, const CheckLimits& limits,
    const std::function<void(const CheckedCnf&)>& checked = {});

/// Returns where a file's CNF differs from the expected one, in words; nothing if they are equal.
[[nodiscard]] std::optional<std::string> difference(const Cnf& expected, std::string_view file);

}  // namespace tesuji::certificates
