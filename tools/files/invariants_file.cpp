#include "tools/files/invariants_file.h"

#include "backend/object_cache/content_hash.h"
#include "tools/base/json.h"
#include "tools/base/report.h"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using runtime::StateFact;

constexpr std::string_view format_name = "tesuji-invariants/1";

/// By StateFact::Kind.
constexpr std::array<std::string_view, 5> kinds = {"always", "never", "equal", "at_most_one",
                                                   "exactly_one"};

/// Thrown with what is wrong with the file.
class WrongFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Replaces bytes that are not UTF-8: names with these cannot be names of the game.
std::string text_of(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string hash_of(const Json& members) {
  return object_cache::content_hash(text_of(members, -1));
}

Json members_of(const driver::SavedInvariants& saved) {
  Json facts = Json::array();
  for (const StateFact& fact : saved.facts->facts()) {
    facts.push_back(Json{{std::string(kinds[static_cast<std::size_t>(fact.kind)]), fact.fluents}});
  }
  Json members = Json::object();
  members["format"] = format_name;
  members["game"] = saved.game;
  members["rules"] = saved.rules;
  members["formulas"] = saved.formulas;
  members["facts"] = std::move(facts);
  return members;
}

const Json& member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw WrongFile(std::string("`") + name + "` is missing");
  return *found;
}

std::string text_member(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_string()) throw WrongFile(std::string("`") + name + "` is not a text");
  return value.get<std::string>();
}

std::vector<std::string> texts(const Json& list, const std::string& what) {
  if (!list.is_array()) throw WrongFile(what + " is not a list of texts");
  std::vector<std::string> read;
  for (const Json& text : list) {
    if (!text.is_string()) throw WrongFile(what + " is not a list of texts");
    read.push_back(text.get<std::string>());
  }
  return read;
}

StateFact read_fact(const Json& value, std::size_t number) {
  const std::string what = "fact " + std::to_string(number + 1);
  if (!value.is_object() || value.size() != 1)
    throw WrongFile(what + " is not an object of one member");
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto found = value.find(std::string(kinds[kind]));
    if (found == value.end()) continue;
    StateFact fact{static_cast<StateFact::Kind>(kind), texts(*found, what)};
    if (fact.fluents.empty()) throw WrongFile(what + " has no fluents");
    return fact;
  }
  throw WrongFile(what + " has an unknown kind");
}

driver::SavedInvariants read_members(Json value) {
  if (!value.is_object()) throw WrongFile("it is not an object");
  if (text_member(value, "format") != format_name) {
    throw WrongFile("its `format` is not " + std::string(format_name));
  }
  driver::SavedInvariants saved;
  saved.game = text_member(value, "game");
  saved.rules = text_member(value, "rules");
  saved.formulas = texts(member(value, "formulas"), "`formulas`");
  const Json& list = member(value, "facts");
  if (!list.is_array()) throw WrongFile("`facts` is not a list");
  std::vector<StateFact> facts;
  for (const Json& fact : list) facts.push_back(read_fact(fact, facts.size()));
  saved.facts = std::make_shared<const runtime::StateFacts>(std::move(facts));
  const std::string hash = text_member(value, "hash");
  if (value.size() != 6) throw WrongFile("it has unknown members");
  value.erase("hash");
  if (hash != hash_of(value)) throw WrongFile("it was changed after it was written");
  return saved;
}

}  // namespace

std::string invariants_text(const driver::SavedInvariants& saved) {
  Json members = members_of(saved);
  members["hash"] = hash_of(members);
  return text_of(members, 1) + "\n";
}

std::shared_ptr<const driver::SavedInvariants> read_invariants_file(const std::string& path,
                                                                    driver::Session& session) {
  const auto file = driver::read_file(path, session);
  if (!file) return nullptr;
  const ir::SourceFile& source = (*session.sources)[*file];
  try {
    driver::SavedInvariants saved = read_members(Json::parse(source.text));
    saved.path = path;
    return std::make_shared<const driver::SavedInvariants>(std::move(saved));
  } catch (const Json::parse_error& error) {
    session.diagnostics.error(json_place(source, *file, error.byte), "invariants",
                              "not valid JSON");
  } catch (const Json::exception&) {  // a number out of range
    session.diagnostics.error({*file, {1, 1}, {1, 2}}, "invariants", "not valid JSON");
  } catch (const WrongFile& fault) {
    session.diagnostics.error({*file, {1, 1}, {1, 2}}, "invariants",
                              std::string("not a file of saved invariants: ") + fault.what());
  }
  return nullptr;
}

}  // namespace tesuji::tools
