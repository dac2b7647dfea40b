// Proves goals: chooses what to try next, and makes clauses for it.
#include "learner/search/proof_machine.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

bool ProofMachine::step(std::uint32_t& goal) {
  const Goal now = goals_[goal];
  const PredicateId predicate = predicate_of(now);
  if (!predicate.known()) {
    choose(now.negated ? Choice::Kind::refuted : Choice::Kind::known, goal);
    return backtrack(choices_.size() - 1, goal);
  }
  if (predicate.is_own()) {
    // A predicate that fails now may succeed when it gets more clauses.
    if (now.negated) return false;
    if (repeats(now, predicate) || stands_still(now, predicate)) return false;
    choose(Choice::Kind::existing, goal);
    return backtrack(choices_.size() - 1, goal);
  }
  return ask(predicate.number(), now, goal);
}

bool ProofMachine::ask(std::uint32_t predicate, const Goal& asked, std::uint32_t& goal) {
  count_step();
  const std::uint32_t number = goal;
  bool bound = true;
  args_.clear();
  for (std::uint32_t i = 0; i < asked.arity; ++i) {
    const std::uint32_t cell = arg_cells_[asked.args + i];
    args_.push_back(cell == ir::ClauseMetarule::any ? unbound : cells_[cell]);
    bound &= args_.back() != unbound;
  }
  goal = asked.next;
  if (asked.negated) {
    return bound ? !background_.holds(predicate, args_) : !background_.any(predicate, args_);
  }
  if (bound) return background_.holds(predicate, args_);
  const std::size_t first = solutions_.size();
  background_.solve(predicate, args_, solutions_);
  if (solutions_.size() == first) return false;
  choices_.push_back({Choice::Kind::solutions, number, static_cast<std::uint32_t>(first),
                      static_cast<std::uint32_t>(solutions_.size()), example_, here()});
  return next_solution(goal);
}

bool ProofMachine::stands_still(const Goal& goal, PredicateId predicate) const {
  if (!options_.only_steps || goal.frame == none) return false;
  const Frame& caller = frames_[goal.frame];
  if (caller.predicate != predicate) return false;
  bool known = false;
  for (std::uint32_t i = 0; i < goal.arity; ++i) {
    const Value before = cells_[arg_cells_[caller.args + i]];
    const Value now = cells_[arg_cells_[goal.args + i]];
    if (before == unbound || now == unbound) continue;
    if (background_.is_step(before, now)) return false;
    known = true;
  }
  return known;
}

bool ProofMachine::next_alternative(std::uint32_t& goal) {
  switch (choices_.back().kind) {
    case Choice::Kind::known:
      return next_known(goal);
    case Choice::Kind::existing:
      return next_existing(goal);
    case Choice::Kind::fresh:
      return next_fresh(goal);
    case Choice::Kind::solutions:
      return next_solution(goal);
    case Choice::Kind::refuted:
      return next_refuted(goal);
    case Choice::Kind::missed:
      return next_missed(goal);
  }
  return false;
}

/// Tries the remaining background predicates.
bool ProofMachine::next_of_background(std::uint32_t& goal) {
  const std::size_t place = choices_.size() - 1;
  const std::uint32_t number = choices_[place].goal;
  const Goal asked = goals_[number];
  const auto known = background_.predicates();
  while (choices_[place].cursor < known.size()) {
    const std::uint32_t predicate = choices_[place].cursor++;
    if (known[predicate].arity != asked.arity) continue;
    goal = number;
    if (takes_types(known[predicate], asked) && bind(asked, PredicateId::background(predicate)) &&
        ask(predicate, asked, goal)) {
      return true;
    }
    choices_.resize(place + 1);
    back_to(choices_[place].marks);
  }
  return false;
}

bool ProofMachine::next_known(std::uint32_t& goal) {
  if (next_of_background(goal)) return true;
  choices_.back().kind = Choice::Kind::existing;
  choices_.back().cursor = 0;
  return next_existing(goal);
}

