#include "backend/driver/session.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/interpreter/interpreter.h"
#include "backend/interpreter/static_sampler.h"
#include "frontend/invariants/invariants_lexer.h"
#include "ir/module/layout.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/analysis/certain_rows.h"
#include "passes/clauses/start_rows.h"
#include "passes/manager/pipelines.h"
#include "passes/ordering/idle_metarules.h"
#include "runtime/host/game/tabled_game.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace tesuji::driver {

frontend::Syntax syntax_of(ir::FileId file, const Session& session) {
  return session.syntax ? *session.syntax : frontend::detect_syntax((*session.sources)[file].text);
}

std::optional<ir::FileId> read_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return file;
  if (is_ir_path(path, session)) {
    session.diagnostics.error({}, "usage", "`" + path + "` is IR text; a rulesheet is needed here");
    return std::nullopt;
  }
  if (frontend::begins_as_invariants((*session.sources)[*file].text)) {
    session.diagnostics.error({}, "usage",
                              "`" + path +
                                  "` is an invariant file, not a rulesheet; invariants follow the "
                                  "rulesheet: `tesuji verify GAME FILE`");
    return std::nullopt;
  }
  return file;
}

std::optional<frontend::Rulesheet> parse_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  return frontend::parse_rulesheet(*file, syntax_of(*file, session), *session.symbols,
                                   session.diagnostics);
}

std::optional<frontend::Rulesheet> load_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  return check_rulesheet(*file, session);
}

std::optional<ir::Module> load_clauses(const std::string& path, Session& session) {
  const std::optional<frontend::Rulesheet> sheet = load_rulesheet(path, session);
  if (!sheet) return std::nullopt;
  return lower_rulesheet(*sheet, path, session);
}

std::optional<ir::Module> load_ir(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return std::nullopt;
  std::optional<ir::Module> module = ir::parse(*file, session.sources, session.diagnostics);
  if (!module || !ir::verify(*module, session.diagnostics)) return std::nullopt;
  session.symbols = module->symbols;
  return module;
}

passes::PassContext pass_context(Session& session, std::uint64_t* steps_left) {
  return {session.diagnostics,
          [steps_left](ir::Module& fixed, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
            return interpreter::evaluate_static(fixed, diagnostics, max_rows, steps_left);
          },
          [steps_left]() -> passes::StaticSampler {
            return [sampler = std::make_shared<interpreter::StaticSampler>(steps_left)](
                       ir::Module& module, ir::RelationId given, ir::RelationId counted,
                       std::uint64_t max_rows) {
              return sampler->prepare(module, given, counted, max_rows);
            };
          }};
}

bool run_passes(ir::Module& module, std::span<const std::string_view> names,
                const passes::PipelineOptions& options, Session& session) {
  passes::PassContext context = pass_context(session);
  return passes::run_pipeline(module, names, options, context);
}

std::optional<ir::Module> load_any(const std::string& path, Session& session) {
  return is_ir_path(path, session) ? load_ir(path, session) : load_clauses(path, session);
}

std::optional<ir::Module> load_source(const std::string& path, Session& session) {
  std::optional<ir::Module> module = load_any(path, session);
  if (module && module->level == ir::Level::lanes) {
    session.diagnostics.error({}, "usage",
                              "`" + path +
                                  "` is code over lanes, without the game's first state: `opt`, "
                                  "`check` and `dump --emit=lanes` read it");
    return std::nullopt;
  }
  return module;
}

std::shared_ptr<ir::Module> plans_of(ir::Module source, const Options& options, Session& session) {
  auto module = std::make_shared<ir::Module>(std::move(source));
  const passes::Metarules* metarules = options.pipeline.ordering.metarules.get();
  if (module->level != ir::Level::clauses) {
    if (metarules != nullptr) {
      session.diagnostics.warning({}, "order", "nothing to order: the file contains plans");
    }
    return module;
  }
  if (!run_passes(*module, passes::playing_pipeline(), options.pipeline, session)) return nullptr;
  if (metarules != nullptr && module->level == ir::Level::plans) {
    passes::warn_of_idle(metarules->all(), *module, session.diagnostics);
  }
  return module;
}

std::shared_ptr<ir::Module> load_module(const std::string& path, const Options& options,
                                        Session& session) {
  std::optional<ir::Module> source = load_any(path, session);
  return source ? plans_of(std::move(*source), options, session) : nullptr;
}

