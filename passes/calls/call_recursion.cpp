#include "passes/calls/call_recursion.h"

#include "passes/calls/choose_calls.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// Maps each value to its successors in the facts.
using Steps = std::map<ir::Symbol, std::set<ir::Symbol>>;

void add_steps(const Steps& steps, Steps& into) {
  for (const auto& [from, next] : steps) into[from].insert(next.begin(), next.end());
}

bool is_function(const Steps& steps) {
  return std::all_of(steps.begin(), steps.end(),
                     [](const auto& step) { return step.second.size() <= 1; });
}

/// Returns the pairs of values that a literal over facts allows in two of its columns; nullopt if
/// it has one of them twice, with others in between: each match would be a call.
std::optional<Steps> steps_of(const ir::Relation& relation, const ir::Literal& literal,
                              std::size_t from, std::size_t to) {
  Steps steps;
  const std::size_t arity = literal.args.size();
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const ir::Symbol* cells = relation.facts.cells.data() + row * arity;
    bool agrees = true;
    for (std::size_t c = 0; c < arity; ++c) {
      const Argument& arg = literal.args[c];
      agrees = agrees && (arg.kind != Argument::Kind::constant || arg.id == cells[c]);
    }
    if (agrees && !steps[cells[from]].insert(cells[to]).second) return std::nullopt;
  }
  return steps;
}

/// Returns the steps from one value to the other that a literal of the rule allows; nullopt if no
/// literal over facts contains both.
std::optional<Steps> steps_between(const ir::Module& module, const ir::Rule& rule,
                                   const Argument& from, const Argument& to) {
  std::optional<Steps> fewest;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const ir::Relation& relation = module.relations[literal.relation];
    if (relation.kind != ir::RelationKind::fixed) continue;
    const auto a = std::find(literal.args.begin(), literal.args.end(), from);
    const auto b = std::find(literal.args.begin(), literal.args.end(), to);
    if (a == literal.args.end() || b == literal.args.end() || a == b) continue;
    std::optional<Steps> steps =
        steps_of(relation, literal, static_cast<std::size_t>(a - literal.args.begin()),
                 static_cast<std::size_t>(b - literal.args.begin()));
    if (!steps) continue;
    if (!fewest || (is_function(*steps) && !is_function(*fewest))) fewest = std::move(steps);
  }
  return fewest;
}

/// Returns the length of the longest path by these steps; nullopt if there is a cycle. Each value
/// must have at most one successor.
std::optional<std::size_t> longest_way(const Steps& steps) {
  std::size_t longest = 0;
  for (const auto& [start, unused] : steps) {
    std::size_t length = 0;
    for (auto at = steps.find(start); at != steps.end(); at = steps.find(*at->second.begin())) {
      if (++length > steps.size()) return std::nullopt;
    }
    longest = std::max(longest, length);
  }
  return longest;
}

/// A literal of the relation in one of its own rules.
struct OwnRead {
  const ir::Rule* rule;
  const ir::Literal* literal;
};

class Recursion {
 public:
  Recursion(const ir::Module& module, const std::vector<bool>& given)
      : module_(module), given_(given) {}

  [[nodiscard]] bool asks_for_the_same(const OwnRead& read) const {
    for (std::size_t c = 0; c < given_.size(); ++c) {
      if (given_[c] && read.literal->args[c] != read.rule->head_args[c]) return false;
    }
    return true;
  }

  /// Whether these calls, whose values differ from the given ones, terminate and are few.
  [[nodiscard]] bool descends(const std::vector<OwnRead>& reads) const {
    std::vector<Steps> all(given_.size());
    std::vector<bool> moves(given_.size(), true);  // in every read
    for (const OwnRead& read : reads) {
      for (std::size_t c = 0; c < given_.size(); ++c) {
        const Argument& from = read.rule->head_args[c];
        const Argument& to = read.literal->args[c];
        if (!given_[c] || from == to) {
          moves[c] = false;
          continue;
        }
        if (from.kind != Argument::Kind::variable || to.kind != Argument::Kind::variable) {
          return false;
        }
        const std::optional<Steps> steps = steps_between(module_, *read.rule, from, to);
        if (!steps) return false;
        add_steps(*steps, all[c]);
      }
    }
    std::optional<std::size_t> shortest;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (!is_function(all[c])) return false;
      const std::optional<std::size_t> length = moves[c] ? longest_way(all[c]) : std::nullopt;
      if (length) shortest = std::min(shortest.value_or(*length), *length);
    }
    return shortest && std::pow(static_cast<double>(reads.size()),
                                static_cast<double>(*shortest)) <= max_recursive_calls;
  }

 private:
  const ir::Module& module_;
  const std::vector<bool>& given_;
};

}  // namespace

bool calls_end(const ir::Module& module, ir::RelationId relation,
               const std::vector<std::uint32_t>& rules, const std::vector<bool>& given) {
  std::vector<OwnRead> reads;
  for (const std::uint32_t number : rules) {
    const ir::Rule& rule = module.rules[number];
    std::size_t own = 0;
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation != relation) continue;
      ++own;
      reads.push_back({&rule, &literal});
    }
    if (own > 1) return false;
  }
  if (reads.empty()) return true;
  const Recursion recursion(module, given);
  const auto same = std::count_if(reads.begin(), reads.end(), [&](const OwnRead& read) {
    return recursion.asks_for_the_same(read);
  });
  if (same != 0) return static_cast<std::size_t>(same) == reads.size();
  return recursion.descends(reads);
}

}  // namespace tesuji::passes
