#include "learner/explanation/reply_cases.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tesuji::learner {

ReplyCases::ReplyCases(const GameRuleSet& game, Explanation& explanation,
                       std::vector<ir::Symbol> others, std::size_t moment, OwnMove own)
    : game_(game),
      explanation_(explanation),
      others_(std::move(others)),
      moment_(moment),
      own_(std::move(own)) {}

void ReplyCases::close(std::vector<Conjunction>& alternatives, Conjunction& conditions) {
  std::vector<Replies> replies;
  for (Conjunction& alternative : alternatives) {
    replies.push_back(take_moves(alternative, conditions));
  }
  for (std::size_t other = 0; other < others_.size(); ++other) {
    exclude_failures(other, replies, conditions);
  }
}

bool ReplyCases::is_move(const RuleCondition& condition) const {
  return condition.kind == RuleCondition::Kind::present &&
         game_.shape_of(condition.relation, moment_) != nullptr;
}

// Taking moves out of an alternative

ReplyCases::Replies ReplyCases::take_moves(Conjunction& alternative,
                                           const Conjunction& conditions) {
  Replies replies(others_.size());
  take_present(alternative, replies);
  take_absent(alternative, replies);
  take_tests(alternative, conditions, replies);
  return replies;
}

void ReplyCases::take_present(Conjunction& alternative, Replies& replies) {
  Conjunction rest;
  for (const RuleCondition& condition : alternative) {
    if (!is_move(condition)) {
      rest.push_back(condition);
      continue;
    }
    const ir::Symbol role = explanation_.value_of(condition.args[0]);
    const auto other = std::find(others_.begin(), others_.end(), role);
    if (other == others_.end()) {
      for (std::size_t i = 0; i < condition.args.size(); ++i) {
        explanation_.unify(own_.args[i], condition.args[i]);
      }
      continue;
    }
    explanation_.unify(condition.args[0], ir::Argument::constant(role));
    auto& move = replies[static_cast<std::size_t>(other - others_.begin())].move;
    if (!move) {
      move = condition;
      continue;
    }
    for (std::size_t i = 0; i < condition.args.size(); ++i) {
      explanation_.unify(move->args[i], condition.args[i]);
    }
  }
  alternative = std::move(rest);
}

void ReplyCases::take_absent(Conjunction& alternative, Replies& replies) {
  Conjunction rest;
  for (const RuleCondition& condition : alternative) {
    if (condition.kind != RuleCondition::Kind::absent || !asks_for_move(condition)) {
      rest.push_back(condition);
      continue;
    }
    for (const Conjunction& way : resolve_moves(resolve_denied(condition.body))) {
      if (way.empty() || !is_move(way.front())) {
        explanation_.exclude({way}, rest);
        continue;
      }
      const ir::Symbol role = explanation_.value_of(way.front().args[0]);
      const auto other = std::find(others_.begin(), others_.end(), role) - others_.begin();
      replies[static_cast<std::size_t>(other)].ways.push_back(way);
    }
  }
  alternative = std::move(rest);
}

bool ReplyCases::asks_for_move(const RuleCondition& condition) const {
  return is_move(condition) ||
         std::any_of(condition.body.begin(), condition.body.end(),
                     [&](const RuleCondition& inner) { return asks_for_move(inner); });
}

Conjunction ReplyCases::resolve_denied(const Conjunction& way) const {
  Conjunction resolved;
  for (const RuleCondition& condition : way) {
    if (condition.kind != RuleCondition::Kind::absent || !asks_for_move(condition)) {
      resolved.push_back(condition);
      continue;
    }
    // Conditions on what another role's move would cause are not relied upon: then less is denied.
    Conjunction body;
    bool possible = true;
    for (const RuleCondition& inner : condition.body) {
      if (!is_move(inner)) {
        body.push_back(inner);
        continue;
      }
      possible &= game_.shape_of(inner.relation, moment_) == own_.shape;
      for (std::size_t i = 0; possible && i < inner.args.size(); ++i) {
        body.push_back(compare(ir::Comparison::same, inner.args[i], own_.args[i]));
      }
    }
    if (possible) resolved.push_back(absent(std::move(body)));
  }
  return resolved;
}

std::vector<Conjunction> ReplyCases::resolve_moves(const Conjunction& body) {
  std::vector<Conjunction> done;
  std::vector<Conjunction> open{body};
  while (!open.empty()) {
    Conjunction way = std::move(open.back());
    open.pop_back();
    if (!explanation_.simplify(way)) continue;
    // Another role's move, once recognised, comes first, with the role as a constant.
    const bool has_reply =
        !way.empty() && is_move(way.front()) &&
        std::find(others_.begin(), others_.end(), way.front().args[0].id) != others_.end() &&
        !ir::is_variable(way.front().args[0]);
    std::size_t place = has_reply ? 1 : 0;
    while (place < way.size() && !is_move(way[place])) ++place;
    if (place == way.size()) {
      done.push_back(std::move(way));
    } else {
      resolve_move(way, place, open);
    }
  }
  return done;
}

void ReplyCases::resolve_move(const Conjunction& way, std::size_t place,
                              std::vector<Conjunction>& open) {
  const auto joined = [&](const std::vector<ir::Argument>& args, bool keep) {
    // The atom comes first while its arguments are replaced.
    Conjunction longer{way[place]};
    longer.insert(longer.end(), way.begin(), way.end());
    longer.erase(longer.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!explanation_.join(longer[0].args[i], args[i], longer)) return;
    }
    if (!keep) longer.erase(longer.begin());
    open.push_back(std::move(longer));
  };
  const RuleCondition& atom = way[place];
  if (game_.shape_of(atom.relation, moment_) == own_.shape) joined(own_.args, false);
  const ir::Argument role = explanation_.resolved(atom.args[0]);
  if (role == explanation_.resolved(own_.args[0])) return;
  const bool has_reply = place > 0 && is_move(way.front());
  for (const ir::Symbol other : others_) {
    if (!ir::is_variable(role) && role.id != other) continue;
    if (!has_reply) {
      joined({ir::Argument::constant(other)}, true);
    } else if (way.front().args[0] != ir::Argument::constant(other)) {
      throw Unexplained("a condition depends on moves of several other roles together");
    } else if (way.front().relation == atom.relation) {
      joined(way.front().args, false);
    }
  }
}

