// Proposes corrections for messages of the checks, and declarations of fluents and moves.
//
// What a correction writes is in the message, or follows from the sheet (repair.h, declare.h).
#include "frontend/gdl/editing/declare.h"
#include "frontend/gdl/editing/repair.h"
#include "frontend/gdl/infix_names.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::SheetEdit;
using frontend::SheetNode;
using frontend::SheetSnapshot;
using frontend::TextRange;

/// A correction with its title for readers.
struct QuickFix {
  std::string title;
  std::vector<SheetEdit> edits;
  bool preferred = false;  ///< the only reading of the message
};

/// Returns the proposal of a message: the name in quotes after `did you mean`; empty: none.
std::string_view proposed_by(std::string_view message) {
  constexpr std::string_view phrase = "did you mean ";
  const std::size_t begin = message.find(phrase);
  if (begin == std::string_view::npos) return {};
  message.remove_prefix(begin + phrase.size());
  if (message.starts_with('`')) {
    message.remove_prefix(1);
    return message.substr(0, std::min(message.find('`'), message.size()));
  }
  // A variable is not quoted: `did you mean ?x?`.
  const std::size_t end = message.find_first_of(" ?;", 1);
  return message.substr(0, std::min(end, message.size()));
}

/// Returns a proposed name as the sheet writes it: messages have names without quotes.
std::string written_as(const SheetSnapshot& sheet, std::string_view proposal) {
  const bool is_term = proposal.find('(') != std::string_view::npos;
  if (sheet.syntax() != frontend::Syntax::infix || is_term) return std::string(proposal);
  if (proposal.starts_with('?')) return frontend::infix_variable(proposal.substr(1));
  return frontend::infix_name(proposal);
}

/// Replaces the subject of a message by its proposal.
std::optional<SheetEdit> correction_of(const OpenDocument& document, TextRange place,
                                       std::string_view message) {
  const std::string_view proposal = proposed_by(message);
  if (proposal.empty()) return std::nullopt;
  const frontend::SourceTree& tree = document.sheet().tree();
  const auto node =
      std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const frontend::SheetNode& one) {
        return one.whole.begin == place.begin && !one.word.empty();
      });
  if (node == tree.nodes.end()) return std::nullopt;
  const std::string& text = document.source().text;
  // `(true (cell ..))`, or `true(cell(..))`, for an atom: the atom itself becomes the fluent.
  if (proposal.find("..") != std::string_view::npos) {
    const bool infix = proposal.starts_with("true(");
    if (!infix && !proposal.starts_with("(true (")) return std::nullopt;
    const std::string atom = text.substr(node->whole.begin, node->whole.end - node->whole.begin);
    return SheetEdit{node->whole, (infix ? "true(" : "(true ") + atom + ")"};
  }
  // Variables come as the sheet writes them.
  const bool is_variable = node->kind == SheetNode::Kind::variable;
  return SheetEdit{node->word,
                   is_variable ? std::string(proposal) : written_as(document.sheet(), proposal)};
}

/// Returns the text between two others; empty if they are not there.
std::string_view text_between(std::string_view message, std::string_view before,
                              std::string_view after) {
  const std::size_t begin = message.find(before);
  if (begin == std::string_view::npos) return {};
  message.remove_prefix(begin + before.size());
  const std::size_t end = message.find(after);
  return end == std::string_view::npos ? std::string_view() : message.substr(0, end);
}

/// Returns the innermost named node that begins at the offset and has the kind; otherwise no_node.
template <typename Accept>
NodeId node_at(const SheetSnapshot& sheet, std::uint32_t offset, const Accept& accept) {
  const auto& nodes = sheet.tree().nodes;
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (nodes[id].whole.begin == offset && accept(nodes[id])) return id;
  }
  return no_node;
}

bool is_term(const SheetNode& node) {
  return node.kind == SheetNode::Kind::function || node.kind == SheetNode::Kind::constant;
}

/// `unsafe`: a condition that binds the variable, or a relation of its own under `not`.
void add_unsafe_fixes(const SheetSnapshot& sheet, std::uint32_t offset, std::string_view message,
                      std::vector<QuickFix>& fixes) {
  const NodeId variable = node_at(
      sheet, offset, [](const SheetNode& node) { return node.kind == SheetNode::Kind::variable; });
  if (variable == no_node) return;
  const auto condition = text_between(message, "add a condition such as `", "`");
  if (!condition.empty()) {
    if (auto edit = frontend::insert_condition(sheet, variable, condition)) {
      fixes.push_back({fmt::format("Add the condition `{}`", condition), {std::move(*edit)}, true});
    }
  }
  const auto note = text_between(message, "note: if it must hold for no ", "`\n");
  const auto negated = text_between(note, "write `", "`");
  const std::size_t rule = note.rfind('`');
  if (negated.empty() || rule == std::string_view::npos) return;
  auto edits = frontend::negate_by_relation(sheet, variable, negated, note.substr(rule + 1));
  if (edits.empty()) return;
  fixes.push_back({fmt::format("Write `{}`, for no {} at all", negated, sheet.written(variable)),
                   std::move(edits), false});
}

