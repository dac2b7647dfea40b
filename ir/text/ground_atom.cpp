#include "ir/text/ground_atom.h"

#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::ir {

NetAtom read_ground_atom(TextReader& in) {
  return read_ground_atom_of(in, in.relation());
}

NetAtom read_ground_atom_of(TextReader& in, RelationId relation) {
  const Relation& found = in.module.relations[relation];
  const Span begin = in.token_span();
  NetAtom atom{relation, {}};
  in.expect("(");
  if (!in.accept(")")) {
    do {
      const Span span = in.token_span();
      const Symbol constant = in.constant();
      const std::size_t column = atom.args.size();
      atom.args.push_back(constant);
      if (column >= found.columns.size() || found.columns[column] == no_id) continue;
      const Domain& domain = in.module.domains[found.columns[column]];
      if (domain.position(constant) < 0) {
        in.fail(span, fmt::format("'{}' is not in domain {}", in.module.symbols->text(constant),
                                  domain.name));
      }
    } while (in.accept(","));
    in.expect(")");
  }
  if (atom.args.size() != found.columns.size()) {
    in.fail(in.since(begin.begin),
            fmt::format("{} has {}, not {}", found.name, counted(found.columns.size(), "column"),
                        atom.args.size()));
  }
  return atom;
}

std::uint32_t role_of_atom(TextReader& in, const NetAtom& atom, Span span) {
  const auto& roles = in.module.roles;
  const auto found =
      atom.args.empty() ? roles.end() : std::find(roles.begin(), roles.end(), atom.args.front());
  if (found == roles.end()) in.fail(span, "the first column has to be a role");
  return static_cast<std::uint32_t>(found - roles.begin());
}

}  // namespace tesuji::ir
