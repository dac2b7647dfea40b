// Declares the syntax tree of production rules and facts, with names in lower case.
#pragma once

#include "ir/core/source.h"
#include "ir/core/symbol.h"
#include "ir/module/agenda.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::frontend {

struct RuleArgument {
  enum class Kind : std::uint8_t { constant, variable, any };
  Kind kind = Kind::any;
  ir::Symbol name = ir::no_symbol;  ///< a variable's without the `?`
  ir::Span span;
};

/// `relation(arguments)`.
struct RulePattern {
  ir::Symbol relation = ir::no_symbol;
  std::vector<RuleArgument> args;
  ir::Span span;
};

struct RulePremise {
  enum class Kind : std::uint8_t {
    present,
    absent,
    compare,
    compute,     ///< the first argument is the value of a function of the others
    absent_all,  ///< `body` has no joint instance
  };
  Kind kind = Kind::present;
  RulePattern pattern;  ///< compare and compute: only its arguments are used
  ir::Comparison comparison = ir::Comparison::different;
  std::vector<ir::ComputationStep> computation;  ///< compute
  std::vector<RulePremise> body;  ///< absent_all: premises that are present, compared or computed
  ir::Span span;
};

/// A relation whose last column is a function of the others, defined by its facts.
struct FunctionTable {
  ir::Symbol relation = ir::no_symbol;
  std::size_t arguments = 0;  ///< columns but the last
  ir::Span span;
};

struct RuleConclusion {
  bool adds = true;  ///< otherwise removes
  RulePattern pattern;
  ir::Span span;
};

struct ProductionRule {
  std::string name;  ///< unique in its rule set
  std::vector<RulePremise> premises;
  std::vector<RuleConclusion> conclusions;
  ir::Span span;
};

struct RuleSet {
  std::vector<ProductionRule> rules;
  std::vector<FunctionTable> functions;
  ir::FileId file = ir::no_file;
};

/// A ground fact.
struct GroundFact {
  ir::Symbol relation = ir::no_symbol;
  std::vector<ir::Symbol> args;
  ir::Span span;
};

/// A fact that is added or removed from here on.
struct FactChange {
  bool adds = true;
  GroundFact fact;
};

/// The changes from one memory of a sequence to the next.
struct ChangeStep {
  std::vector<FactChange> changes;
  ir::Span span;  ///< of its `step.`
};

}  // namespace tesuji::frontend
