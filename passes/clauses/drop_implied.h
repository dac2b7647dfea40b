// drop-implied: drops tests from rules that are evaluated only for certain tuples, if these always
// pass.
//
//   before:  list(X, Y) :- need.list(X, Y), item(X), item(Y)
//   after:   list(X, Y) :- need.list(X, Y)        # only items are ever needed
//
// Drops only tests that the relation of needs implies, since it binds their variables. A static
// relation of needs is itself such a test: it stays. Other tests that always hold are useful, as
// the smallest relations to begin a join with, or to define needs.
//
// Requires infer-domains; drops strata.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <map>
#include <span>
#include <utility>

namespace tesuji::passes {

// --- Implied tests

/// Finds tests of static unary relations that another literal of the rule implies, because its
/// column's domain contains no constant that fails the test. Domains hold for every tuple of the
/// model, so the rule derives the same tuples without the test.
class ImpliedTests {
 public:
  /// The module must outlive it, and keep its domains and static facts.
  explicit ImpliedTests(const ir::Module& module) : module_(module) {}

  /// Whether one of `others` implies `literal`, which must not be among them: every literal implies
  /// itself.
  [[nodiscard]] bool implied(const ir::Literal& literal, std::span<const ir::Literal> others);

 private:
  /// Whether a static unary relation contains all constants of a domain.
  bool covers(ir::RelationId relation, ir::DomainId domain);

  const ir::Module& module_;
  std::map<std::pair<ir::RelationId, ir::DomainId>, bool> covers_;
};

// --- The pass

bool drop_implied(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