bool ProofMachine::next_refuted(std::uint32_t& goal) {
  if (next_of_background(goal)) return true;
  choices_.pop_back();
  return false;
}

bool ProofMachine::next_existing(std::uint32_t& goal) {
  const std::size_t place = choices_.size() - 1;
  const std::uint32_t number = choices_[place].goal;
  const Goal asked = goals_[number];
  const PredicateId predicate = predicate_of(asked);
  while (choices_[place].cursor < program_size_) {
    const std::uint32_t clause = program_size_ - 1 - choices_[place].cursor++;
    const PredicateId head = program_[clause].predicates[0];
    if (metarules_[program_[clause].metarule].arity != asked.arity) continue;
    if (predicate.known() ? head != predicate : !may_call(asked, head.number())) continue;
    if ((predicate.known() || bind(asked, head)) && enter(asked, clause, goal)) return true;
    back_to(choices_[place].marks);
  }
  Choice& choice = choices_[place];
  choice.kind = Choice::Kind::fresh;
  choice.cursor = 0;
  choice.end = predicate.known() ? predicate.number() : 1;
  return next_fresh(goal);
}

bool ProofMachine::next_fresh(std::uint32_t& goal) {
  const std::size_t place = choices_.size() - 1;
  const Goal asked = goals_[choices_[place].goal];
  const bool free = !predicate_of(asked).known();
  if (extend_ && program_size_ == limit_ && !clauses_cut_) {
    clauses_cut_ = free ? options_.invent && has_metarule(asked.arity)
                        : has_more_clauses(asked.arity, predicate_of(asked).number());
  }
  if (extend_ && program_size_ < limit_) {
    const std::uint32_t invented = options_.invent ? std::min(invented_ + 1, limit_ - 1) : 0;
    const std::uint32_t last = free ? invented : choices_[place].end;
    for (; choices_[place].end <= last; ++choices_[place].end, choices_[place].cursor = 0) {
      const std::uint32_t own = choices_[place].end;
      // A predicate without clauses takes the arity of its first goal.
      if (free && !may_call(asked, own)) continue;
      if (own > 0 && own <= invented_ && own_arity_[own] != asked.arity) continue;
      while (choices_[place].cursor < metarules_.size()) {
        const std::uint32_t metarule = choices_[place].cursor++;
        if (metarules_[metarule].arity != asked.arity) continue;
        if (options_.noise && !pays(metarule)) continue;
        if (is_too_large(metarule, own)) continue;
        if (own > invented_) {
          invented_ = own;
          own_arity_[own] = asked.arity;
        }
        if (!free || bind(asked, PredicateId::own(own))) {
          const std::uint32_t clause = add_clause(metarule, own);
          // A clause whose metarule names all predicates may exist already.
          const bool twice = program_[clause].unset == 0 && is_double(clause);
          if (!twice && enter(asked, clause, goal)) return true;
        }
        back_to(choices_[place].marks);
      }
    }
  }
  choices_.pop_back();
  return false;
}

bool ProofMachine::next_solution(std::uint32_t& goal) {
  Choice& choice = choices_.back();
  const Goal asked = goals_[choice.goal];
  while (choice.cursor < choice.end) {
    const Value* const solution = solutions_.data() + choice.cursor;
    choice.cursor += asked.arity;
    bool agrees = true;
    for (std::uint32_t i = 0; i < asked.arity && agrees; ++i) {
      agrees = unify(arg_cells_[asked.args + i], solution[i]);
    }
    if (agrees) {
      count_step();
      goal = asked.next;
      return true;
    }
    undo(choice.marks.trail);
  }
  choices_.pop_back();
  return false;
}

bool ProofMachine::may_call(const Goal& goal, std::uint32_t own) const {
  const std::uint32_t from = caller(goal);
  return options_.any_order ? !depends(own, from) : own > from;
}

