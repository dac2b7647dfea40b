#include "passes/subgames/compound_moves.h"

#include "passes/subgames/vertex_sets.h"

#include <algorithm>
#include <map>
#include <set>

namespace tesuji::passes {

namespace {

/// Maximum number of comparisons of moves; beyond it, sets that share moves are all joined.
constexpr std::uint64_t most_comparisons = 30'000'000;

/// Sets connected by moves, and these moves.
class ParallelSets {
 public:
  ParallelSets(const std::vector<CompoundMove>& moves, const std::vector<std::uint32_t>& members)
      : members_(members) {
    std::map<std::uint32_t, std::uint32_t> place_of;
    for (std::uint32_t i = 0; i < members.size(); ++i) place_of[members[i]] = i;
    std::map<std::pair<std::uint32_t, std::vector<ir::Signal>>, std::uint32_t> classes;
    std::vector<std::map<PartKey, std::uint32_t>> known(members.size());
    for (const CompoundMove& move : moves) {
      std::vector<std::uint32_t> row(members.size(), 0);  // 0: it has no part there
      for (const MovePart& part : move.parts) {
        const auto place = place_of.find(part.set);
        if (place == place_of.end()) continue;
        auto& numbers = known[place->second];
        const auto number = static_cast<std::uint32_t>(numbers.size() + 1);
        row[place->second] =
            numbers.emplace(PartKey(part.effects, part.legal), number).first->second;
      }
      const auto number = static_cast<std::uint32_t>(classes.size());
      const auto [of, is_new] = classes.emplace(std::pair(move.role, move.shared), number);
      if (is_new) rows_.emplace_back();
      rows_[of->second].push_back(std::move(row));
    }
    for (std::uint32_t i = 0; i < members.size(); ++i) blocks_.push_back({i});
  }

  /// Returns blocks of members such that all combinations of their parts are moves.
  std::vector<std::vector<std::uint32_t>> run() {
    for (bool changed = true; changed && blocks_.size() > 1;) {
      changed = false;
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        for (std::size_t k = i + 1; k < blocks_.size();) {
          if (are_all_there({blocks_[i], blocks_[k]})) {
            ++k;
            continue;
          }
          blocks_[i].insert(blocks_[i].end(), blocks_[k].begin(), blocks_[k].end());
          blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(k));
          changed = true;
        }
      }
    }
    if (!are_all_there(blocks_)) {
      for (std::size_t k = 1; k < blocks_.size(); ++k) {
        blocks_[0].insert(blocks_[0].end(), blocks_[k].begin(), blocks_[k].end());
      }
      blocks_.resize(1);
    }
    for (auto& block : blocks_) {
      for (std::uint32_t& member : block) member = members_[member];
    }
    return blocks_;
  }

 private:
  using Row = std::vector<std::uint32_t>;
  using PartKey = std::pair<std::vector<std::uint32_t>, std::vector<ir::Signal>>;

  /// Also returns false if counting them takes too long.
  bool are_all_there(const std::vector<Row>& blocks) {
    for (const std::vector<Row>& rows : rows_) {
      std::set<Row> combinations;
      std::vector<std::set<Row>> single(blocks.size());
      for (const Row& row : rows) {
        Row all;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
          Row part;
          for (const std::uint32_t member : blocks[b]) part.push_back(row[member]);
          all.insert(all.end(), part.begin(), part.end());
          single[b].insert(std::move(part));
        }
        comparisons_ += all.size();
        combinations.insert(std::move(all));
      }
      if (comparisons_ > most_comparisons) return false;
      std::uint64_t product = 1;
      for (const auto& parts : single) {
        product *= parts.size();
        if (product > combinations.size()) return false;
      }
    }
    return true;
  }

  const std::vector<std::uint32_t>& members_;
  std::vector<std::vector<Row>> rows_;  ///< by role and shared conjuncts: parts by member
  std::vector<Row> blocks_;
  std::uint64_t comparisons_ = 0;
};

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> sets_to_join(
    const std::vector<CompoundMove>& moves, std::uint32_t sets) {
  VertexSets bundles(sets);
  std::vector<bool> is_compound(sets, false);
  for (const CompoundMove& move : moves) {
    for (const MovePart& part : move.parts) {
      bundles.join(move.parts.front().set, part.set);
      is_compound[part.set] = is_compound[part.set] || move.parts.size() > 1;
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t set = 0; set < sets; ++set) {
    if (is_compound[set]) members[bundles.find(set)].push_back(set);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (const auto& [bundle, those] : members) {
    for (const auto& block : ParallelSets(moves, those).run()) {
      for (const std::uint32_t set : block) {
        if (set != block.front()) joined.emplace_back(block.front(), set);
      }
    }
  }
  return joined;
}

}  // namespace tesuji::passes
