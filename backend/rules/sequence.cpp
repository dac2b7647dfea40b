#include "backend/rules/sequence.h"

#include "backend/agenda/maintainer.h"
#include "backend/interpreter/agenda_interpreter.h"
#include "backend/llvm/agendas/agenda_jit.h"
#include "backend/rules/production.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_ast.h"
#include "ir/module/agenda_premises.h"
#include "ir/module/module.h"
#include "passes/plans/maintain.h"
#include "runtime/host/production/production.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

// Keeps the base facts of a sequence of working memories, in order of arrival, and the changes of
// each step.

/// The differences between two memories, as sets, by relation.
struct FactChanges {
  runtime::Facts gone;
  runtime::Facts come;
  [[nodiscard]] std::size_t size() const;
};

class BaseFacts {
 public:
  /// Starts with the module's initial facts. Relations in changes must be memory, with the
  /// constants in their columns' domains.
  explicit BaseFacts(std::shared_ptr<const ir::Module> module);

  /// If several changes concern the same fact, the last one counts; facts that stay unchanged are
  /// omitted. Takes time proportional to the changes.
  FactChanges apply(const std::vector<frontend::FactChange>& changes);

  /// Returns all base facts, in order of arrival. Valid until the next change.
  [[nodiscard]] const runtime::Facts& rows();
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  using Row = std::vector<std::uint32_t>;
  struct RowHash {
    std::size_t operator()(const Row& row) const;
  };
  /// A fact that exists, or existed at the start of the step.
  struct Fact {
    std::uint64_t arrival = 0;
    std::uint64_t step = 0;  ///< the last step that visited it
    bool was_there = false;  ///< whether it existed at the start of that step
    bool is_there = false;
  };
  using Relation = std::unordered_map<Row, Fact, RowHash>;

  std::shared_ptr<const ir::Module> module_;
  std::unordered_map<ir::Symbol, ir::RelationId> ids_;
  std::vector<Relation> relations_;
  std::vector<bool> changed_;  ///< by relation: since rows_ was filled
  runtime::Facts rows_;
  std::size_t size_ = 0;
  std::uint64_t clock_ = 0;
  std::uint64_t step_ = 0;
};

void append(runtime::FactRows& rows, const std::vector<std::uint32_t>& row) {
  ++rows.rows;
  rows.cells.insert(rows.cells.end(), row.begin(), row.end());
}

/// Splits the rows into a list.
std::vector<std::vector<std::uint32_t>> split(const runtime::FactRows& rows, std::size_t width) {
  std::vector<std::vector<std::uint32_t>> list;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const auto begin = rows.cells.begin() + static_cast<std::ptrdiff_t>(r * width);
    list.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return list;
}

std::size_t FactChanges::size() const {
  std::size_t all = 0;
  for (const runtime::Facts* facts : {&gone, &come}) {
    for (const runtime::FactRows& rows : *facts) all += rows.rows;
  }
  return all;
}

std::size_t BaseFacts::RowHash::operator()(const Row& row) const {
  std::size_t hash = 0;
  for (const std::uint32_t value : row) hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32U);
}

BaseFacts::BaseFacts(std::shared_ptr<const ir::Module> module)
    : module_(std::move(module)),
      relations_(module_->relations.size()),
      changed_(module_->relations.size()),
      rows_(initial_facts(*module_)) {
  for (ir::RelationId r = 0; r < module_->relations.size(); ++r) {
    const ir::Relation& relation = module_->relations[r];
    ids_.emplace(module_->symbols->intern(relation.name), r);
    for (auto& row : split(rows_[r], relation.columns.size())) {
      relations_[r].emplace(std::move(row), Fact{.arrival = clock_++, .is_there = true});
    }
    size_ += rows_[r].rows;
  }
}

