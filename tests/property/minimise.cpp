#include "tests/property/minimise.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::tests {

namespace {

using frontend::Literal;
using frontend::Rulesheet;

class Minimiser {
 public:
  Minimiser(Rulesheet sheet, const std::function<bool(const Rulesheet&)>& fails)
      : sheet_(std::move(sheet)), fails_(fails) {}

  Rulesheet run() {
    do {
      changed_ = false;
      shorten(sheet_.clauses);
      for (std::size_t i = 0; i < sheet_.clauses.size(); ++i) simplify(sheet_.clauses[i].body);
    } while (changed_);
    return std::move(sheet_);
  }

 private:
  bool keep_if_failing() {
    if (!fails_(sheet_)) return false;
    changed_ = true;
    return true;
  }

  /// Drops runs of elements: half of them, a quarter, .., single ones. `elements` is a
  /// part of the sheet.
  template <typename Element>
  void shorten(std::vector<Element>& elements) {
    for (std::size_t length = std::max<std::size_t>(elements.size() / 2, 1); length > 0;
         length /= 2) {
      for (std::size_t begin = 0; begin < elements.size();) {
        const std::vector<Element> before = elements;
        const auto first = elements.begin() + static_cast<std::ptrdiff_t>(begin);
        const std::size_t count = std::min(length, elements.size() - begin);
        elements.erase(first, first + static_cast<std::ptrdiff_t>(count));
        if (keep_if_failing()) continue;
        elements = before;
        begin += length;
      }
    }
  }

  /// Drops literals, and puts the parts of connectives in their place.
  void simplify(std::vector<Literal>& literals) {
    shorten(literals);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      // A connective's own child, or a double negation's grandchild.
      while (replace_by_part(literals[i])) {
      }
      if (literals[i].kind == Literal::Kind::disjunction) simplify(literals[i].children);
      if (literals[i].kind == Literal::Kind::negation && !literals[i].children.empty()) {
        Literal& inner = literals[i].children.front();
        if (inner.kind == Literal::Kind::disjunction) simplify(inner.children);
      }
    }
  }

  bool replace_by_part(Literal& literal) {
    const Literal before = literal;
    std::vector<Literal> parts = before.children;
    for (const Literal& child : before.children) {
      parts.insert(parts.end(), child.children.begin(), child.children.end());
    }
    for (const Literal& part : parts) {
      literal = part;
      if (keep_if_failing()) return true;
    }
    literal = before;
    return false;
  }

  Rulesheet sheet_;
  const std::function<bool(const Rulesheet&)>& fails_;
  bool changed_ = false;
};

}  // namespace

Rulesheet minimise(Rulesheet sheet, const std::function<bool(const Rulesheet&)>& fails) {
  return Minimiser(std::move(sheet), fails).run();
}

}  // namespace tesuji::tests
