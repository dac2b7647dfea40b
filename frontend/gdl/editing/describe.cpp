#include "frontend/gdl/editing/describe.h"

#include "frontend/gdl/infix_names.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tesuji::frontend {

// --- Keywords

namespace {

constexpr std::array<KeywordHelp, 16> keyword_table{{
    {"role", "ROLE", "Names a player. Facts alone define it.", true, true},
    {"init", "FLUENT", "The fluent holds in the initial state.", true, false},
    {"true", "FLUENT", "The fluent holds in the current state.", false, true},
    {"next", "FLUENT", "The fluent holds in the state after the joint move.", true, false},
    {"legal", "ROLE MOVE", "The role may make the move in the current state.", true, true},
    {"does", "ROLE MOVE", "The role makes the move in the joint move.", false, true},
    {"goal", "ROLE VALUE", "The role gets the value, 0 to 100, if the game ends in this state.",
     true, true},
    {"terminal", "", "The game is over in the current state.", true, true},
    {"sees", "ROLE PERCEPT", "The role perceives this after the joint move (GDL-II).", true, false},
    {"base", "FLUENT", "Declares a fluent that may hold in some state.", true, true},
    {"input", "ROLE MOVE", "Declares a move that the role may have in some state.", true, true},
    {"<=", "HEAD LITERAL..", "Begins a rule: the head holds if all literals of the body hold.",
     false, false},
    {"not", "LITERAL", "Holds if the literal does not hold.", false, true},
    {"or", "LITERAL..", "Holds if at least one of the literals holds.", false, true},
    {"distinct", "TERM TERM", "Holds if the two terms differ.", false, true},
    {"and", "LITERAL..",
     "Holds if all of the literals hold. GDL has no `and`: a body is a conjunction already.", false,
     false},
}};

}  // namespace

std::span<const KeywordHelp> all_keyword_help() {
  return keyword_table;
}

const KeywordHelp* keyword_help(std::string_view name) {
  const auto* found = std::find_if(keyword_table.begin(), keyword_table.end(),
                                   [&](const KeywordHelp& help) { return help.name == name; });
  return found == keyword_table.end() ? nullptr : found;
}

// --- Names of the sheet

namespace {

using Kind = SheetNode::Kind;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

class Describer {
 public:
  explicit Describer(const SheetSnapshot& sheet)
      : sheet_(sheet), tree_(sheet.tree()), index_(sheet.index()) {}

