// Arranges the fluents that are on no board beside it: whose turn it is, scores and counters,
// what each role holds, numbers of steps. Decides by the form of fluents alone:
//
//   (control white)     a mark at the role, if roles are the only constants of that fluent
//   (score white 3)     a line of the role: a number
//   (hand white king)   the same: a list, as cards if it holds cards
//   (step 12)           a line for all
//   passed              a line without a value
//   (heap a 3)          piles (piles.h)
//
// Others are listed as they are.
#pragma once

#include "tools/boards/piles.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

struct PanelLine {
  std::string label;                ///< words of the fluent's name
  std::vector<std::string> values;  ///< in the order of the fluents
  bool cards = false;               ///< the values are names of cards
  friend bool operator==(const PanelLine&, const PanelLine&) = default;
};

struct PanelRole {
  std::string name;
  std::string colour;              ///< as role_paints (piece_colours.h)
  std::vector<std::string> marks;  ///< names of fluents of this role alone, such as `control`
  std::vector<PanelLine> lines;
};

struct SidePanel {
  std::vector<PanelRole> roles;  ///< all, in their order
  std::vector<PanelLine> lines;
  std::vector<PanelPiles> piles{};
  std::vector<std::string> rest;  ///< fluents of other forms

  [[nodiscard]] bool empty() const;
};

/// `fluents`: those on no board. `piles`: the game's.
[[nodiscard]] SidePanel arrange_panel(std::vector<std::string> fluents,
                                      const std::vector<std::string>& roles,
                                      const std::vector<PileForm>& piles = {});

struct PanelFact {
  std::string fluent;
  bool is_new = false;  ///< does not hold in the state that this one is compared with
};

/// Returns fluents as a line of text: `control white · score white 3 · pool a, b`. Those with terms
/// inside terms stay as they are. What is new ends in `*`.
[[nodiscard]] std::string facts_line(const std::vector<PanelFact>& facts);

/// Returns the name of a card as on its corner: `K` for `king`, `10` for `ten`; nothing for other
/// names, and for numbers.
[[nodiscard]] std::optional<std::string> card_corner(const std::string& name);

}  // namespace tesuji::tools
