#include "ir/module/relation.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tesuji::ir {

// --- Answers

std::optional<Answer> answer_named(std::string_view name) {
  for (std::size_t i = 1; i < entry_names.size(); ++i) {
    if (entry_names[i] == name) return static_cast<Answer>(i);
  }
  return std::nullopt;
}

// --- Relations

namespace {

constexpr std::array<std::string_view, origins_count> origin_names = {
    "source", "need", "bound",    "some",       "split", "part",     "made",  "only",
    "before", "any",  "instance", "projection", "facts", "observed", "given", "change"};

std::size_t hash_of(std::string_view name) {
  return std::hash<std::string_view>{}(name);
}

}  // namespace

std::string_view name_of(Origin origin) {
  return origin_names[static_cast<std::size_t>(origin)];
}

std::optional<Origin> origin_named(std::string_view name) {
  for (std::size_t i = 0; i < origin_names.size(); ++i) {
    if (origin_names[i] == name) return static_cast<Origin>(i);
  }
  return std::nullopt;
}

bool is_given_to_call(const Relation& relation, std::size_t column) {
  if (relation.storage != Storage::call || relation.indexes.empty()) return false;
  const Index& given = relation.indexes[0];
  return std::find(given.begin(), given.end(), column) != given.end();
}

std::string term_of(const Relation& relation) {
  if (!relation.term.empty()) return relation.term;
  std::size_t places = relation.columns.size();
  const bool has_role = relation.kind == RelationKind::input || relation.answer == Answer::legal ||
                        relation.answer == Answer::goal || relation.answer == Answer::sees;
  if (has_role && places > 0) --places;
  if (places == 0) return relation.name;
  std::string term = "(" + relation.name;
  for (std::size_t i = 0; i < places; ++i) term += " ?";
  return term + ")";
}

std::string short_name(const Relation& relation) {
  std::string_view functor = relation.term;
  if (!functor.empty() && functor.front() == '(') functor.remove_prefix(1);
  functor = functor.substr(0, functor.find_first_of(" ()"));
  return functor.empty() || functor == "?" ? relation.name : std::string(functor);
}

Relations::Relations(std::initializer_list<Relation> relations) {
  for (const Relation& relation : relations) push_back(relation);
}

RelationId Relations::push_back(Relation relation) {
  all_.push_back(std::move(relation));
  const auto id = static_cast<RelationId>(all_.size() - 1);
  index(id);
  return id;
}

RelationId Relations::find(std::string_view name) const {
  const auto [first, last] = ids_.equal_range(hash_of(name));
  RelationId found = no_id;
  for (auto at = first; at != last; ++at) {
    if (all_[at->second].name == name && at->second < found) found = at->second;
  }
  return found;
}

std::string Relations::unused_name(std::string name) const {
  while (find(name) != no_id) name += '\'';
  return name;
}

void Relations::rename(RelationId id, std::string name) {
  forget(id);
  all_[id].name = std::move(name);
  index(id);
}

void Relations::truncate(std::size_t count) {
  while (all_.size() > count) {
    forget(static_cast<RelationId>(all_.size() - 1));
    all_.pop_back();
  }
}

void Relations::assign(std::vector<Relation> relations) {
  all_ = std::move(relations);
  ids_.clear();
  for (RelationId id = 0; id < all_.size(); ++id) index(id);
}

void Relations::index(RelationId id) {
  ids_.emplace(hash_of(all_[id].name), id);
}

void Relations::forget(RelationId id) {
  const auto [first, last] = ids_.equal_range(hash_of(all_[id].name));
  for (auto at = first; at != last; ++at) {
    if (at->second != id) continue;
    ids_.erase(at);
    return;
  }
}

}  // namespace tesuji::ir
