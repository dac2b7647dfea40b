// Includes the JSON library, for files that build or read JSON values. Headers that only name Json
// include report.h.
#pragma once

#include "tools/base/report.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace tesuji::tools {

inline void add_members(Json::object_t&) {}
template <typename Value, typename... Rest>
void add_members(Json::object_t& object, const char* name, Value&& value, Rest&&... rest) {
  object.emplace(name, std::forward<Value>(value));
  add_members(object, std::forward<Rest>(rest)...);
}

/// Makes an object from alternating names and values: `make_object("line", 7, "character", 0)`. For
/// objects that occur in thousands: `Json{{"line", 7}, ..}` makes an array of each member first.
template <typename... Members>
[[nodiscard]] Json make_object(Members&&... members) {
  Json object = Json::object();
  auto& into = object.get_ref<Json::object_t&>();
  into.reserve(sizeof...(members) / 2);
  add_members(into, std::forward<Members>(members)...);
  return object;
}

}  // namespace tesuji::tools