FactChanges BaseFacts::apply(const std::vector<frontend::FactChange>& changes) {
  ++step_;
  std::vector<std::pair<ir::RelationId, Relation::value_type*>> touched;
  Row wanted;
  for (const frontend::FactChange& change : changes) {
    const ir::RelationId id = ids_.at(change.fact.relation);
    const std::vector<ir::DomainId>& columns = module_->relations[id].columns;
    wanted.resize(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      wanted[c] =
          static_cast<std::uint32_t>(module_->domains[columns[c]].position(change.fact.args[c]));
    }
    Relation::value_type& entry = *relations_[id].try_emplace(wanted).first;
    Fact& fact = entry.second;
    if (fact.step != step_) {
      fact.step = step_;
      fact.was_there = fact.is_there;
      touched.emplace_back(id, &entry);
    }
    if (fact.is_there == change.adds) continue;
    fact.is_there = change.adds;
    fact.arrival = clock_++;
    changed_[id] = true;
  }
  FactChanges net;
  net.gone.resize(rows_.size());
  net.come.resize(rows_.size());
  for (const auto& [id, entry] : touched) {
    const auto& [row, fact] = *entry;
    if (fact.was_there && !fact.is_there) append(net.gone[id], row);
    if (!fact.was_there && fact.is_there) append(net.come[id], row);
    size_ += static_cast<std::size_t>(fact.is_there) - static_cast<std::size_t>(fact.was_there);
    if (!fact.is_there) relations_[id].erase(relations_[id].find(row));
  }
  return net;
}

const runtime::Facts& BaseFacts::rows() {
  for (ir::RelationId r = 0; r < rows_.size(); ++r) {
    if (!changed_[r]) continue;
    changed_[r] = false;
    std::vector<std::pair<std::uint64_t, const Row*>> ordered;
    for (const auto& [row, fact] : relations_[r]) ordered.emplace_back(fact.arrival, &row);
    std::sort(ordered.begin(), ordered.end());
    rows_[r] = {};
    for (const auto& [arrival, row] : ordered) append(rows_[r], *row);
  }
  return rows_;
}

/// Factor per run from scratch: knowledge of updates fades, so that they are tried again.
constexpr double forgetting = 0.95;

std::size_t count(const runtime::Facts& facts) {
  std::size_t all = 0;
  for (const runtime::FactRows& rows : facts) all += rows.rows;
  return all;
}

/// Sums the trials of all premises, including those in existence tests. `conclusions`: for each
/// rule, how many of its last operations are conclusions, which do not count.
std::uint64_t nodes_of(const runtime::ProductionResult& result,
                       const std::vector<std::size_t>& conclusions) {
  std::uint64_t nodes = 0;
  for (std::size_t i = 0; i < conclusions.size(); ++i) {
    const std::vector<std::uint64_t>& trials = result.counts[i].trials;
    for (std::size_t place = 0; place + conclusions[i] < trials.size(); ++place) {
      nodes += trials[place];
    }
  }
  return nodes;
}

}  // namespace

std::optional<RuleSequence> load_sequence(const std::string& path,
                                          const std::vector<std::string>& facts,
                                          const std::string& changes, Session& session,
                                          bool csv_header) {
  if (is_ir_path(path)) {
    session.diagnostics.error({}, "usage",
                              "a sequence needs production rules as text: in `" + path +
                                  "` it is settled which facts never change");
    return std::nullopt;
  }
  const std::optional<ir::FileId> file = read_file(changes, session);
  if (!file) return std::nullopt;
  auto steps = frontend::read_changes(*file, *session.symbols, session.diagnostics);
  if (!steps) return std::nullopt;
  std::vector<frontend::GroundFact> later;
  for (const frontend::ChangeStep& step : *steps) {
    for (const frontend::FactChange& change : step.changes) later.push_back(change.fact);
  }
  std::optional<ir::Module> module = load_rules(path, facts, session, later, csv_header);
  if (!module) return std::nullopt;
  return RuleSequence{std::move(*module), std::move(*steps)};
}

class Sequence::State {
 public:
  State(std::shared_ptr<const ir::Module> module, ProductionEngine engine, Incremental mode,
        const std::shared_ptr<object_cache::ObjectCache>& cache)
      : module_(std::move(module)),
        mode_(mode),
        system_(compile_rules(module_, engine, true, cache)),
        base_(module_) {
    for (const ir::Agenda& rule : module_->agendas) {
      conclusions_.push_back(ir::conclusions_of(rule).size());
    }
    const bool keeps = mode != Incremental::never && engine != ProductionEngine::reference;
    if (!keeps || !ir::can_maintain(*module_)) return;
    ir::MaintenanceRules rules = passes::maintenance_rules(*module_);
    maintenance_ = std::make_shared<const ir::Module>(std::move(rules.module));
    // An update ends too soon to repay optimised code.
    auto runner =
        engine == ProductionEngine::native
            ? llvm_backend::make_rule_jit(
                  maintenance_, {.tier = llvm_backend::JitOptions::Tier::fast, .cache = cache})
            : interpreter::make_rule_interpreter(maintenance_);
    maintainer_.emplace(std::move(runner), std::move(rules));
  }

