#include "backend/proofs/observe/compiled_formula.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesuji::proofs {
namespace {

using Kind = ir::Formula::Kind;

/// Choices are counted by 64-bit products and sums up to this number; more are visited one by one.
constexpr std::uint64_t most_counted = std::uint64_t{1} << 48;

class FormulaCompiler {
 public:
  FormulaCompiler(const ir::Invariant& invariant, const Observer& observer,
                  std::uint64_t most_choices, CompiledFormula& result)
      : invariant_(invariant),
        observer_(observer),
        most_choices_(most_choices),
        result_(result),
        looped_(invariant.variables.size(), false) {}

  void compile() {
    result_.invariant = &invariant_;
    result_.degree = ir::degree(invariant_.formula);
    result_.spaces.emplace_back();
    const std::uint32_t space = extend(0, invariant_.parameters);
    if (result_.spaces[space].size == 0) return;
    result_.root = add(invariant_.formula, false, space);
  }

 private:
  [[nodiscard]] std::uint64_t size_of(ir::VariableId variable) const {
    return invariant_.variables[variable].domain.size();
  }

  /// Returns the outer space extended by these variables.
  std::uint32_t extend(std::uint32_t outer, const std::vector<ir::VariableId>& variables) {
    if (variables.empty()) return outer;
    Space space = result_.spaces[outer];
    for (const ir::VariableId variable : variables) {
      const std::uint64_t size = size_of(variable);
      for (SpaceVariable& other : space.variables) other.stride *= size;
      space.variables.push_back({variable, static_cast<std::uint32_t>(size), 1});
      space.size *= size;
    }
    result_.spaces.push_back(std::move(space));
    return static_cast<std::uint32_t>(result_.spaces.size() - 1);
  }

  std::uint32_t store(Part part) {
    result_.parts.push_back(std::move(part));
    return static_cast<std::uint32_t>(result_.parts.size() - 1);
  }

  std::uint32_t add(const ir::Formula& formula, bool negated, std::uint32_t space) {
    Part part;
    part.negated = negated;
    part.space = space;
    switch (formula.kind) {
      case Kind::negation:
        return add(formula.parts[0], !negated, space);
      case Kind::conjunction:
      case Kind::disjunction:
        return add_junction(formula, negated, space);
      case Kind::atom:
        part.kind = Part::Kind::atom;
        part.spread = spread(formula, space, {});
        break;
      case Kind::same:
        part.kind = Part::Kind::same;
        part.left = formula.args;
        part.right = formula.right;
        prepare_same(part, space);
        break;
      case Kind::knows:
        throw std::logic_error("knowledge of a role is not a formula about one play");
      case Kind::next:
        part.kind = Part::Kind::next;
        part.parts = {add(formula.parts[0], false, space)};
        break;
      case Kind::count:
        part.kind = Part::Kind::count;
        part.lower = formula.lower;
        part.upper = formula.upper;
        for (std::size_t r = 0; r < formula.parts.size(); ++r) {
          if (auto range = add_range(formula.ranges[r], formula.parts[r], space)) {
            part.ranges.push_back(std::move(*range));
          }
        }
        break;
    }
    return store(std::move(part));
  }

  void prepare_same(Part& part, std::uint32_t space) const {
    const auto looped = [this](const ir::Argument& arg) {
      return arg.kind == ir::Argument::Kind::variable && looped_[arg.id];
    };
    if (std::any_of(part.left.begin(), part.left.end(), looped) ||
        std::any_of(part.right.begin(), part.right.end(), looped)) {
      return;
    }
    part.constant.resize(result_.spaces[space].words());
    fill_same(result_, part, {}, part.constant.data());
  }

  /// Adds a conjunction or disjunction; merges nested parts of the same kind, and puts cheap parts
  /// first.
  std::uint32_t add_junction(const ir::Formula& formula, bool negated, std::uint32_t space) {
    Part part;
    part.space = space;
    const bool conjunction = (formula.kind == Kind::conjunction) != negated;
    part.kind = conjunction ? Part::Kind::conjunction : Part::Kind::disjunction;
    for (const ir::Formula& inner : formula.parts) {
      const std::uint32_t id = add(inner, negated, space);
      if (result_.parts[id].kind == part.kind) {
        const std::vector<std::uint32_t>& own = result_.parts[id].parts;
        part.parts.insert(part.parts.end(), own.begin(), own.end());
      } else {
        part.parts.push_back(id);
      }
    }
    std::stable_sort(part.parts.begin(), part.parts.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return cost(a) < cost(b); });
    return store(std::move(part));
  }

  [[nodiscard]] int cost(std::uint32_t id) const {
    const Part& part = result_.parts[id];
    if (part.kind == Part::Kind::atom) return part.spread.single ? 0 : 1;
    if (part.kind == Part::Kind::same) return 1;
    return part.kind == Part::Kind::next ? 3 : 2;
  }

