#include "passes/analysis/profile.h"

#include "ir/module/agenda_premises.h"
#include "ir/text/words.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Operation;
using ir::Repeat;
using Kind = Operation::Kind;

class AgendaProfiler {
 public:
  AgendaProfiler(const ir::Module& module, const ir::Agenda& agenda,
                 const std::vector<std::uint64_t>& trials)
      : module_(module), agenda_(agenda), trials_(trials), repeated_(agenda) {}

  ProfiledRule run() {
    // Bindings that pass the last premise reach the first conclusion, so every premise has an
    // operation after it.
    walk(agenda_.ops, 0, 0, false);
    return {agenda_.name, std::move(premises_)};
  }

 private:
  /// Returns the columns that comparisons directly after a premise equate: they are part of it.
  std::vector<Repeat> repeats_behind(const std::vector<Operation>& ops, std::size_t premise) const {
    std::vector<Repeat> repeats;
    for (std::size_t i = premise + 1; i < ops.size(); ++i) {
      const auto repeat = repeated_.repeat(ops[i]);
      if (!repeat || !ir::mentions(ops[premise], repeat->copy)) break;
      repeats.push_back(*repeat);
    }
    return repeats;
  }

  /// `place`: position of the first of these operations; `behind`: trials of the operations after
  /// them.
  void walk(const std::vector<Operation>& ops, std::size_t place, std::uint64_t behind,
            bool first_witness) {
    const std::set<ir::VariableId> outside = bound_;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const Operation& op = ops[i];
      const std::vector<Repeat> repeats = repeats_behind(ops, i);
      i += repeats.size();
      const std::size_t next = place + 1 + count_operations(op.body) + repeats.size();
      const std::uint64_t passed = i + 1 < ops.size() ? trials_[next] : behind;
      if (op.kind == Kind::exists) {
        walk(op.body, place + 1, passed, true);
      } else if (op.kind == Kind::unless) {
        add(op, trials_[place], passed, first_witness);
        // When it does not continue, the conditions had an instance.
        walk(op.body, place + 1, trials_[place] - std::min(passed, trials_[place]), true);
      } else if (!concludes(op)) {
        Operation premise = op;
        for (const Repeat& repeat : repeats) ir::join(premise, repeat);
        add(premise, trials_[place], passed, first_witness);
      }
      place = next;
    }
    if (first_witness) bound_ = outside;
  }

  void add(const Operation& op, std::uint64_t trials, std::uint64_t matches, bool first_witness) {
    if (op.kind == Kind::unless_derived || op.kind == Kind::given) return;
    ProfiledPremise seen;
    seen.trials = trials;
    seen.matches = matches;
    seen.first_witness = first_witness;
    std::vector<ir::Argument> args = op.args;
    if (op.kind == Kind::compute) {
      seen.premise.kind = ir::PremisePattern::Kind::compute;
      seen.premise.relation = ir::computation_pattern;
      args.resize(1);
    } else if (op.kind == Kind::unless) {
      seen.premise.kind = ir::PremisePattern::Kind::absent_all;
      seen.premise.relation = ir::absence_pattern;
      args.clear();
    } else if (op.kind == Kind::compare) {
      seen.premise.kind = ir::PremisePattern::Kind::compare;
      seen.premise.relation = ir::word_for(ir::comparison_words, op.comparison);
    } else {
      seen.premise.kind = op.kind == Kind::absent ? ir::PremisePattern::Kind::absent
                                                  : ir::PremisePattern::Kind::present;
      seen.premise.relation = module_.relations[op.relation].name;
    }
    std::set<ir::VariableId> mentioned;
    for (const ir::Argument& argument : args) {
      ir::PremisePattern::Argument pattern;
      if (argument.kind == ir::Argument::Kind::constant) {
        pattern.kind = ir::PremisePattern::Argument::Kind::constant;
        pattern.text = module_.symbols->text(argument.id);
      } else if (argument.kind != ir::Argument::Kind::ignore) {
        pattern.kind = ir::PremisePattern::Argument::Kind::variable;
        pattern.text = agenda_.variables[argument.id];
        mentioned.insert(argument.id);
      }
      seen.premise.args.push_back(std::move(pattern));
    }
    for (const ir::VariableId variable : mentioned) {
      if (bound_.contains(variable)) seen.bound.push_back(agenda_.variables[variable]);
    }
    bound_.merge(mentioned);
    premises_.push_back(std::move(seen));
  }

  const ir::Module& module_;
  const ir::Agenda& agenda_;
  const std::vector<std::uint64_t>& trials_;
  ir::RepeatedVariables repeated_;
  std::set<ir::VariableId> bound_;
  std::vector<ProfiledPremise> premises_;
};

}  // namespace

void leave_out_broken(ProfiledRule& rule) {
  std::erase_if(rule.premises, [](const ProfiledPremise& premise) {
    return premise.trials < least_broken_trials;
  });
}

Profile make_profile(const ir::Module& module,
                     const std::vector<std::vector<std::uint64_t>>& trials, bool whole) {
  Profile profile;
  for (std::size_t i = 0; i < module.agendas.size(); ++i) {
    profile.push_back(AgendaProfiler(module, module.agendas[i], trials[i]).run());
    if (!whole) leave_out_broken(profile.back());
  }
  return profile;
}

}  // namespace tesuji::passes
