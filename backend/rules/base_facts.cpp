#include "backend/rules/base_facts.h"

#include "backend/rules/production.h"

#include <algorithm>
#include <utility>

namespace tesuji::driver {
namespace {

void append(runtime::FactRows& rows, const std::vector<std::uint32_t>& row) {
  ++rows.rows;
  rows.cells.insert(rows.cells.end(), row.begin(), row.end());
}

/// The rows one by one.
std::vector<std::vector<std::uint32_t>> split(const runtime::FactRows& rows, std::size_t width) {
  std::vector<std::vector<std::uint32_t>> list;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const auto begin = rows.cells.begin() + static_cast<std::ptrdiff_t>(r * width);
    list.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return list;
}

}  // namespace

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

}  // namespace tesuji::driver
