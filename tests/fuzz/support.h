// What the fuzz targets share. A target is a function LLVMFuzzerTestOneInput; it
// is linked with libFuzzer, or with plain_driver.cpp, which runs given files.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tesuji::fuzz {

[[nodiscard]] inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process where the invariant does not hold: a finding.
inline void require(bool holds, const char* invariant, const std::string& detail = {}) {
  if (holds) return;
  std::cerr << "\nfuzz: broken invariant: " << invariant << "\n" << detail << "\n";
  std::abort();
}

/// What every reader promises: it accepts, or reports an error; and whatever is
/// reported can be rendered.
inline void check_report(const ir::Diagnostics& diagnostics, bool accepted) {
  require(accepted != diagnostics.has_errors(), "accepted, or refused with an error",
          diagnostics.render());
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    require(!diagnostic.code.empty() && !diagnostic.message.empty(), "messages say something");
    static_cast<void>(diagnostics.render(diagnostic));
  }
}

// Syntax trees are equal where only their places in the text differ. Names are
// compared as symbols: both trees must be of one symbol table.

[[nodiscard]] inline bool equal(const frontend::Term& a, const frontend::Term& b);
[[nodiscard]] inline bool equal(const frontend::Literal& a, const frontend::Literal& b);
[[nodiscard]] inline bool equal(const frontend::Clause& a, const frontend::Clause& b);

template <typename Element>
[[nodiscard]] bool equal(const std::vector<Element>& a, const std::vector<Element>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equal(a[i], b[i])) return false;
  }
  return true;
}

inline bool equal(const frontend::Term& a, const frontend::Term& b) {
  return a.kind == b.kind && a.name == b.name && equal(a.args, b.args);
}

inline bool equal(const frontend::Literal& a, const frontend::Literal& b) {
  return a.kind == b.kind && equal(a.atom, b.atom) && equal(a.children, b.children);
}

inline bool equal(const frontend::Clause& a, const frontend::Clause& b) {
  return equal(a.head, b.head) && equal(a.body, b.body);
}

}  // namespace tesuji::fuzz