  SequenceStep start(const runtime::ProductionLimits& limits) {
    base_ = BaseFacts(module_);
    update_cost_.reset();
    SequenceStep step;
    run(limits, step);
    return step;
  }

  SequenceStep next(const std::vector<frontend::FactChange>& changes,
                    const runtime::ProductionLimits& limits) {
    const FactChanges net = base_.apply(changes);
    SequenceStep step;
    step.gone = count(net.gone);
    step.come = count(net.come);
    if (!update(net, limits, step)) run(limits, step);
    return step;
  }

  [[nodiscard]] const ir::Module* maintenance() const { return maintenance_.get(); }

 private:
  void run(const runtime::ProductionLimits& limits, SequenceStep& step) {
    runtime::ProductionResult result = system_->run(base_.rows(), limits);
    const std::uint64_t nodes = nodes_of(result, conclusions_);
    step.end = result.end;
    step.rounds = result.rounds;
    step.nodes += nodes;
    step.deduced = std::move(result.deduced);
    step.computed = std::move(result.computed);
    step.failures = std::move(result.failures);
    run_cost_ = static_cast<double>(nodes + count(result.memory));
    if (update_cost_) *update_cost_ *= forgetting;
    usable_ = result.end == runtime::ProductionEnd::fixpoint;
    current_ = false;
    if (!maintainer_) return;
    last_base_ = base_.rows();
    last_memory_ = std::move(result.memory);
  }

  /// Returns false if the memory must be run from scratch.
  bool update(const FactChanges& net, const runtime::ProductionLimits& limits, SequenceStep& step) {
    if (!maintainer_ || !usable_) return false;
    std::uint64_t trials = limits.nodes;
    if (mode_ == Incremental::automatic) {
      if (expected(net.size()) > run_cost_) return false;
      trials = std::min(trials, static_cast<std::uint64_t>(run_cost_));
    }
    if (!current_) maintainer_->load(last_base_, last_memory_);
    current_ = true;
    step.incremental = maintainer_->update(net.gone, net.come, trials);
    step.nodes = maintainer_->nodes();
    const double each =
        static_cast<double>(step.nodes) / static_cast<double>(std::max<std::size_t>(net.size(), 1));
    update_cost_ = update_cost_ ? (*update_cost_ + each) / 2 : each;
    if (step.incremental) step.deduced = maintainer_->deduced();
    return step.incremental;
  }

  /// Estimates the trials of an update with `changes` changed facts. Before the first update,
  /// assumes only that with half of the facts changed, a run costs the same.
  [[nodiscard]] double expected(std::size_t changes) const {
    const auto all = static_cast<double>(std::max<std::size_t>(base_.size(), 1));
    const double loading = current_ ? 0 : static_cast<double>(count(last_memory_));
    return update_cost_.value_or(2 * run_cost_ / all) * static_cast<double>(changes) + loading;
  }

  std::shared_ptr<const ir::Module> module_;
  Incremental mode_;
  std::unique_ptr<runtime::ProductionSystem> system_;
  std::vector<std::size_t> conclusions_;  ///< of each rule
  std::shared_ptr<const ir::Module> maintenance_;
  std::optional<agenda::Maintainer> maintainer_;
  BaseFacts base_;
  double run_cost_ = 0;                     ///< of the last run: trials, and facts loaded
  std::optional<double> update_cost_;  ///< trials per changed fact; empty before the first update
  bool usable_ = false;                ///< the last run reached a fixpoint
  bool current_ = false;                    ///< the maintainer holds the memory before this step
  runtime::Facts last_base_, last_memory_;  ///< of the last run, for the maintainer to load
};

Sequence::Sequence(std::shared_ptr<const ir::Module> module, ProductionEngine engine,
                   Incremental mode, const std::shared_ptr<object_cache::ObjectCache>& cache)
    : state_(std::make_unique<State>(std::move(module), engine, mode, cache)) {}

Sequence::~Sequence() = default;

SequenceStep Sequence::start(const runtime::ProductionLimits& limits) {
  return state_->start(limits);
}

SequenceStep Sequence::next(const std::vector<frontend::FactChange>& changes,
                            const runtime::ProductionLimits& limits) {
  return state_->next(changes, limits);
}

const ir::Module* Sequence::maintenance() const {
  return state_->maintenance();
}

}  // namespace tesuji::driver
