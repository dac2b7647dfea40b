#include "tests/property/random_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

constexpr std::string_view constants[] = {"a", "b", "1", "2.5", "c", "-3"};
constexpr std::string_view variables[] = {"?x", "?y", "?z", "?w"};
constexpr std::string_view comparisons[] = {
    "different", "different", "same", "less", "less_or_equal", "greater", "greater_or_equal"};

struct Relation {
  std::string name;
  std::size_t arity = 0;
};

class Generator {
 public:
  Generator(std::uint64_t number, bool functions)
      : only_adds_(number % 2 == 0), functions_(functions) {
    std::seed_seq seed{static_cast<std::uint32_t>(number),
                       static_cast<std::uint32_t>(number >> 32)};
    random_.seed(seed);
  }

  RandomRules run() {
    known_ = 3 + pick(std::size(constants) - 2);
    const std::size_t given = 1 + pick(3);
    for (std::size_t i = 0; i < given; ++i) given_.push_back({fmt::format("e{}", i), arity()});
    const std::size_t derived = 1 + pick(3);
    for (std::size_t i = 0; i < derived; ++i) derived_.push_back({fmt::format("d{}", i), arity()});

    RandomRules text;
    for (const Relation& relation : given_) add_facts(relation, 3 + pick(14), text.facts);
    for (const Relation& relation : derived_) {
      if (chance(70)) add_facts(relation, 1 + pick(5), text.facts);
    }
    const std::size_t rules = 2 + pick(5);
    for (std::size_t i = 0; i < rules; ++i) text.rules += rule(i);
    const std::size_t steps = 2 + pick(8);
    for (std::size_t i = 0; i < steps; ++i) add_step(text.changes);
    return text;
  }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool chance(std::size_t percent) { return pick(100) < percent; }
  std::size_t arity() {
    constexpr std::size_t arities[] = {0, 1, 1, 1, 2, 2, 2, 2, 2, 3};
    return arities[pick(std::size(arities))];
  }
  std::string_view constant() { return constants[pick(known_)]; }

  const Relation& any_relation() {
    return chance(60) ? given_[pick(given_.size())] : derived_[pick(derived_.size())];
  }

  void add_facts(const Relation& relation, std::size_t count, std::string& text) {
    for (std::size_t i = 0; i < count; ++i) {
      facts_.push_back(fact(relation));
      text += facts_.back();
    }
  }

  std::string fact(const Relation& relation) {
    std::vector<std::string_view> args;
    for (std::size_t c = 0; c < relation.arity; ++c) args.push_back(constant());
    return relation.arity == 0 ? relation.name + ".\n"
                               : fmt::format("{}({}).\n", relation.name, fmt::join(args, ","));
  }

  /// Mostly a few facts, sometimes none, sometimes many.
  void add_step(std::string& text) {
    text += "step.\n";
    const std::size_t changes = chance(10) ? 20 : pick(5);
    for (std::size_t i = 0; i < changes; ++i) {
      if (chance(50)) {
        text += "- " + (chance(85) ? facts_[pick(facts_.size())] : fact(any_relation()));
      } else {
        facts_.push_back(chance(30) ? facts_[pick(facts_.size())] : fact(any_relation()));
        text += "+ " + facts_.back();
      }
    }
  }

  template <typename MakeArgument>
  static std::string pattern(const Relation& relation, const MakeArgument& argument) {
    std::string text = "(" + relation.name;
    for (std::size_t c = 0; c < relation.arity; ++c) text += " " + argument();
    return text + ")";
  }

  /// A variable that some `present` premise has; a constant if there is none.
  std::string bound_or_constant(std::size_t percent_constants) {
    if (bound_.empty() || chance(percent_constants)) return std::string(constant());
    auto variable = bound_.begin();
    std::advance(variable, pick(bound_.size()));
    return std::string(*variable);
  }

  std::string present() {
    std::set<std::string_view> here;
    const auto argument = [&]() -> std::string {
      if (chance(5)) return std::string(constant());
      if (chance(5)) return "_";
      std::string_view variable = variables[pick(std::size(variables))];
      // The same one twice is seldom true.
      if (here.contains(variable) && chance(80)) variable = variables[pick(std::size(variables))];
      here.insert(variable);
      return std::string(variable);
    };
    std::string text = "(present " + pattern(any_relation(), argument) + ")";
    bound_.insert(here.begin(), here.end());
    return text;
  }

  std::string absent(std::size_t number) {
    const Relation& relation = only_adds_ ? given_[pick(given_.size())] : any_relation();
    return "(absent " +
           pattern(relation,
                   [&]() -> std::string {
                     if (chance(15)) return "_";
                     if (chance(10)) return fmt::format("?lone{}", number++ * 100 + pick(100));
                     return bound_or_constant(15);
                   }) +
           ")";
  }

