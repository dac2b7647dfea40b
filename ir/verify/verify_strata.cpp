// Verifies strata and entries: every relation is complete before it is read, and no round of a
// recursive stratum misses a tuple.
#include "ir/core/counted.h"
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace tesuji::ir {
namespace {

/// A relation read by a rule or plan.
struct Read {
  RelationId relation;
  Span span;
};

/// The reads of one stratum, by rules at level clauses and by plans at level plans.
using Reads = std::vector<Read>;

void add_reads(const std::vector<Operation>& ops, const Span& unit, Reads& reads) {
  for (const Operation& op : ops) {
    add_reads(op.body, unit, reads);
    if (op.relation == no_id || op.kind == Operation::Kind::insert ||
        op.kind == Operation::Kind::given) {
      continue;
    }
    reads.push_back({op.relation, op.span.known() ? op.span : unit});
  }
}

std::vector<Reads> find_reads(const Verification& run) {
  const Module& module = run.module;
  std::vector<Reads> reads(module.strata.size());
  if (module.level == Level::plans) {
    for (std::size_t i = 0; i < module.strata.size(); ++i) {
      for (const std::uint32_t plan : module.strata[i].plans) {
        add_reads(module.plans[plan].ops, module.plans[plan].span, reads[i]);
      }
    }
    return reads;
  }
  for (const Rule& rule : module.rules) {
    const std::uint32_t stratum = run.stratum_of[rule.head];
    if (stratum == no_id) continue;
    for (const Literal& literal : rule.body) {
      if (literal.relation == no_id) continue;
      reads[stratum].push_back({literal.relation, literal.span.known() ? literal.span : rule.span});
    }
  }
  return reads;
}

class EntryVerifier {
 public:
  explicit EntryVerifier(Verification& run) : run_(run), reads_(find_reads(run)) {}

  void verify(const Entry& entry) {
    std::vector<bool> done(run_.module.strata.size());
    if (const Entry* first = run_.module.find_entry("static"); first != &entry && first) {
      for (const std::uint32_t stratum : first->strata) done[stratum] = true;
    }
    for (const std::uint32_t stratum : entry.strata) {
      if (done[stratum]) {
        run_.fault({}, fmt::format("entry {} runs stratum {} twice", entry.name, stratum));
      }
      for (const Read& read : reads_[stratum]) verify(entry, stratum, read, done);
      done[stratum] = true;
    }
    if (entry.name == "static") return;
    for (RelationId id = 0; id < run_.module.relations.size(); ++id) {
      const std::uint32_t stratum = run_.stratum_of[id];
      const Relation& relation = run_.module.relations[id];
      if (stratum == no_id || done[stratum] || name_of(relation.answer) != entry.name) continue;
      run_.fault_at(relation,
                    fmt::format("entry {} does not compute {}", entry.name, relation.name));
    }
  }

 private:
  void verify(const Entry& entry, std::uint32_t stratum, const Read& read,
              const std::vector<bool>& done) {
    const Relation& relation = run_.module.relations[read.relation];
    if (relation.kind != RelationKind::derived) return;
    const std::uint32_t other = run_.stratum_of[read.relation];
    if (other != no_id && done[other]) return;
    if (other == stratum && run_.module.strata[stratum].recursive) return;
    run_.fault(read.span,
               fmt::format("entry {} reads {} before it is computed", entry.name, relation.name));
  }

  Verification& run_;
  std::vector<Reads> reads_;
};

/// Checks that a rule of a recursive stratum has a delta plan for each of its literals of that
/// stratum: otherwise some tuples may never be derived.
void verify_deltas(Verification& run, std::uint32_t number) {
  const Stratum& stratum = run.module.strata[number];
  struct RulePlans {
    std::size_t own_reads = 0;
    std::set<std::uint32_t> deltas;
    Span span;
  };
  std::map<std::string_view, RulePlans> rules;
  for (const std::uint32_t id : stratum.plans) {
    const Plan& plan = run.module.plans[id];
    RulePlans& rule = rules[plan.rule];
    Reads reads;
    add_reads(plan.ops, plan.span, reads);
    const auto own = std::count_if(reads.begin(), reads.end(), [&](const Read& read) {
      return run.stratum_of[read.relation] == number;
    });
    rule.own_reads = std::max(rule.own_reads, static_cast<std::size_t>(own));
    if (plan.delta_of != no_id) rule.deltas.insert(plan.delta_of);
    rule.span = plan.span;
  }
  for (const auto& [name, rule] : rules) {
    const bool complete = rule.deltas.size() == rule.own_reads &&
                          (rule.deltas.empty() || *rule.deltas.rbegin() + 1 == rule.own_reads);
    if (complete) continue;
    run.fault(rule.span, fmt::format("{} reads its own stratum {} and has {}", name,
                                     counted(rule.own_reads, "time"),
                                     counted(rule.deltas.size(), "delta plan")));
  }
}

/// Checks that an entry has the name of a question, and that each computed answer belongs to an
/// entry: otherwise the host would read an empty answer.
void verify_questions(Verification& run) {
  for (const Entry& entry : run.module.entries) {
    if (std::find(entry_names.begin(), entry_names.end(), entry.name) != entry_names.end())
      continue;
    run.fault({}, fmt::format("unknown question {}: the entries are {}", entry.name,
                              fmt::join(entry_names, ", ")));
  }
  if (run.module.level != Level::plans) return;
  for (RelationId id = 0; id < run.module.relations.size(); ++id) {
    const Relation& relation = run.module.relations[id];
    if (relation.answer == Answer::none || run.stratum_of[id] == no_id) continue;
    if (run.module.find_entry(name_of(relation.answer)) != nullptr) continue;
    run.fault_at(relation, fmt::format("entry {} is missing, which computes {}",
                                       name_of(relation.answer), relation.name));
  }
}

/// Checks that every plan belongs to a stratum: otherwise it would be ignored silently.
void verify_all_run(Verification& run) {
  std::vector<bool> run_by_stratum(run.module.plans.size());
  for (const Stratum& stratum : run.module.strata) {
    for (const std::uint32_t plan : stratum.plans) run_by_stratum[plan] = true;
  }
  for (std::size_t i = 0; i < run_by_stratum.size(); ++i) {
    if (run_by_stratum[i]) continue;
    const Plan& plan = run.module.plans[i];
    run.fault(plan.span, fmt::format("plan {} is in no stratum", plan.rule));
  }
}

}  // namespace

void verify_strata(Verification& run) {
  std::set<std::string_view> names;
  for (const Entry& entry : run.module.entries) {
    if (!names.insert(entry.name).second) {
      run.fault({}, fmt::format("there are two entries named {}", entry.name));
    }
    for (const std::uint32_t stratum : entry.strata) {
      if (stratum >= run.module.strata.size()) {
        run.fault({}, fmt::format("entry {} has no stratum {}", entry.name, stratum));
      }
    }
  }
  if (!run.good()) return;
  verify_questions(run);
  verify_all_run(run);
  for (std::uint32_t i = 0; i < run.module.strata.size(); ++i) {
    const Stratum& stratum = run.module.strata[i];
    // A nested call has no delta.
    const bool calls = std::any_of(
        stratum.relations.begin(), stratum.relations.end(),
        [&](RelationId id) { return run.module.relations[id].storage == Storage::call; });
    if (calls && stratum.relations.size() > 1) {
      run.fault({}, fmt::format("stratum {} has more relations than one that is called", i));
    }
    if (stratum.recursive && !calls) verify_deltas(run, i);
  }
  EntryVerifier entries(run);
  for (const Entry& entry : run.module.entries) entries.verify(entry);
}

}  // namespace tesuji::ir
