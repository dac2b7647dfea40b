#include "ir/text/version_1.h"

#include <algorithm>
#include <array>

namespace tesuji::ir {
namespace {

Answer answer_of(std::string_view name, std::string_view family) {
  const bool whole = family.size() == name.size();
  if (family == "terminal" && !whole) return Answer::none;
  if (family == "feature" && whole) return Answer::none;
  return answer_named(family).value_or(Answer::none);
}

}  // namespace

void add_meaning_of_version_1(Relation& relation) {
  if (relation.kind == RelationKind::memory) return;
  const std::string_view name = relation.name;
  const std::size_t dot = name.find('.');
  if (relation.answer == Answer::none) relation.answer = answer_of(name, name.substr(0, dot));
  if (relation.answer == Answer::goal && dot == std::string_view::npos) relation.term = "?";
  constexpr std::array<Answer, 3> of_roles = {Answer::legal, Answer::goal, Answer::sees};
  const bool role = relation.kind == RelationKind::input ||
                    std::find(of_roles.begin(), of_roles.end(), relation.answer) != of_roles.end();
  if (!relation.term.empty() || (!role && relation.kind != RelationKind::state)) return;
  const std::string functor(name.substr(dot == std::string_view::npos ? 0 : dot + 1));
  std::size_t places = relation.columns.size();
  if (role && places > 0) --places;
  relation.term = places == 0 ? functor : "(" + functor;
  for (std::size_t i = 0; i < places; ++i) relation.term += " ?";
  if (places > 0) relation.term += ")";
}

void forget_answers_of_memories(Module& module) {
  if (module.agendas.empty()) return;
  for (Relation& relation : module.relations) relation.answer = Answer::none;
}

}  // namespace tesuji::ir
