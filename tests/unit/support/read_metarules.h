// Test support: ordering metarules as text.
#pragma once

#include "frontend/rules/metarules_parser.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// Owns what diagnostics refer to.
struct ReadMetarules {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics{sources};
  std::optional<std::vector<ir::OrderingMetarule>> metarules;

  explicit ReadMetarules(const std::string& text) {
    metarules = frontend::parse_metarules(sources.add("test.meta", text), diagnostics);
    CHECK(metarules.has_value() != diagnostics.has_errors());
  }

  /// The first error as `line code`.
  [[nodiscard]] std::string error() const {
    REQUIRE(diagnostics.has_errors());
    const ir::Diagnostic& first = diagnostics.all().front();
    return std::to_string(first.span.begin.line) + " " + first.code;
  }
};

/// A metarule `m`: premises on its first line, the conclusion on its second.
inline std::string metarule(const std::string& premises, const std::string& conclusion) {
  return "(metarule m (premises " + premises + ")\n(conclusions " + conclusion + "))";
}

inline const std::string assign = "(assign_priority ?r (present (n ?a ?b)) 2.5)";
inline const std::string own = "(condition ?r (present (n ?a ?b)))";

}  // namespace tesuji::tests