  std::string bound_or_constant_number() {
    constexpr std::string_view numbers[] = {"0", "1", "2", "2.5", "-3", "7"};
    if (bound_.empty() || chance(40)) return std::string(numbers[pick(std::size(numbers))]);
    return bound_or_constant(0);
  }

  std::string function(int depth) {
    constexpr std::string_view two[] = {"+", "-", "*", "/", "div", "mod", "min", "max", "+", "-"};
    constexpr std::string_view one[] = {"-", "abs", "floor", "ceiling", "round"};
    const auto part = [&] {
      return depth > 0 && chance(30) ? function(depth - 1) : bound_or_constant_number();
    };
    if (chance(20)) return fmt::format("({} {})", one[pick(std::size(one))], part());
    const std::string left = part();
    std::string right = part();
    std::string_view sign = two[pick(std::size(two))];
    if (right == "0") sign = "+";  // an error for division
    return fmt::format("({} {} {})", sign, left, right);
  }

  /// Mostly of a new variable, with a bound on it; sometimes of one that is bound.
  void add_computation(std::vector<std::string>& premises) {
    const std::string result = chance(75) ? "?n" : bound_or_constant_number();
    premises.push_back(fmt::format("(is {} {})", result, function(2)));
    if (result != "?n") return;
    bound_.insert("?n");
    if (chance(85)) premises.push_back("(less (abs ?n) 9)");
    if (chance(30)) {
      premises.push_back(fmt::format("({} ?n {})", comparisons[pick(std::size(comparisons))],
                                     bound_or_constant_number()));
    }
  }

  std::string absent_together() {
    constexpr std::string_view own[] = {"?u", "?v"};
    const auto argument = [&]() -> std::string {
      if (chance(10)) return "_";
      if (chance(50)) return std::string(own[pick(std::size(own))]);
      return bound_or_constant(15);
    };
    std::string text = "(absent";
    const std::size_t facts = 2 + pick(2);
    for (std::size_t i = 0; i < facts; ++i) {
      const Relation& relation = only_adds_ ? given_[pick(given_.size())] : any_relation();
      text += " " + pattern(relation, argument);
    }
    const bool has_own = text.find("?u") != std::string::npos;
    if (has_own && chance(40)) text += " (less ?u 2)";
    if (has_own && chance(30)) text += " (is ?t (+ ?u 1)) (different ?t 2)";
    return text + ")";
  }

  std::string conclusion() {
    const bool removes = !only_adds_ && chance(40);
    const Relation& relation = removes ? any_relation() : derived_[pick(derived_.size())];
    return fmt::format("({} {})", removes ? "remove" : "add",
                       pattern(relation, [&] { return bound_or_constant(10); }));
  }

  std::string rule(std::size_t number) {
    bound_.clear();
    std::vector<std::string> premises;
    const std::size_t facts = 1 + pick(3) + pick(2);
    for (std::size_t i = 0; i < facts; ++i) premises.push_back(present());
    if (chance(40)) {
      premises.push_back(fmt::format("({} {} {})", comparisons[pick(std::size(comparisons))],
                                     bound_or_constant(10), bound_or_constant(30)));
    }
    if (chance(only_adds_ ? 30 : 60)) premises.push_back(absent(number + 1));
    if (functions_ && chance(50)) add_computation(premises);
    if (functions_ && chance(40)) premises.push_back(absent_together());
    // Tests may stand before what they wait for.
    for (std::size_t i = premises.size(); i-- > 1;) std::swap(premises[i], premises[pick(i + 1)]);
    std::string text = fmt::format("(rule r{}\n  (premises\n", number);
    for (const std::string& premise : premises) text += "    " + premise + "\n";
    text += "  )\n  (conclusions\n";
    const std::size_t conclusions = 1 + pick(2);
    for (std::size_t i = 0; i < conclusions; ++i) text += "    " + conclusion() + "\n";
    return text + "  ))\n";
  }

  std::mt19937_64 random_;
  const bool only_adds_;
  const bool functions_;
  std::size_t known_ = 0;  ///< how many of the constants are used
  std::vector<Relation> given_;
  std::vector<Relation> derived_;
  std::vector<std::string> facts_;  ///< given at some time
  std::set<std::string_view> bound_;
};

}  // namespace

RandomRules random_rules(std::uint64_t number) {
  return Generator(number, false).run();
}

RandomRules random_rules_with_functions(std::uint64_t number) {
  return Generator(number, true).run();
}

}  // namespace tesuji::tests