  /// Returns names for the arguments: those of variables in definitions, otherwise `ARG1`, ..
  [[nodiscard]] std::vector<std::string> parameters(NodeId node, std::uint32_t arity) const {
    if (const KeywordHelp* help = help_of(node)) return words_of(help->arguments);
    std::vector<std::string> names(arity);
    const NameKey key = index_.key_of(node);
    std::vector<NodeId> examples = index_.definitions(key);
    const auto all = index_.occurrences(key);
    constexpr std::size_t most_examples = 64;
    examples.insert(examples.end(), all.begin(),
                    all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_examples)));
    // A definition whose arguments are different variables has the best names.
    const auto best = std::find_if(examples.begin(), examples.end(),
                                   [&](NodeId example) { return has_own_names(example, arity); });
    if (best != examples.end()) examples = {*best};
    for (const NodeId example : examples) {
      std::uint32_t number = 0;
      for (NodeId at = tree_.first_child(example); at != no_node && number < arity;
           at = tree_.next_sibling(at), ++number) {
        if (!names[number].empty() || tree_[at].kind != Kind::variable) continue;
        std::string name = upper_case(sheet_.name(at));
        const bool taken = std::find(names.begin(), names.end(), name) != names.end();
        names[number] = taken ? name + std::to_string(number + 1) : std::move(name);
      }
    }
    for (std::uint32_t i = 0; i < arity; ++i) {
      if (names[i].empty()) names[i] = fmt::format("ARG{}", i + 1);
    }
    return names;
  }

  [[nodiscard]] bool has_own_names(NodeId node, std::uint32_t arity) const {
    if (tree_[node].arity != arity) return false;
    std::set<ir::Symbol> names;
    for (NodeId at = tree_.first_child(node); at != no_node; at = tree_.next_sibling(at)) {
      if (tree_[at].kind != Kind::variable || !names.insert(tree_[at].name).second) return false;
    }
    return true;
  }

  [[nodiscard]] const KeywordHelp* help_of(NodeId node) const {
    const Keyword keyword = index_.keyword(node);
    if (keyword == Keyword::none && tree_[node].kind != Kind::connective) return nullptr;
    return keyword_help(sheet_.name(node));
  }

  [[nodiscard]] Signature signature(NodeId node) const {
    const SheetNode& found = tree_[node];
    const bool relation = found.kind != Kind::function;
    const std::uint32_t arity =
        found.kind == Kind::constant ? 0 : index_.usual_arity(found.name, relation);
    const std::vector<std::string> names = parameters(node, arity);
    const bool kif = sheet_.syntax() == Syntax::kif;
    Signature result;
    const std::string name = kif ? sheet_.name(node) : infix_name(sheet_.name(node));
    result.text = names.empty() ? name : kif ? "(" + name : name + "(";
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (kif || i > 0) result.text += kif ? " " : ", ";
      const auto begin = static_cast<std::uint32_t>(result.text.size());
      result.text += names[i];
      result.parameters.push_back({begin, static_cast<std::uint32_t>(result.text.size())});
      result.domains.push_back(
          found.kind == Kind::connective || found.kind == Kind::rule
              ? std::string()
              : text_of(sheet_.values().of_argument(node, static_cast<std::uint32_t>(i), arity),
                        sheet_.symbols()));
    }
    if (!names.empty()) result.text += ")";
    return result;
  }

  Description describe(NodeId node) {
    const SheetNode& found = tree_[node];
    switch (found.kind) {
      case Kind::variable:
        return variable(node);
      case Kind::nameless:
        return {};
      case Kind::rule:
      case Kind::connective:
        return keyword(node);
      case Kind::relation:
        return help_of(node) != nullptr ? keyword(node) : relation(node);
      case Kind::function:
      case Kind::constant:
        return term(node);
    }
    return {};
  }

 private:
  Description keyword(NodeId node) {
    const Signature shown = signature(node);
    Description result{shown.text, {}};
    if (const KeywordHelp* help = help_of(node)) result.lines.emplace_back(help->meaning);
    add_domains(shown, result);
    return result;
  }

  Description variable(NodeId node) {
    Description result{std::string(sheet_.written(node)), {}};
    const std::string domain = text_of(sheet_.values().of_variable(node), sheet_.symbols(), 40);
    result.lines.push_back(domain.empty() ? "Variable; nothing bounds its domain."
                                          : "Variable with the domain " + domain + ".");
    const std::size_t count = index_.occurrences(index_.key_of(node)).size();
    result.lines.push_back(fmt::format("It occurs {} in its clause.",
                                       count == 1 ? "once" : ir::counted(count, "time")));
    return result;
  }

  Description relation(NodeId node) {
    const NameKey key = index_.key_of(node);
    const Signature shown = signature(node);
    Description result{shown.text, {}};
    const std::vector<NodeId> clauses = index_.definitions(key);
    std::size_t facts = 0;
    for (const NodeId head : clauses) facts += tree_[head].parent == no_node ? 1 : 0;
    std::string defined;
    if (facts > 0) defined = ir::counted(facts, "fact");
    if (facts < clauses.size()) {
      defined += (facts > 0 ? " and " : "") + ir::counted(clauses.size() - facts, "rule");
    }
    if (clauses.empty()) {
      result.lines.emplace_back("No clause defines this relation.");
    } else if (index_.is_static(key.name)) {
      result.lines.push_back("Static relation: " + defined +
                             ", which depend on neither state nor moves.");
    } else {
      result.lines.push_back("Derived relation: " + defined + ", which depend on the state.");
    }
    add_domains(shown, result);
    add_combinations(node, "tuple", result);
    add_readers(index_.uses(key), result);
    return result;
  }

  Description term(NodeId node) {
    const NameKey key = index_.key_of(node);
    const TermPlace place = index_.place_of(node);
    const Signature shown = signature(node);
    Description result{shown.text, {}};
    const std::string_view what = place == TermPlace::fluent    ? "Fluent"
                                  : place == TermPlace::move    ? "Move"
                                  : place == TermPlace::percept ? "Percept"
                                  : place == TermPlace::role    ? "Role"
                                  : place == TermPlace::value   ? "Goal value"
                                  : key.detail > 0              ? "Function"
                                                                : "Constant";
    result.lines.push_back(fmt::format("{}; it occurs {}.", what,
                                       ir::counted(index_.occurrences(key).size(), "time")));
    add_domains(shown, result);
    if (key.detail > 0) add_combinations(node, "term", result);
    if (place == TermPlace::fluent || place == TermPlace::move) {
      add_definers(key, result);
      add_readers(index_.uses(key), result);
    }
    return result;
  }

  static void add_domains(const Signature& shown, Description& result) {
    for (std::size_t i = 0; i < shown.parameters.size(); ++i) {
      if (shown.domains[i].empty()) continue;
      const TextRange place = shown.parameters[i];
      result.lines.push_back(fmt::format(
          "{}: {}", shown.text.substr(place.begin, place.end - place.begin), shown.domains[i]));
    }
  }

  void add_combinations(NodeId node, std::string_view noun, Description& result) const {
    if (tree_[node].arity == 0) return;
    const std::uint64_t count = sheet_.values().combinations(node);
    if (count > 0) {
      result.lines.push_back(fmt::format("At most {}.", ir::counted(count, noun)));
    }
  }

  void add_definers(const NameKey& key, Description& result) const {
    std::vector<std::string> names;
    for (const NodeId node : index_.definitions(key)) {
      const NodeId parent = tree_[node].parent;
      if (parent == no_node || !tree_[parent].head) continue;
      const std::string& name = sheet_.name(parent);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    if (!names.empty()) {
      result.lines.push_back(fmt::format("Concluded by {}.", fmt::join(names, ", ")));
    }
  }

  void add_readers(const std::vector<NodeId>& uses, Description& result) const {
    std::vector<std::string> readers = readers_of(sheet_, uses);
    if (readers.empty()) {
      result.lines.emplace_back("Nothing reads it.");
      return;
    }
    constexpr std::size_t most_readers = 12;
    const std::size_t more = readers.size() > most_readers ? readers.size() - most_readers : 0;
    readers.resize(readers.size() - more);
    result.lines.push_back(fmt::format("Read by {}{}.", fmt::join(readers, ", "),
                                       more > 0 ? fmt::format(" and {} more", more) : ""));
  }

  const SheetSnapshot& sheet_;
  const SourceTree& tree_;
  const SheetIndex& index_;
};

}  // namespace

