// Evaluates semi-naively: atoms are listed one after the other, and a rule instance is found when
// the last atom of its body is listed. The literals of a body are matched in the order that tries
// the fewest atoms, chosen anew for each binding.
#include "backend/proofs/certificates/grounding.h"

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/ground_loops.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::certificates {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = RuleLiteral::Kind;

class Grounder {
 public:
  Grounder(GroundGame& result, const GamePredicates& game, const RuleProgram& program,
           const GroundLimits& limits)
      : result_(result),
        terms_(result.sheet.terms),
        atoms_(*result.atoms),
        game_(game),
        program_(program),
        limits_(limits) {}

  void run() {
    for (std::uint32_t level = 0; level < program_.static_levels; ++level) evaluate(level);
    find_roles();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (atoms_.predicate(order_[i]) != game_.init) continue;
      const AtomId fluent = atoms_.intern(game_.truth, atoms_.args(order_[i]));
      mark_initial(fluent);
      derive(fluent);
    }
    evaluate(RuleProgram::dynamic_level);
    finish();
  }

 private:
  struct Trigger {
    const SheetRule* rule;
    std::size_t literal;
  };

  // ---- derived atoms --------------------------------------------------------------------

  void derive(AtomId atom) {
    if (possible_.size() <= atom) possible_.resize(std::max<std::size_t>(atom + 1, 2 * atom));
    if (possible_[atom]) return;
    possible_[atom] = true;
    order_.push_back(atom);
    if (atoms_.size() > limits_.atoms) throw LimitExceeded("the sheet has too many ground atoms");
    const PredicateId predicate = atoms_.predicate(atom);
    if (predicate == game_.next) {
      const AtomId fluent = atoms_.intern(game_.truth, atoms_.args(atom));
      set(result_.next, fluent, atom);
      derive(fluent);
    } else if (predicate == game_.legal) {
      const TermId role = atoms_.args(atom)[0];
      const auto place = std::ranges::find(roles_, role);
      if (place == roles_.end()) return;
      const AtomId move = atoms_.intern(game_.does, atoms_.args(atom));
      set(result_.legal, move, atom);
      result_.moves[static_cast<std::size_t>(place - roles_.begin())].push_back(move);
      derive(move);
    } else if (predicate == game_.truth) {
      result_.fluents.push_back(atom);
    }
  }

  static void set(std::vector<AtomId>& of, AtomId atom, AtomId value) {
    if (of.size() <= atom) of.resize(std::max<std::size_t>(atom + 1, 2 * atom), no_atom);
    of[atom] = value;
  }

  void mark_initial(AtomId fluent) {
    if (result_.initial.size() <= fluent) result_.initial.resize(fluent + 1);
    result_.initial[fluent] = true;
  }

  void find_roles() {
    for (const AtomId atom : order_) {
      if (atoms_.predicate(atom) == game_.role) roles_.push_back(atoms_.args(atom)[0]);
    }
    result_.moves.resize(roles_.size());
  }

  // ---- one level ------------------------------------------------------------------------

  void evaluate(std::uint32_t level) {
    std::vector<std::vector<Trigger>> triggers(program_.levels.size());
    std::vector<const SheetRule*> seeds;
    for (const SheetRule& rule : program_.rules) {
      if (program_.level(rule) != level) continue;
      bool triggered = false;
      for (std::size_t i = 0; i < rule.body.size(); ++i) {
        const RuleLiteral& literal = rule.body[i];
        if (!is_matched(literal)) continue;
        if (program_.levels[literal.atom.predicate] != level) continue;
        triggers[literal.atom.predicate].push_back({&rule, i});
        triggered = true;
      }
      if (!triggered) seeds.push_back(&rule);
    }
    for (const SheetRule* rule : seeds) fire(*rule, rule->body.size(), no_atom);
    while (listed_ < order_.size()) {
      const AtomId atom = order_[listed_++];
      atoms_.list(atom);
      for (const Trigger& trigger : triggers[atoms_.predicate(atom)]) {
        fire(*trigger.rule, trigger.literal, atom);
      }
    }
  }

  // ---- instances of one rule -------------------------------------------------------------

  /// Finds the rule instances in which the literal is the atom; without a literal, all instances.
  void fire(const SheetRule& rule, std::size_t literal, AtomId atom) {
    rule_ = &rule;
    binding_.assign(rule.variables, no_term);
    pending_.assign(rule.body.size(), true);
    if (lists_.size() <= rule.body.size()) lists_.resize(rule.body.size() + 1);
    depth_ = 0;
    if (atom == no_atom) {
      extend();
      return;
    }
    pending_[literal] = false;
    std::vector<std::uint32_t> bound;
    if (match_atom(rule.body[literal].atom, atom, bound)) extend();
  }

  bool match_atom(const PatternAtom& pattern, AtomId atom, std::vector<std::uint32_t>& bound) {
    for (std::size_t i = 0; i < pattern.args.size(); ++i) {
      if (!match(pattern.args[i], atoms_.args(atom)[i], terms_, binding_, bound)) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_bound(const PatternAtom& atom) {
    scratch_.clear();
    for (const Pattern& arg : atom.args) add_variables(arg, scratch_);
    return std::ranges::all_of(scratch_, [&](std::uint32_t v) { return binding_[v] != no_term; });
  }

  AtomId instance(const PatternAtom& atom) {
    std::vector<TermId> args;
    for (const Pattern& arg : atom.args) args.push_back(instantiate(arg, binding_, terms_));
    return atoms_.intern(atom.predicate, args);
  }

  enum class Test : std::uint8_t { holds, fails, open };

  /// Tests a comparison, or a negated static atom.
  Test test(const RuleLiteral& literal) {
    if (!is_bound(literal.atom)) return Test::open;
    if (literal.kind == Kind::negative) {
      const AtomId atom = instance(literal.atom);
      const bool holds = atom < possible_.size() && possible_[atom];
      return holds ? Test::fails : Test::holds;
    }
    const TermId left = instantiate(literal.atom.args[0], binding_, terms_);
    const TermId right = instantiate(literal.atom.args[1], binding_, terms_);
    return (left == right) == (literal.kind == Kind::same) ? Test::holds : Test::fails;
  }

  static bool is_matched(const RuleLiteral& literal) {
    return literal.kind == Kind::positive || literal.kind == Kind::possible;
  }

  [[nodiscard]] bool is_test(const RuleLiteral& literal) const {
    return literal.kind == Kind::distinct || literal.kind == Kind::same ||
           (literal.kind == Kind::negative && !program_.dynamic(literal.atom.predicate));
  }

  /// Continues a rule with some literals already matched.
  void extend() {
    std::vector<std::size_t> tested;
    bool fine = true;
    for (std::size_t i = 0; i < rule_->body.size() && fine; ++i) {
      if (!pending_[i] || !is_test(rule_->body[i])) continue;
      const Test result = test(rule_->body[i]);
      fine = result != Test::fails;
      if (result != Test::holds) continue;
      pending_[i] = false;
      tested.push_back(i);
    }
    if (fine) choose();
    for (const std::size_t i : tested) pending_[i] = true;
  }

  void choose() {
    std::size_t best = rule_->body.size();
    std::size_t fewest = 0;
    AtomTable::Candidates& lists = lists_[depth_];
    for (std::size_t i = 0; i < rule_->body.size(); ++i) {
      if (!pending_[i] || !is_matched(rule_->body[i])) continue;
      const std::size_t count = atoms_.candidates(rule_->body[i].atom, binding_, candidates_);
      if (best == rule_->body.size() || count < fewest) {
        best = i;
        fewest = count;
        lists.swap(candidates_);
      }
      if (count == 0) return;
    }
    if (best == rule_->body.size()) {
      emit();
      return;
    }
    pending_[best] = false;
    ++depth_;
    std::vector<std::uint32_t> bound;
    for (std::size_t list = 0; list < lists_[depth_ - 1].size(); ++list) {
      const std::vector<AtomId>& atoms = *lists_[depth_ - 1][list];
      watch_limits(atoms.size());
      for (const AtomId atom : atoms) {
        bound.clear();
        if (match_atom(rule_->body[best].atom, atom, bound)) extend();
        for (const std::uint32_t variable : bound) binding_[variable] = no_term;
      }
    }
    --depth_;
    pending_[best] = true;
  }

  void watch_limits(std::size_t steps) {
    steps_ += steps;
    if (steps_ > limits_.steps)
      throw LimitExceeded("grounding the rulesheet exceeds the limit of steps");
    if (limits_.seconds <= 0 || (++watched_ & 1023U) != 0) return;
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    if (elapsed.count() > limits_.seconds)
      throw LimitExceeded("the time limit of grounding was reached");
  }

  void emit() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      if ((pending_[i] && is_test(rule_->body[i])) || !is_bound(rule_->body[i].atom)) unsafe();
    }
    if (!is_bound(rule_->head)) unsafe();
    const AtomId head = instance(rule_->head);
    if (program_.dynamic(rule_->head.predicate)) keep_body(head);
    derive(head);
  }

  [[noreturn]] void unsafe() const {
    throw Malformed("a variable of this rule is bound by no positive literal", rule_->line);
  }

  void keep_body(AtomId head) {
    body_.clear();
    for (const RuleLiteral& literal : rule_->body) {
      if (is_test(literal) || literal.kind == Kind::possible) continue;
      if (!program_.dynamic(literal.atom.predicate)) continue;
      const BodyLiteral atom = instance(literal.atom);
      body_.push_back(2 * atom + (literal.kind == Kind::negative ? 1 : 0));
    }
    std::ranges::sort(body_);
    body_.erase(std::unique(body_.begin(), body_.end()), body_.end());
    for (std::size_t i = 1; i < body_.size(); ++i) {
      if (body_[i] == (body_[i - 1] ^ 1U)) return;  // an atom and its negation
    }
    std::uint64_t hash = mixed(0, head);
    for (const BodyLiteral literal : body_) hash = mixed(hash, literal);
    const std::uint32_t known = by_hash_.find(hash, [&](std::uint32_t number) {
      const GroundBody& body = result_.bodies[number];
      return body.head == head && std::ranges::equal(result_.literals(body), body_);
    });
    if (known != NumberTable::none) return;
    by_hash_.insert(hash, static_cast<std::uint32_t>(result_.bodies.size()));
    result_.bodies.push_back(
        {head, static_cast<std::uint32_t>(body_.size()), result_.body_literals.size()});
    result_.body_literals.insert(result_.body_literals.end(), body_.begin(), body_.end());
    if (result_.body_literals.size() > limits_.body_literals) {
      throw LimitExceeded("the ground rules of the sheet are too large");
    }
  }

  // ---- the end ---------------------------------------------------------------------------

  void finish() {
    const std::size_t size = atoms_.size();
    possible_.resize(size);
    result_.next.resize(size, no_atom);
    result_.legal.resize(size, no_atom);
    result_.initial.resize(size);
    result_.kinds.assign(size, AtomKind::never);
    for (AtomId atom = 0; atom < size; ++atom) {
      if (possible_[atom]) result_.kinds[atom] = kind_of(atoms_.predicate(atom));
    }
    for (const GroundBody& body : result_.bodies) {
      if (body.size == 0) result_.kinds[body.head] = AtomKind::always;
    }
    std::ranges::stable_sort(result_.bodies, {}, &GroundBody::head);
    result_.first_body.assign(size + 1, 0);
    for (const GroundBody& body : result_.bodies) ++result_.first_body[body.head + 1];
    for (std::size_t i = 0; i < size; ++i) result_.first_body[i + 1] += result_.first_body[i];
    result_.terminal = atoms_.find(game_.terminal, {});
    result_.loop = ground_loops(result_);
  }

  [[nodiscard]] AtomKind kind_of(PredicateId predicate) const {
    if (predicate == game_.truth) return AtomKind::fluent;
    if (predicate == game_.does) return AtomKind::move;
    return program_.dynamic(predicate) ? AtomKind::derived : AtomKind::always;
  }

  GroundGame& result_;
  Terms& terms_;
  AtomTable& atoms_;
  const GamePredicates& game_;
  const RuleProgram& program_;
  const GroundLimits& limits_;
  const Clock::time_point begin_ = Clock::now();

  std::vector<bool> possible_;  ///< by atom
  std::vector<AtomId> order_;   ///< possible atoms, in the order in which they were found
  std::size_t listed_ = 0;      ///< number of listed atoms
  std::vector<TermId> roles_;

  const SheetRule* rule_ = nullptr;
  Binding binding_;
  std::vector<bool> pending_;                 ///< by literal of the rule
  std::vector<AtomTable::Candidates> lists_;  ///< by depth
  AtomTable::Candidates candidates_;
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> scratch_;
  std::vector<BodyLiteral> body_;
  NumberTable by_hash_;  ///< bodies
  std::uint64_t steps_ = 0;
  std::uint64_t watched_ = 0;
};

}  // namespace

AtomId GroundGame::find(NameId predicate, std::span<const TermId> args) const {
  const auto id = sheet.predicates.find(predicate, args.size());
  return id ? atoms->find(*id, args) : no_atom;
}

std::string GroundGame::text(AtomId atom) const {
  const auto& [name, arity] = sheet.predicates[atoms->predicate(atom)];
  if (arity == 0) return sheet.terms.text(name);
  std::string text = "(" + sheet.terms.text(name);
  for (const TermId arg : atoms->args(atom)) text += " " + sheet.terms.text_of(arg);
  return text + ")";
}

GroundGame ground(std::string_view sheet, const std::vector<WantedPredicate>& wanted,
                  const GroundLimits& limits) {
  GroundGame result;
  result.sheet = read_sheet(sheet);
  const GamePredicates game(result.sheet);
  std::vector<PredicateId> roots;
  for (const WantedPredicate& some : wanted) {
    roots.push_back(result.sheet.predicates.id(result.sheet.terms.name(some.name), some.arity));
  }
  const RuleProgram program = make_rule_program(result.sheet, game, roots);
  result.atoms = std::make_unique<AtomTable>(result.sheet.terms);
  Grounder(result, game, program, limits).run();
  return result;
}

}  // namespace tesuji::certificates
