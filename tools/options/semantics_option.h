// Adds the option --semantics: the meaning of rules with absent premises.
#pragma once

#include "tools/base/arguments.h"
#include "tools/options/choice_option.h"

namespace tesuji::tools {

enum class Semantics {
  ordered,     ///< rules run in the order of the text
  stratified,  ///< stratum by stratum, so that the result does not depend on the order
};

/// `semantics` keeps its value if the option is not given.
inline void add_semantics_option(Command& command, Semantics& semantics) {
  add_choice<Semantics>(command, "--semantics", semantics,
                        {{"ordered", Semantics::ordered}, {"stratified", Semantics::stratified}},
                        "ordered: rules run in text order; stratified: order has no effect")
      ->type_name("SEMANTICS")
      ->default_str("ordered");
}

}  // namespace tesuji::tools
