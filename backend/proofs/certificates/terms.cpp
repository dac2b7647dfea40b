#include "backend/proofs/certificates/terms.h"

#include <algorithm>

namespace tesuji::certificates {

namespace {

std::uint64_t hash_of_term(NameId name, std::span<const TermId> args, bool compound) {
  std::uint64_t hash = mixed(compound ? 1 : 2, name);
  for (const TermId arg : args) hash = mixed(hash, arg);
  return hash;
}

}  // namespace

NameId Terms::name(std::string_view text) {
  const auto found = by_text_.find(text);
  if (found != by_text_.end()) return found->second;
  names_.emplace_back(text);
  const auto id = static_cast<NameId>(names_.size() - 1);
  by_text_.emplace(names_.back(), id);
  return id;
}

TermId Terms::find(NameId name, std::span<const TermId> args, bool compound,
                   std::uint64_t hash) const {
  return by_hash_.find(hash, [&](TermId term) {
    return nodes_[term].name == name && nodes_[term].compound == compound &&
           std::ranges::equal(this->args(term), args);
  });
}

TermId Terms::find_compound(NameId functor, std::span<const TermId> args) const {
  return find(functor, args, true, hash_of_term(functor, args, true));
}

TermId Terms::intern(NameId name, std::span<const TermId> args, bool compound) {
  const std::uint64_t hash = hash_of_term(name, args, compound);
  const TermId found = find(name, args, compound, hash);
  if (found != no_term) return found;
  const auto id = static_cast<TermId>(nodes_.size());
  // A copy, since the arguments may be those of another term in args_.
  const std::vector<TermId> own(args.begin(), args.end());
  nodes_.push_back({name, compound, static_cast<std::uint32_t>(own.size()), args_.size()});
  args_.insert(args_.end(), own.begin(), own.end());
  by_hash_.insert(hash, id);
  return id;
}

std::string Terms::text_of(TermId term) const {
  if (!is_compound(term)) return names_[name_of(term)];
  std::string text = "(" + names_[name_of(term)];
  for (const TermId arg : args(term)) text += " " + text_of(arg);
  return text + ")";
}

TermId instantiate(const Pattern& pattern, const Binding& binding, Terms& terms) {
  if (pattern.kind == Pattern::Kind::ground) return pattern.id;
  if (pattern.kind == Pattern::Kind::variable) return binding[pattern.id];
  std::vector<TermId> args;
  args.reserve(pattern.args.size());
  for (const Pattern& arg : pattern.args) {
    args.push_back(instantiate(arg, binding, terms));
    if (args.back() == no_term) return no_term;
  }
  return terms.compound(pattern.id, args);
}

void add_variables(const Pattern& pattern, std::vector<std::uint32_t>& variables) {
  if (pattern.kind == Pattern::Kind::variable) variables.push_back(pattern.id);
  for (const Pattern& arg : pattern.args) add_variables(arg, variables);
}

}  // namespace tesuji::certificates
