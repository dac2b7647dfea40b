#include "frontend/gdl/checks/root_causes.h"

#include "frontend/gdl/gdl_visit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace tesuji::frontend {
namespace {

using Reason = Impossible::Reason;

/// The same for a head and the atoms of bodies that it is about.
std::uint64_t relation_key(const Term& atom, const Keywords& keywords) {
  const auto key_of = [](Keyword keyword) {
    return (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(keyword);
  };
  const Keyword keyword = keywords.of(atom.name);
  switch (keyword) {
    case Keyword::none:
      return atom.name;
    case Keyword::init:
    case Keyword::next:
      return key_of(Keyword::holds);
    case Keyword::legal:
      return key_of(Keyword::does);
    default:
      return key_of(keyword);
  }
}

bool may_supply(const Term& head, const Term& atom) {
  return std::equal(head.args.begin(), head.args.end(), atom.args.begin(), atom.args.end(),
                    [](const Term& a, const Term& b) { return !clash(a, b); });
}

/// The atom that the clause lacks; null where its reason is no atom.
const Term* lacks(const Dead& dead) {
  const Literal* literal = dead.reason.literal;
  return literal != nullptr && literal->kind == Literal::Kind::atom ? &literal->atom : nullptr;
}

class Causes {
 public:
  Causes(const std::vector<Dead>& dead, const Keywords& keywords)
      : dead_(dead), keywords_(keywords), settled_(dead.size(), false) {
    for (std::size_t i = 0; i < dead.size(); ++i) {
      relations_[relation_key(dead[i].clause->head, keywords)].suppliers.push_back(i);
      if (const Term* atom = lacks(dead[i])) {
        relations_[relation_key(*atom, keywords)].users.push_back(i);
      }
    }
  }

  /// Indexes of the root causes.
  std::vector<std::size_t> find() {
    std::vector<std::size_t> roots;
    const auto take = [&](std::size_t index) {
      roots.push_back(index);
      settle(index);
    };
    for (std::size_t i = 0; i < dead_.size(); ++i) {
      if (!settled_[i] && !has_supplier(i)) take(i);
    }
    // What is left waits for each other.
    for (std::size_t i = 0; i < dead_.size(); ++i) {
      if (!settled_[i]) take(i);
    }
    std::sort(roots.begin(), roots.end());
    return roots;
  }

 private:
  /// Indexes of the clauses with the relation in the head, and of those that lack it.
  struct Relation {
    std::vector<std::size_t> suppliers;
    std::vector<std::size_t> users;
  };

  [[nodiscard]] bool has_supplier(std::size_t user) const {
    const Term* atom = lacks(dead_[user]);
    if (atom == nullptr) return false;
    const std::vector<std::size_t>& suppliers =
        relations_.at(relation_key(*atom, keywords_)).suppliers;
    return std::any_of(suppliers.begin(), suppliers.end(), [&](std::size_t supplier) {
      return supplier != user && may_supply(dead_[supplier].clause->head, *atom);
    });
  }

  /// The clause is a cause or has one, and so have all that lack what it would give.
  void settle(std::size_t index) {
    std::vector<std::size_t> open{index};
    settled_[index] = true;
    while (!open.empty()) {
      const Term& head = dead_[open.back()].clause->head;
      open.pop_back();
      std::erase_if(relations_[relation_key(head, keywords_)].users, [&](std::size_t user) {
        if (!settled_[user] && !may_supply(head, *lacks(dead_[user]))) return false;
        if (!settled_[user]) open.push_back(user);
        settled_[user] = true;
        return true;
      });
    }
  }

  const std::vector<Dead>& dead_;
  const Keywords& keywords_;
  std::unordered_map<std::uint64_t, Relation> relations_;
  std::vector<bool> settled_;
};

}  // namespace

std::vector<Dead> root_causes(std::vector<Dead> dead, const Keywords& keywords) {
  std::vector<Dead> result;
  for (const std::size_t index : Causes(dead, keywords).find()) {
    result.push_back(std::move(dead[index]));
  }
  return result;
}

}  // namespace tesuji::frontend