bool ProofMachine::depends(std::uint32_t own, std::uint32_t other) const {
  if (own == other) return true;
  for (std::uint32_t c = 0; c < program_size_; ++c) {
    const std::vector<PredicateId>& predicates = program_[c].predicates;
    if (predicates[0] != PredicateId::own(own)) continue;
    for (std::size_t i = 1; i < predicates.size(); ++i) {
      if (predicates[i].is_own() && depends(predicates[i].number(), other)) return true;
    }
  }
  return false;
}

bool ProofMachine::is_too_large(std::uint32_t metarule, std::uint32_t own) {
  const ir::ClauseMetarule& shape = metarules_[metarule];
  std::size_t literals = shape.body.size();
  bool has_base = !recursive_ || !shape.recursive();
  for (std::uint32_t c = 0; c < program_size_; ++c) {
    const ir::ClauseMetarule& other = metarules_[program_[c].metarule];
    literals += other.body.size();
    has_base |= program_[c].predicates[0] == PredicateId::own(own) && !other.recursive();
  }
  const std::uint32_t base = has_base ? 0 : 1;
  const bool clauses = program_size_ + 1 + base > limit_;
  const bool too_large = clauses || literals + base > literal_limit_;
  clauses_cut_ |= clauses;
  literals_cut_ |= too_large && !clauses;
  return too_large;
}

bool ProofMachine::has_metarule(std::uint32_t arity) const {
  return std::any_of(metarules_.begin(), metarules_.end(),
                     [arity](const ir::ClauseMetarule& one) { return one.arity == arity; });
}

bool ProofMachine::has_more_clauses(std::uint32_t arity, std::uint32_t own) {
  for (std::uint32_t m = 0; m < metarules_.size(); ++m) {
    if (metarules_[m].arity != arity) continue;
    std::size_t there = 0;
    for (std::uint32_t c = 0; c < program_size_; ++c) {
      const Clause& clause = program_[c];
      there += clause.metarule == m && clause.predicates[0] == PredicateId::own(own) ? 1 : 0;
    }
    if (instances(m, std::size_t{options_.max_clauses} + 1) > there) return true;
  }
  return false;
}

std::size_t ProofMachine::instances(std::uint32_t metarule, std::size_t most) {
  if (instances_[metarule] != 0) return instances_[metarule] - 1;
  const ir::ClauseMetarule& shape = metarules_[metarule];
  const auto known = background_.predicates();
  std::size_t count = 0;
  std::vector<std::uint32_t> types(shape.variables.size(), 0);
  for (std::size_t i = 0; i < target_types_.size() && i < shape.arity; ++i) {
    types[i] = target_types_[i];
  }
  std::vector<PredicateId> predicates = named_[metarule];
  const auto assign = [&](auto& self, std::size_t number) -> void {
    if (count >= most) return;
    if (number == shape.body.size()) {
      ++count;
      return;
    }
    const ir::ClauseMetarule::Literal& literal = shape.body[number];
    if (literal.predicate == 0) return self(self, number + 1);
    const PredicateId given = predicates[literal.predicate];
    for (std::uint32_t p = 0; p < known.size(); ++p) {
      if (given.known() ? given != PredicateId::background(p)
                        : known[p].arity != literal.args.size()) {
        continue;
      }
      const std::vector<std::uint32_t> before = types;
      bool agrees = true;
      for (std::size_t i = 0; i < known[p].types.size() && agrees; ++i) {
        if (literal.args[i] == ir::ClauseMetarule::any || known[p].types[i] == 0) continue;
        std::uint32_t& type = types[literal.args[i]];
        agrees = type == 0 || type == known[p].types[i];
        type = known[p].types[i];
      }
      predicates[literal.predicate] = PredicateId::background(p);
      for (std::size_t i = 0; i < number && agrees && !options_.repeat_literals; ++i) {
        agrees = shape.body[i].args != literal.args ||
                 predicates[shape.body[i].predicate] != predicates[literal.predicate];
      }
      if (agrees) self(self, number + 1);
      predicates[literal.predicate] = given;
      types = before;
    }
  };
  const bool open = options_.invent || std::find(shape.constant.begin(), shape.constant.end(),
                                                 true) != shape.constant.end();
  if (open) {
    count = most;
  } else {
    assign(assign, 0);
  }
  instances_[metarule] = count + 1;
  return count;
}