void ReplyCases::take_tests(Conjunction& alternative, const Conjunction& conditions,
                            Replies& replies) const {
  Conjunction binding;
  for (const Conjunction* some : {&std::as_const(alternative), &conditions}) {
    for (const RuleCondition& condition : *some) {
      if (condition.kind == RuleCondition::Kind::present ||
          condition.kind == RuleCondition::Kind::compute) {
        binding.push_back(condition);
      }
    }
  }
  binding.push_back(present(ir::no_symbol, own_.args));
  explanation_.resolve(binding);
  const auto bound = variables_in(binding);
  explanation_.resolve(alternative);
  for (Reply& reply : replies) {
    if (!reply.move) continue;
    Conjunction move{*reply.move};
    explanation_.resolve(move);
    reply.move = move.front();
    const auto of_move = variables_in(move);
    std::set_difference(of_move.begin(), of_move.end(), bound.begin(), bound.end(),
                        std::back_inserter(reply.own));
    const auto depends = [&](const RuleCondition& condition) {
      const auto all = variables_in(condition);
      return std::any_of(all.begin(), all.end(), [&](ir::VariableId v) {
        return std::binary_search(reply.own.begin(), reply.own.end(), v);
      });
    };
    std::copy_if(alternative.begin(), alternative.end(), std::back_inserter(reply.tests), depends);
    std::erase_if(alternative, depends);
  }
}

// Whatever the other role does

void ReplyCases::exclude_failures(std::size_t other, const std::vector<Replies>& alternatives,
                                  Conjunction& conditions) {
  const bool free = std::any_of(alternatives.begin(), alternatives.end(),
                                [&](const Replies& replies) { return replies[other].is_free(); });
  if (free) return;
  if (alternatives.size() > 1 && others_.size() > 1) {
    throw Unexplained("replies of several other roles are not covered");
  }
  // The other role is only determined relative to this role's constant.
  explanation_.unify(own_.args[0], ir::Argument::constant(explanation_.value_of(own_.args[0])));
  for (const GameRuleSet::MoveShape& shape : game_.shapes()) {
    exclude_failures(shape, other, alternatives, conditions);
  }
}

void ReplyCases::exclude_failures(const GameRuleSet::MoveShape& shape, std::size_t other,
                                  const std::vector<Replies>& alternatives,
                                  Conjunction& conditions) {
  constexpr std::size_t most_ways = 10'000;
  RuleCondition legal =
      present(game_.legal_name(shape, moment_), {ir::Argument::constant(others_[other])});
  const std::size_t columns = game_.clauses().relations[shape.legal].columns.size();
  while (legal.args.size() < columns) {
    legal.args.push_back(explanation_.fresh({}));
    explanation_.make_local(legal.args.back().id);
  }
  std::vector<Conjunction> ways{{legal}};
  for (const Replies& replies : alternatives) {
    std::vector<Conjunction> longer;
    for (const Conjunction& failure :
         failures(replies[other], legal, game_.does_name(shape, moment_))) {
      for (const Conjunction& way : ways) {
        if (longer.size() == most_ways) throw Unexplained("too many kinds of replies");
        longer.push_back(way);
        longer.back().insert(longer.back().end(), failure.begin(), failure.end());
      }
    }
    ways = std::move(longer);
  }
  for (const Conjunction& way : ways) explanation_.explain_absence(way, conditions);
}

std::vector<Conjunction> ReplyCases::failures(const Reply& reply, const RuleCondition& legal_move,
                                              ir::Symbol does) {
  if (reply.move && reply.move->relation != does) return {{}};
  std::vector<Conjunction> all;
  std::map<ir::VariableId, ir::Argument> values;  // values of variables that only the move binds
  Conjunction tests = reply.tests;
  for (std::size_t i = 1; reply.move && i < reply.move->args.size(); ++i) {
    const ir::Argument argument = explanation_.resolved(reply.move->args[i]);
    const ir::Argument made = legal_move.args[i];
    const bool is_own = ir::is_variable(argument) &&
                        std::binary_search(reply.own.begin(), reply.own.end(), argument.id);
    if (is_own && values.emplace(argument.id, made).second) continue;
    all.push_back(
        {compare(ir::Comparison::different, made, is_own ? values.at(argument.id) : argument)});
  }
  for (const auto& [variable, value] : values) replace_variable(tests, variable, value);
  for (const RuleCondition& test : tests) {
    if (test.kind == RuleCondition::Kind::absent) {
      all.push_back(test.body);
    } else if (auto other = opposite(test)) {
      all.push_back({std::move(*other)});
    } else {
      throw Unexplained("whether a reply is answered depends on a comparison of numbers");
    }
  }
  for (const Conjunction& way : reply.ways) {
    if (way.front().relation != does) continue;
    Conjunction failure(way.begin() + 1, way.end());
    for (std::size_t i = 1; i < legal_move.args.size(); ++i) {
      failure.push_back(compare(ir::Comparison::same, way.front().args[i], legal_move.args[i]));
    }
    for (const auto& [variable, value] : values) replace_variable(failure, variable, value);
    all.push_back(std::move(failure));
  }
  return all;
}

}  // namespace tesuji::learner