  std::optional<Part::Range> add_range(const std::vector<ir::VariableId>& variables,
                                       const ir::Formula& body, std::uint32_t space) {
    Part::Range range;
    for (const ir::VariableId variable : variables) {
      const std::uint64_t size = size_of(variable);
      if (size == 0) return std::nullopt;
      range.choices = range.choices > ir::Formula::unbounded / size ? ir::Formula::unbounded
                                                                    : range.choices * size;
    }
    const ir::Formula* core = &body;
    for (; core->kind == Kind::negation; core = &core->parts[0]) range.complement ^= true;
    if (core->kind == Kind::atom && range.choices <= most_counted) {
      range.way = Part::Way::tuples;
      range.spread = spread(*core, space, variables);
      for (const ir::VariableId variable : variables) {
        if (!has(range.spread, variable)) range.times *= size_of(variable);
      }
    } else if (range.choices <= most_choices_ &&
               result_.spaces[space].size * range.choices <= most_choices_) {
      range.body = add(body, false, extend(space, variables));
    } else {
      range.way = Part::Way::looped;
      range.looped = variables;
      for (const ir::VariableId variable : variables) looped_[variable] = true;
      range.body = add(body, false, space);
      for (const ir::VariableId variable : variables) looped_[variable] = false;
      result_.looping = true;
      find_guards(body, range, space);
    }
    return range;
  }

  static bool has(const Spread& spread, ir::VariableId variable) {
    return std::any_of(spread.columns.begin(), spread.columns.end(),
                       [&](const BoundColumn& column) { return column.variable == variable; });
  }

  /// Returns the atoms that must hold for the body.
  static std::vector<const ir::Formula*> needed_atoms(const ir::Formula& body) {
    std::vector<const ir::Formula*> atoms;
    std::vector<std::pair<const ir::Formula*, bool>> open = {{&body, false}};
    while (!open.empty()) {
      const auto [formula, negated] = open.back();
      open.pop_back();
      if (formula->kind == Kind::negation) {
        open.emplace_back(&formula->parts[0], !negated);
      } else if (formula->kind == (negated ? Kind::disjunction : Kind::conjunction)) {
        for (const ir::Formula& part : formula->parts) open.emplace_back(&part, negated);
      } else if (formula->kind == Kind::atom && !negated) {
        atoms.push_back(formula);
      }
    }
    return atoms;
  }

  /// Returns those of the variables that occur in the atom.
  static std::vector<ir::VariableId> shared(const ir::Formula& atom,
                                            const std::vector<ir::VariableId>& variables) {
    std::vector<ir::VariableId> result;
    for (const ir::VariableId variable : variables) {
      const ir::Argument arg = ir::Argument::variable(variable);
      if (std::find(atom.args.begin(), atom.args.end(), arg) != atom.args.end()) {
        result.push_back(variable);
      }
    }
    return result;
  }

  /// Repeatedly takes the atom with the most remaining variables of the range, until none has any.
  void find_guards(const ir::Formula& body, Part::Range& range, std::uint32_t space) {
    const std::vector<const ir::Formula*> atoms = needed_atoms(body);
    range.rest = range.looped;
    for (;;) {
      const ir::Formula* best = nullptr;
      std::vector<ir::VariableId> variables;
      for (const ir::Formula* atom : atoms) {
        std::vector<ir::VariableId> own = shared(*atom, range.rest);
        if (own.size() <= variables.size()) continue;
        variables = std::move(own);
        best = atom;
      }
      if (best == nullptr) break;
      range.guards.push_back({variables, spread(*best, space, variables)});
      for (const ir::VariableId variable : variables) {
        std::erase(range.rest, variable);
        looped_[variable] = true;  // for later guards
      }
    }
    for (const ir::VariableId variable : range.looped) looped_[variable] = false;
  }

  Spread spread(const ir::Formula& atom, std::uint32_t space_id,
                const std::vector<ir::VariableId>& free) const {
    const Space& space = result_.spaces[space_id];
    Spread result;
    result.slot = observer_.slot_of(atom.relation);
    if (result.slot == no_slot) throw std::invalid_argument("a relation that is not observed");
    const runtime::MixedRadix& radix = observer_.radix(result.slot);
    const ir::Module& module = observer_.module();
    for (std::uint32_t c = 0; c < atom.args.size(); ++c) {
      const ir::Domain& domain = module.domains[module.relations[atom.relation].columns[c]];
      const ir::Argument& arg = atom.args[c];
      if (arg.kind == ir::Argument::Kind::constant) {
        const std::int32_t position = domain.position(arg.id);
        if (position < 0) {
          result.never = true;
          continue;
        }
        result.constant += static_cast<std::uint64_t>(position) * radix.stride(c);
        result.constants.emplace_back(c, static_cast<std::uint32_t>(position));
        continue;
      }
      add_column(result, c, arg.id, domain, space, free);
    }
    for (const SpaceVariable& variable : space.variables) {
      if (!has(result, variable.variable)) result.missing.push_back(variable);
    }
    const auto is_looped = [](const BoundColumn& column) {
      return column.place == BoundColumn::Place::looped;
    };
    result.single = std::all_of(result.columns.begin(), result.columns.end(), is_looped);
    result.direct = is_direct(result, radix, space);
    if (!result.single && !result.direct && !result.never &&
        radix.count() <= AtomSet::largest_bits &&
        std::none_of(result.columns.begin(), result.columns.end(), is_looped)) {
      fill_places(result, radix);
    }
    return result;
  }