std::uint32_t ProofMachine::add_clause(std::uint32_t metarule, std::uint32_t own) {
  if (program_.size() == program_size_) program_.emplace_back();
  Clause& clause = program_[program_size_];
  const ir::ClauseMetarule& shape = metarules_[metarule];
  clause.metarule = metarule;
  clause.predicates = named_[metarule];
  clause.predicates[0] = PredicateId::own(own);
  clause.unset = static_cast<std::uint32_t>(
      std::count(clause.predicates.begin(), clause.predicates.end(), PredicateId()));
  clause.constant_cells.assign(shape.variables.size(), none);
  for (std::size_t v = shape.arity; v < shape.variables.size(); ++v) {
    if (shape.constant[v]) clause.constant_cells[v] = new_cell(unbound);
  }
  return program_size_++;
}

bool ProofMachine::enter(const Goal& asked, std::uint32_t number, std::uint32_t& goal) {
  count_step();
  const Clause& clause = program_[number];
  const ir::ClauseMetarule& shape = metarules_[clause.metarule];
  const std::uint32_t depth = asked.frame == none ? 0 : frames_[asked.frame].depth + 1;
  const bool too_many = goals_.size() + shape.body.size() > options_.max_goals;
  const bool too_deep = depth > options_.max_depth;
  too_many_goals_ |= too_many;
  too_deep_ |= too_deep;
  if (too_many || too_deep) return false;
  const auto frame = static_cast<std::uint32_t>(frames_.size());
  push_frame({clause.predicates[0], asked.args, asked.arity, asked.frame, depth});
  variable_cells_.clear();
  for (std::uint32_t v = 0; v < shape.variables.size(); ++v) {
    if (v < shape.arity) {
      variable_cells_.push_back(arg_cells_[asked.args + v]);
    } else {
      variable_cells_.push_back(clause.constant_cells[v] != none ? clause.constant_cells[v]
                                                                 : new_cell(unbound));
    }
  }
  std::uint32_t next = asked.next;
  for (std::size_t i = shape.body.size(); i-- > 0;) {
    const ir::ClauseMetarule::Literal& literal = shape.body[i];
    const auto args = static_cast<std::uint32_t>(arg_cells_.size());
    for (const std::uint32_t v : literal.args) {
      arg_cells_.push_back(v == ir::ClauseMetarule::any ? v : variable_cells_[v]);
    }
    goals_.push_back({number, literal.predicate, args,
                      static_cast<std::uint32_t>(literal.args.size()), frame, next,
                      literal.negated});
    next = static_cast<std::uint32_t>(goals_.size() - 1);
  }
  goal = next;
  return true;
}

bool ProofMachine::stands_twice(const Clause& clause, std::uint32_t slot) const {
  const std::vector<ir::ClauseMetarule::Literal>& body = metarules_[clause.metarule].body;
  for (const ir::ClauseMetarule::Literal& one : body) {
    if (one.predicate != slot) continue;
    for (const ir::ClauseMetarule::Literal& other : body) {
      if (other.predicate != slot && clause.predicates[other.predicate] == clause.predicates[slot] &&
          other.negated == one.negated && other.args == one.args) {
        return true;
      }
    }
  }
  return false;
}

bool ProofMachine::is_double(std::uint32_t number) const {
  const Clause& clause = program_[number];
  if (has_constants(clause)) return false;
  for (std::uint32_t other = 0; other < program_size_; ++other) {
    if (other != number && program_[other].metarule == clause.metarule &&
        program_[other].predicates == clause.predicates) {
      return true;
    }
  }
  return false;
}

}  // namespace tesuji::learner