/// Returns the fixes of a message that its code names.
std::vector<QuickFix> fixes_of(const SheetSnapshot& sheet, const std::string& code, TextRange place,
                               const std::string& message) {
  std::vector<QuickFix> fixes;
  const auto add = [&](std::string title, std::optional<SheetEdit> edit) {
    if (edit) fixes.push_back({std::move(title), {std::move(*edit)}, true});
  };
  if (code == "unsafe") {
    add_unsafe_fixes(sheet, place.begin, message + "\n", fixes);
    return fixes;
  }
  const bool lost = code == "frame" && message.starts_with("no rule for `next` gives ");
  if (code == "base" || code == "input" || lost) {
    const NodeId term = node_at(sheet, place.begin, is_term);
    if (term == no_node) return fixes;
    const std::string name(sheet.written(term));
    if (lost) {
      add(fmt::format("Add a frame axiom: `{}` stays as it is", name),
          frontend::insert_frame_axiom(sheet, term));
    } else {
      add(fmt::format("Declare `{}` by `{}`", name, code),
          frontend::insert_declaration(sheet, term));
    }
  } else if (code == "duplicate-clause") {
    const NodeId node = node_at(sheet, place.begin, [](const SheetNode&) { return true; });
    if (node != no_node) add("Remove this clause", frontend::remove_clause(sheet, node));
  }
  return fixes;
}

class ActionList {
 public:
  ActionList(const Workspace& workspace, const OpenDocument& document)
      : workspace_(workspace), document_(document) {}

  void add(QuickFix fix, const char* kind, const Json* diagnostic) {
    Json edits = Json::array();
    for (const SheetEdit& edit : fix.edits) {
      edits.push_back(make_object("range", document_.range(edit.range, workspace_.units), "newText",
                                  edit.text));
    }
    Json action{{"title", std::move(fix.title)}, {"kind", kind}};
    if (diagnostic != nullptr) action["diagnostics"] = Json::array({*diagnostic});
    if (fix.preferred) action["isPreferred"] = true;
    action["edit"] = {{"changes", {{document_.uri(), std::move(edits)}}}};
    list_.push_back(std::move(action));
  }
  [[nodiscard]] Json take() { return std::move(list_); }

 private:
  const Workspace& workspace_;
  const OpenDocument& document_;
  Json list_ = Json::array();
};

constexpr const char* declare_kind = "source.declare";

/// Whether the editor asks for actions of this kind by name.
bool asks_for(const Json& context, std::string_view kind) {
  const auto only = context.find("only");
  if (only == context.end() || !only->is_array()) return false;
  return std::any_of(only->begin(), only->end(), [&](const Json& one) {
    const std::string asked = one.is_string() ? one.get<std::string>() : std::string();
    return !asked.empty() && kind.starts_with(asked) &&
           (kind.size() == asked.size() || kind[asked.size()] == '.');
  });
}

}  // namespace

Json list_code_actions(const Workspace& workspace, const OpenDocument& document,
                       const Json& params) {
  ActionList actions(workspace, document);
  const Json& context = params.at("context");
  const SheetSnapshot& sheet = document.sheet();
  const auto place_of = [&](const Json& range) {
    return TextRange{offset_of(document.source(), range.at("start"), workspace.units),
                     offset_of(document.source(), range.at("end"), workspace.units)};
  };
  const auto correct = [&](const Json& diagnostic, const Json& range, const std::string& message) {
    auto edit = correction_of(document, place_of(range), message);
    if (!edit) return;
    const std::string& text = document.source().text;
    const TextRange old = edit->range;
    std::string title = fmt::format("Replace `{}` by `{}`",
                                    text.substr(old.begin, old.end - old.begin), edit->text);
    actions.add({std::move(title), {std::move(*edit)}, true}, "quickfix", &diagnostic);
  };
  for (const Json& diagnostic : context.at("diagnostics")) {
    // Corrections in notes within the message are for other places.
    const auto message = diagnostic.at("message").get<std::string>();
    correct(diagnostic, diagnostic.at("range"), message.substr(0, message.find("\nnote: ")));
    const auto code = diagnostic.find("code");
    if (code != diagnostic.end() && code->is_string()) {
      const TextRange place = place_of(diagnostic.at("range"));
      for (QuickFix& fix : fixes_of(sheet, code->get<std::string>(), place, message)) {
        actions.add(std::move(fix), "quickfix", &diagnostic);
      }
    }
    const auto related = diagnostic.find("relatedInformation");
    if (related == diagnostic.end()) continue;
    for (const Json& note : *related) {
      correct(diagnostic, note.at("location").at("range"), note.at("message").get<std::string>());
    }
  }
  if (asks_for(context, declare_kind)) {
    if (auto edits = frontend::insert_declarations(sheet)) {
      actions.add({"Declare all fluents and moves by `base` and `input`", std::move(*edits), false},
                  declare_kind, nullptr);
    }
  }
  return actions.take();
}

}  // namespace tesuji::tools
