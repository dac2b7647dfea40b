// Parses graphs and programs over lanes (format: lane_text.h).
#pragma once

#include "ir/nets/lanes.h"
#include "ir/text/text_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// Each function reads one declaration after its keyword; `begin` is the keyword's position. Words
/// are declared (fluents, answers) before the code that reads or writes them. Reports errors and
/// throws (text_reader.h); without errors, the result passes the verifier.
class LaneReader {
 public:
  explicit LaneReader(TextReader& in) : in_(in) {}

  void read_form(Position begin);
  void read_fluent(Position begin);
  void read_answer(Position begin);
  void read_phase(Position begin);
  void read_goals(Position begin);

  /// Called at the end of a text at level lanes: reports missing parts (without throwing), and
  /// stores the lanes in the module.
  void finish();

 private:
  enum class Form : std::uint8_t { graphs, programs };
  /// A name: a word, or otherwise a gate or an operation.
  struct Name {
    std::optional<LaneWord> word;
    std::string_view text;
    Span span;
  };
  /// State of a body that is being read.
  struct Body {
    bool goals = false;  ///< goals read the state and write answers; phases compute the other words
    std::uint32_t random_words = 0;
    /// Maps array and index to the node, or the value.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> inputs{};
    std::unordered_map<std::string_view, std::uint32_t> gates{};
    std::set<std::pair<std::uint32_t, std::uint32_t>> written{};
  };

  void expect_lanes(Position begin);
  void expect_form(Position begin);
  std::uint32_t read_role();
  LaneGoal read_goal(std::string_view kind);
  Name read_name(const Body& body, std::string_view what);
  std::optional<LaneWord> numbered(std::string_view name, Span span, const Body& body);
  LaneWord state_word(RelationId relation, Position begin);
  LaneWord answer_word(std::string_view kind, Position begin);
  LaneWord read_input(Body& body, std::uint32_t number);
  void expect_written(Body& body, const Name& name);
  void expect_new_gate(const Body& body, const Name& name);

  Xag read_graph(Body& body);
  void read_gate(Xag& graph, Body& body, const Name& name);
  Signal read_signal(const Body& body, bool constants);
  LutProgram read_program(Body& body);
  void read_operation(LutProgram& program, Body& body, const Name& name);
  std::uint8_t read_table();
  /// Returns the node for a graph, the value for a program.
  std::uint32_t number_of(const Body& body, const Name& name);
  void read_output(LutProgram& program, Body& body, const Name& name);

  TextReader& in_;
  std::optional<Form> form_;
  std::vector<NetAtom> state_;
  std::vector<NetAtom> goals_;
  std::vector<LaneGoal> answers_;
  GroundAtoms fluents_;
  /// Keyed by kind, and role or goal.
  std::map<std::pair<LaneGoal::Kind, std::uint32_t>, std::uint32_t> answer_places_;
  GroundAtoms goal_places_;
  std::set<std::uint32_t> phase_fluents_;
  Span last_phase_{};  ///< the fluent of the last phase
  std::vector<LaneGraphPhase> graphs_;
  std::vector<LanePhase> programs_;
  std::optional<Xag> goals_graph_;
  std::optional<LutProgram> goals_program_;
};

}  // namespace tesuji::ir