namespace {

/// Maximum number of interpreter steps for finding that a relation is too large.
constexpr std::uint64_t most_sampling_steps = 50'000'000;

/// Returns, by relation, whether it is computed for the first move in every case.
std::vector<bool> asked_at_once(const ir::Module& module) {
  std::vector<bool> asked(module.relations.size(), false);
  for (const std::string_view name : {"terminal", "legal", "next"}) {
    const ir::Entry* entry = module.find_entry(name);
    if (entry == nullptr) continue;
    for (const std::uint32_t stratum : entry->strata) {
      for (const ir::RelationId id : module.strata[stratum].relations) asked[id] = true;
    }
  }
  return asked;
}

/// Whether tables have room for the rows that the first move certainly needs: others are found
/// during play, after as much time as it takes to fill them.
bool tables_suffice(const ir::Module& module, Session& session) {
  const passes::CertainRows certain(module);
  const std::vector<bool> asked = asked_at_once(module);
  for (const ir::Rule& rule : module.rules) {
    const ir::Relation& relation = module.relations[rule.head];
    if (!asked[rule.head] || relation.storage != ir::Storage::table) continue;
    const double rows = certain.in_initial_state(rule);
    if (rows <= static_cast<double>(runtime::default_row_limit)) continue;
    session.diagnostics.error(
        rule.span.known() ? rule.span : relation.span, "limit",
        fmt::format("this rule alone gives `{}` {:.3g} rows in the initial state, more than the {} "
                    "that a relation may have",
                    ir::written_name(relation), rows, runtime::default_row_limit));
    return false;
  }
  std::uint64_t steps_left = most_sampling_steps;
  passes::PassContext context = pass_context(session, &steps_left);
  const auto oversized =
      passes::oversized_at_start(module, asked, context, runtime::default_row_limit);
  if (!oversized) return true;
  const ir::Relation& relation = module.relations[*oversized];
  session.diagnostics.error(
      relation.span, "limit",
      fmt::format("`{}` has more rows in the initial state than the {} that a relation may have, "
                  "as samples of it show before it is computed",
                  ir::written_name(relation), runtime::default_row_limit));
  return false;
}

}  // namespace

bool fits(const ir::Module& module, Session& session) {
  try {
    static_cast<void>(ir::lay_out(module));
    return tables_suffice(module, session);
  } catch (const ir::LayoutLimit& limit) {
    const ir::Relation& relation = module.relations[module.find_relation(limit.relation())];
    ir::Span span = relation.span;
    // Fluents and moves have no rules of their own.
    for (const ir::RelationId source : {relation.init, relation.next, relation.legal}) {
      if (!span.known() && source != ir::no_id) span = module.relations[source].span;
    }
    session.diagnostics.error(span, "limit", limit.what());
    return false;
  }
}

bool make_runnable(ir::Module& module, const std::string& path, Session& session) {
  if (module.level != ir::Level::plans) {
    session.diagnostics.error(
        {}, "usage",
        module.level == ir::Level::nets ? "`" + path + "` is a net, which has no plans"
        : module.level == ir::Level::lanes
            ? "`" + path + "` is code over lanes, which has no plans"
            : "`" + path + "` cannot be run: the pipeline was stopped before plans");
    return false;
  }
  for (const ir::Relation& relation : module.relations) {
    if (relation.storage != ir::Storage::unset) continue;
    session.diagnostics.error(
        relation.span.known() ? relation.span : relation.declaration, "ir",
        "relation `" + relation.name + "` has no storage: `" + path + "` cannot be run");
    return false;
  }
  const ir::Entry* entry = module.find_entry("static");
  if (entry != nullptr && !entry->strata.empty()) {
    // Engines start after that entry; its results must be valid as if written by hand.
    if (!interpreter::fold_static_entry(module, session.diagnostics) ||
        !ir::verify(module, session.diagnostics)) {
      return false;
    }
  }
  return fits(module, session);
}

void warn_of_cache_trouble(const Options& options, Session& session) {
  const std::string trouble = options.cache == nullptr ? "" : options.cache->trouble();
  if (trouble.empty()) return;
  session.diagnostics.warning({}, "cache", "no object cache: " + trouble);
}

}  // namespace tesuji::driver