  void add_column(Spread& result, std::uint32_t c, ir::VariableId variable,
                  const ir::Domain& domain, const Space& space,
                  const std::vector<ir::VariableId>& free) const {
    BoundColumn column;
    column.column = c;
    column.variable = variable;
    if (std::find(free.begin(), free.end(), variable) != free.end()) {
      column.place = BoundColumn::Place::free;
    } else if (looped_[variable]) {
      column.place = BoundColumn::Place::looped;
    } else {
      const auto found = std::find_if(space.variables.begin(), space.variables.end(),
                                      [&](const auto& own) { return own.variable == variable; });
      column.stride = found->stride;
    }
    for (std::uint32_t b = 0; b < result.columns.size(); ++b) {
      if (result.columns[b].variable == variable) {
        column.same_as = b;
        break;
      }
    }
    const std::vector<ir::Symbol>& values = invariant_.variables[variable].domain;
    column.position.assign(domain.values.size(), -1);
    column.column_position.assign(values.size(), -1);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const std::int32_t position = domain.position(values[v]);
      if (position < 0) continue;
      column.position[static_cast<std::size_t>(position)] = static_cast<std::int32_t>(v);
      column.column_position[v] = position;
    }
    result.columns.push_back(std::move(column));
  }

  static bool is_direct(const Spread& spread, const runtime::MixedRadix& radix,
                        const Space& space) {
    if (spread.never || !spread.constants.empty() || !spread.missing.empty() ||
        space.size != radix.count() || radix.count() > AtomSet::largest_bits) {
      return false;
    }
    return std::all_of(
        spread.columns.begin(), spread.columns.end(), [&](const BoundColumn& column) {
          if (column.place != BoundColumn::Place::space || column.same_as != ir::no_id ||
              column.stride != radix.stride(column.column) ||
              column.position.size() != column.column_position.size()) {
            return false;
          }
          for (std::size_t p = 0; p < column.position.size(); ++p) {
            if (column.position[p] != static_cast<std::int32_t>(p)) return false;
          }
          return true;
        });
  }

  static void fill_places(Spread& spread, const runtime::MixedRadix& radix) {
    spread.places.reserve(static_cast<std::size_t>(radix.count()));
    std::vector<std::uint32_t> row(radix.arity());
    const std::vector<std::uint32_t> none;
    for (std::uint64_t number = 0; number < radix.count(); ++number) {
      radix.unpack(number, row.data());
      spread.places.push_back(static_cast<std::uint32_t>(place_of(spread, row.data(), none)));
    }
  }

  const ir::Invariant& invariant_;
  const Observer& observer_;
  std::uint64_t most_choices_;
  CompiledFormula& result_;
  std::vector<bool> looped_;
};

}  // namespace

std::uint64_t place_of(const Spread& spread, const std::uint32_t* row,
                       const std::vector<std::uint32_t>& looped) {
  for (const auto& [column, position] : spread.constants) {
    if (row[column] != position) return Spread::nowhere;
  }
  std::uint64_t place = 0;
  for (const BoundColumn& column : spread.columns) {
    const std::int32_t position = column.position[row[column.column]];
    if (position < 0) return Spread::nowhere;
    if (column.same_as != ir::no_id) {
      const BoundColumn& other = spread.columns[column.same_as];
      if (other.position[row[other.column]] != position) return Spread::nowhere;
      continue;
    }
    if (column.place == BoundColumn::Place::space) {
      place += static_cast<std::uint64_t>(position) * column.stride;
    } else if (column.place == BoundColumn::Place::looped &&
               looped[column.variable] != static_cast<std::uint32_t>(position)) {
      return Spread::nowhere;
    }
  }
  return place;
}

void fill_same(const CompiledFormula& formula, const Part& part,
               const std::vector<std::uint32_t>& looped, std::uint64_t* out) {
  const Space& space = formula.spaces[part.space];
  const auto constant = [&](const ir::Argument& arg, std::uint64_t place) {
    if (arg.kind == ir::Argument::Kind::constant) return arg.id;
    const std::vector<ir::Symbol>& values = formula.invariant->variables[arg.id].domain;
    for (const SpaceVariable& own : space.variables) {
      if (own.variable == arg.id) return values[place / own.stride % own.size];
    }
    return values[looped[arg.id]];
  };
  for (std::uint64_t place = 0; place < space.size; ++place) {
    bool same = part.left.size() == part.right.size();
    for (std::size_t i = 0; i < part.left.size() && same; ++i) {
      same = constant(part.left[i], place) == constant(part.right[i], place);
    }
    if (same) out[place / 64] |= std::uint64_t{1} << (place % 64);
  }
}

CompiledFormula compile_formula(const ir::Invariant& invariant, const Observer& observer,
                                std::uint64_t most_choices) {
  CompiledFormula result;
  FormulaCompiler(invariant, observer, most_choices, result).compile();
  return result;
}

}  // namespace tesuji::proofs
