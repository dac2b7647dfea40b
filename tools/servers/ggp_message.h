// Parses messages of the general game playing protocol, as game servers send them to players.
//
//   ( INFO )    ( PREVIEW (RULES) CLOCK )    ( START MATCH ROLE (RULES) STARTCLOCK PLAYCLOCK )
//   ( PLAY MATCH NIL )    ( PLAY MATCH (MOVE ..) )    ( PLAY MATCH TURN MOVE (PERCEPT ..) )
//   ( STOP MATCH .. ), as PLAY    ( ABORT MATCH )
//
// Words are read in any case; blanks, line ends and comments may occur anywhere. docs/playing.md
// has the answers. Source: Genesereth, Love, Pell, General Game Playing: Overview of the AAAI
// Competition (2005); Thielscher (2010) for games of incomplete information.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tesuji::tools {

/// What a role receives after a joint move in a game of incomplete information (GDL-II).
struct GgpPercepts {
  std::uint64_t turn = 0;             ///< joint moves so far
  std::string move;                   ///< the role's own last move; empty: there was none
  std::vector<std::string> percepts;  ///< sorted bytewise, without duplicates
};

/// Terms are KIF in tesuji's form: lower case, one blank between arguments.
struct GgpMessage {
  enum class Kind : std::uint8_t { info, preview, start, play, stop, abort };
  Kind kind = Kind::info;
  std::string match;                ///< its name as written; empty: this kind of message has none
  std::string role;                 ///< term
  std::string rules;                ///< the contents of the brackets, as written
  double start_clock = 0;           ///< seconds; for PREVIEW its only clock
  double play_clock = 0;            ///< seconds
  std::vector<std::string> moves;   ///< the last joint move, in role order; empty: NIL
  std::optional<GgpPercepts> seen;  ///< instead of `moves`
};

/// Why a text is not a message, and where.
struct GgpFault {
  std::string what;
  std::size_t line = 1;    ///< from 1
  std::size_t column = 1;  ///< byte of the line, from 1
};

/// Clocks with more seconds than this are faults.
inline constexpr double most_clock_seconds = 1e6;

/// Parses one message. Does not recurse on the depth of the text.
[[nodiscard]] std::variant<GgpMessage, GgpFault> parse_ggp_message(std::string_view text);

/// Parses a term and returns it in tesuji's form; nothing if the text is not exactly one term.
[[nodiscard]] std::optional<std::string> parse_ggp_term(std::string_view text);

/// Returns rules on one line, without comments: the form in which messages contain them.
[[nodiscard]] std::string ggp_rules(std::string_view rules);

/// Returns `(A B ..)`; NIL if there are no terms.
[[nodiscard]] std::string ggp_list(const std::vector<std::string>& terms);

/// Returns the key that identifies a match: its name in lower case.
[[nodiscard]] std::string ggp_match_key(std::string_view match);

}  // namespace tesuji::tools
