#include "backend/proofs/clingo/program.h"

#include "backend/proofs/formulas/names.h"
#include "ir/formulas/formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace tesuji::proofs {

PredicateId Program::add_predicate(std::string_view wish, std::vector<DomainIndex> columns,
                                   bool changes) {
  const std::string base = predicate_name(wish);
  std::string name = base;
  for (std::size_t number = 2; !names_.insert(name).second; ++number) {
    name = base + '_' + std::to_string(number);
  }
  predicates_.push_back({std::move(name), std::move(columns), changes});
  return static_cast<PredicateId>(predicates_.size() - 1);
}

DomainIndex Program::intern_domain(const std::vector<ir::Symbol>& values, std::string_view wish) {
  const auto [place, is_new] = domain_of_.try_emplace(values, domains_.size());
  if (!is_new) return place->second;
  const auto index = static_cast<DomainIndex>(domains_.size());
  domains_.push_back({add_predicate(wish, {index}), values});
  return index;
}

Literal positive(Atom atom) {
  Literal result;
  result.atom = std::move(atom);
  return result;
}

Literal negative(Atom atom) {
  Literal result = positive(std::move(atom));
  result.kind = Literal::Kind::negative;
  return result;
}

namespace {

class Writer {
 public:
  Writer(const Program& program, const Rule& rule, std::string& out)
      : program_(program), rule_(rule), out_(out) {}

  void write() {
    switch (rule_.kind) {
      case Rule::Head::atom:
        atom(rule_.head);
        break;
      case Rule::Head::choice:
        choice();
        break;
      case Rule::Head::constraint:
        break;
    }
    if (!rule_.body.empty()) {
      out_ += out_.empty() || out_.back() == '\n' ? ":- " : " :- ";
      for (std::size_t i = 0; i < rule_.body.size(); ++i) {
        if (i > 0) out_ += ", ";
        literal(rule_.body[i]);
      }
    } else if (rule_.kind == Rule::Head::constraint) {
      out_ += ":- ";
    }
    out_ += '.';
  }

 private:
  void argument(const ir::Argument& argument) {
    switch (argument.kind) {
      case ir::Argument::Kind::constant:
        out_ += constant_text(program_.symbols().text(argument.id));
        break;
      case ir::Argument::Kind::variable:
        out_ += rule_.variables[argument.id];
        break;
      default:
        out_ += '_';
    }
  }

  void arguments(const std::vector<ir::Argument>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) out_ += ',';
      argument(list[i]);
    }
  }

  void atom(const Atom& atom) {
    out_ += program_.predicates()[atom.predicate].name;
    if (atom.args.empty() && !atom.time) return;
    out_ += '(';
    arguments(atom.args);
    if (atom.time) {
      if (!atom.args.empty()) out_ += ',';
      out_ += std::to_string(*atom.time);
    }
    out_ += ')';
  }

  void conditions(const Element& element) {
    for (std::size_t i = 0; i < element.conditions.size(); ++i) {
      out_ += i == 0 ? " : " : ", ";
      atom(element.conditions[i]);
    }
  }

  void choice() {
    out_ += "{ ";
    for (std::size_t i = 0; i < rule_.elements.size(); ++i) {
      if (i > 0) out_ += " ; ";
      atom(rule_.elements[i].atom);
      conditions(rule_.elements[i]);
    }
    out_ += rule_.exactly_one ? " } = 1" : " }";
  }

  void numbered_tuple(const Element& element) {
    if (element.number) {
      out_ += std::to_string(*element.number);
      if (!element.tuple.empty()) out_ += ',';
    }
    arguments(element.tuple);
  }

  /// Prints a tuple in a comparison; a tuple of one element is printed as that element.
  void tuple(const std::vector<ir::Argument>& list) {
    if (list.size() != 1) out_ += '(';
    arguments(list);
    if (list.size() != 1) out_ += ')';
  }

  void literal(const Literal& literal) {
    switch (literal.kind) {
      case Literal::Kind::negative:
        out_ += "not ";
        [[fallthrough]];
      case Literal::Kind::positive:
        atom(literal.atom);
        break;
      case Literal::Kind::equal:
      case Literal::Kind::unequal:
        tuple(literal.left);
        out_ += literal.kind == Literal::Kind::equal ? " = " : " != ";
        tuple(literal.right);
        break;
      case Literal::Kind::count:
        if (literal.lower > 0) fmt::format_to(std::back_inserter(out_), "{} <= ", literal.lower);
        out_ += "#count { ";
        for (std::size_t i = 0; i < literal.elements.size(); ++i) {
          if (i > 0) out_ += " ; ";
          numbered_tuple(literal.elements[i]);
          conditions(literal.elements[i]);
        }
        out_ += " }";
        if (literal.upper != ir::Formula::unbounded) {
          fmt::format_to(std::back_inserter(out_), " <= {}", literal.upper);
        } else if (literal.lower == 0) {
          out_ += " >= 0";
        }
        break;
    }
  }

  const Program& program_;
  const Rule& rule_;
  std::string& out_;
};

/// Prints one line, even if names of files and formulas contain control characters.
void write_comment(const std::string& comment, std::string& out) {
  out += "% ";
  for (const char c : comment) out += static_cast<unsigned char>(c) < ' ' || c == 127 ? ' ' : c;
  out += '\n';
}

/// Returns the predicates that occur in rules, whose domains are printed.
std::set<PredicateId> used_predicates(const Program& program) {
  std::set<PredicateId> used;
  const auto add = [&](const Atom& atom) { used.insert(atom.predicate); };
  for (const Rule& rule : program.rules) {
    for_body_atoms(rule, add);
    for_choice_conditions(rule, add);
  }
  return used;
}

void write_domains(const Program& program, std::string& out) {
  const std::set<PredicateId> used = used_predicates(program);
  bool first = true;
  for (const Domain& domain : program.domains()) {
    if (!used.contains(domain.predicate) || domain.values.empty()) continue;
    if (first) out += out.empty() ? "% domains\n" : "\n% domains\n";
    first = false;
    out += program.predicates()[domain.predicate].name;
    out += '(';
    for (std::size_t i = 0; i < domain.values.size(); ++i) {
      if (i > 0) out += i % 16 == 0 ? ";\n    " : ";";
      out += constant_text(program.symbols().text(domain.values[i]));
    }
    out += ").\n";
  }
}

/// Returns the arities with which a predicate is printed.
std::set<std::size_t> arities(const Program& program, PredicateId predicate) {
  std::set<std::size_t> result;
  for (const Rule& rule : program.rules) {
    for_head_atoms(rule, [&](const Atom& atom) {
      if (atom.predicate == predicate) result.insert(atom.args.size() + (atom.time ? 1 : 0));
    });
  }
  return result;
}

}  // namespace

std::string to_text(const Rule& rule, const Program& program) {
  std::string out;
  Writer(program, rule, out).write();
  return out;
}

std::string to_text(const Program& program) {
  std::string out;
  if (!program.title.empty()) write_comment(program.title, out);
  write_domains(program, out);
  for (const Rule& rule : program.rules) {
    if (!rule.comment.empty()) {
      out += '\n';
      write_comment(rule.comment, out);
    }
    Writer(program, rule, out).write();
    out += '\n';
  }
  out += "\n% what is asked for\n#show.\n";
  for (const PredicateId shown : program.shown) {
    for (const std::size_t arity : arities(program, shown)) {
      out += fmt::format("#show {}/{}.\n", program.predicates()[shown].name, arity);
    }
  }
  return out;
}

}  // namespace tesuji::proofs