Signature signature_of(const SheetSnapshot& sheet, NodeId node) {
  return Describer(sheet).signature(node);
}

Description describe(const SheetSnapshot& sheet, NodeId node) {
  return Describer(sheet).describe(node);
}

std::string head_label(const SheetSnapshot& sheet, NodeId head) {
  const SourceTree& tree = sheet.tree();
  std::string label = sheet.name(head);
  for (NodeId at = tree.first_child(head); at != no_node; at = tree.next_sibling(at)) {
    const TermPlace place = sheet.index().place_of(at);
    const bool told =
        place == TermPlace::fluent || place == TermPlace::move || place == TermPlace::percept;
    if (told && tree[at].kind != Kind::variable && tree[at].kind != Kind::nameless) {
      label += " " + sheet.name(at);
    }
  }
  return label;
}

std::vector<std::string> readers_of(const SheetSnapshot& sheet, const std::vector<NodeId>& nodes) {
  const SourceTree& tree = sheet.tree();
  std::vector<std::string> readers;
  for (const NodeId node : nodes) {
    const NodeId head = tree.head_of(tree.clauses[tree[node].clause]);
    if (head == no_node || tree[head].kind != Kind::relation) continue;
    std::string label = head_label(sheet, head);
    if (std::find(readers.begin(), readers.end(), label) == readers.end()) {
      readers.push_back(std::move(label));
    }
  }
  return readers;
}

}  // namespace tesuji::frontend
