#include "runtime/host/game/memory_game.h"

#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/mixed_radix.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tesuji::runtime {
namespace {

/// So few are found faster one by one.
constexpr std::size_t most_without_slots = 8;

std::size_t longest_of(const std::vector<std::string>& texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  return longest;
}

bool same(const tsj_texts& kept, const std::vector<std::string>& texts) {
  if (kept.count != texts.size()) return false;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text(kept.text + kept.begins[i], kept.begins[i + 1] - kept.begins[i]);
    if (text != texts[i]) return false;
  }
  return true;
}

/// tsj_texts::slots
std::vector<std::uint32_t> slots_of(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> slots(std::bit_ceil(2 * texts.size()), TSJ_NONE);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::size_t slot = tsj_text_hash(texts[i].data(), texts[i].size()) & (slots.size() - 1);
    while (slots[slot] != TSJ_NONE) slot = (slot + 1) & (slots.size() - 1);
    slots[slot] = static_cast<std::uint32_t>(i);
  }
  return slots;
}

}  // namespace

void TableMemory::note(std::size_t length) {
  longest_ = std::max(longest_, length);
}

const char* TableMemory::text(const std::string& text) {
  return array(std::vector<char>(text.c_str(), text.c_str() + text.size() + 1));
}

tsj_texts TableMemory::texts(const std::vector<std::string>& texts) {
  std::uint64_t hash = fnv_offset_basis;
  for (const std::string& text : texts) hash = fnv1a(text, fnv1a({"\n", 1}, hash));
  const auto [begin, end] = texts_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    if (same(known->second, texts)) return known->second;
  }
  std::string all;
  std::vector<std::uint32_t> begins{0};
  for (const std::string& text : texts) {
    all += text;
    begins.push_back(static_cast<std::uint32_t>(all.size()));
  }
  tsj_texts kept{text(all), array(begins), nullptr, static_cast<std::uint32_t>(texts.size()), 0};
  if (texts.size() > most_without_slots) {
    const std::vector<std::uint32_t> slots = slots_of(texts);
    kept.slots = array(slots);
    kept.slot_mask = static_cast<std::uint32_t>(slots.size() - 1);
  }
  texts_.emplace(hash, kept);
  return kept;
}

tsj_texts TableMemory::names(const std::vector<std::string>& names) {
  note(longest_of(names));
  return texts(names);
}

tsj_terms TableMemory::terms(const std::string& term,
                             const std::vector<std::vector<std::string>>& columns) {
  const std::vector<std::string> pieces = term_pieces(tokenize_term(term));
  if (pieces.size() != columns.size() + 1)
    throw std::invalid_argument("term `" + term + "` does not fit its columns");
  std::vector<std::uint32_t> sizes;
  std::vector<tsj_texts> kept;
  std::size_t length = 0;
  for (const std::string& piece : pieces) length += piece.size();
  for (const std::vector<std::string>& column : columns) {
    length += longest_of(column);
    sizes.push_back(static_cast<std::uint32_t>(column.size()));
    kept.push_back(texts(column));
  }
  note(length);
  const MixedRadix radix(std::move(sizes));
  std::vector<std::uint64_t> strides;
  for (std::size_t c = 0; c < radix.arity(); ++c) strides.push_back(radix.stride(c));
  return {texts(pieces), array(kept), array(strides), static_cast<std::uint32_t>(columns.size()),
          radix.count()};
}

namespace {

/// A game, and what it exports.
struct Exported {
  explicit Exported(std::unique_ptr<MemoryGame> given) : game(std::move(given)) {
    MemoryGame& of = *game;
    of.data.longest_term = std::max(of.data.longest_term, of.memory.longest_term());
    for (const std::string& role : of.roles) roles.push_back(role.c_str());
    plugin.size = sizeof plugin;
    plugin.name = of.name.c_str();
    plugin.role_count = static_cast<std::uint32_t>(roles.size());
    plugin.has_percepts = of.has_percepts ? 1 : 0;
    plugin.roles = roles.data();
    plugin.state_words = of.initial.size();
    plugin.move_limit = of.move_limit;
    plugin.initial = of.initial.data();
    plugin.feature_count = of.feature_count;
    plugin.data = &of.data;
#define TSJ_FIELD(field) plugin.field = tsj_plugin_##field;
    TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)
    TSJ_FEATURE_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
    if (of.data.plans != nullptr) return;
    const std::uint32_t answered = of.data.by_circuit;
    const auto answers = [&](std::uint32_t questions) {
      return (answered & questions) == questions;
    };
    if (answers(TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL)) plugin.draw = tsj_plugin_draw_by_circuit;
    if (answers(TSJ_ASK_LEGAL | TSJ_ASK_NEXT)) plugin.next = tsj_plugin_next_by_circuit;
  }

  std::unique_ptr<MemoryGame> game;
  std::vector<const char*> roles;
  tsj_plugin plugin{};
};

}  // namespace

std::shared_ptr<const Game> make_memory_game(std::unique_ptr<MemoryGame> game) {
  auto exported = std::make_shared<const Exported>(std::move(game));
  const tsj_plugin* plugin = &exported->plugin;
  return make_c_game({std::move(exported), plugin}, CGameKind::memory);
}

namespace {

const tsj_plugin* tables_of(const Game& game) {
  const tsj_plugin* tables = c_tables_of(game, CGameKind::memory);
  if (tables == nullptr) throw std::invalid_argument("a game that cannot be exchanged");
  return tables;
}

}  // namespace

GameSlot::GameSlot(std::shared_ptr<const Game> first)
    : games_{first}, current_(tables_of(*first)) {}

void GameSlot::exchange(std::shared_ptr<const Game> game) {
  const tsj_plugin* tables = tables_of(*game);
  const std::lock_guard lock(mutex_);
  games_.push_back(std::move(game));
  current_.store(tables, std::memory_order_release);
}

std::shared_ptr<const Game> make_exchangeable_game(std::shared_ptr<const GameSlot> slot) {
  const std::atomic<const tsj_plugin*>& current = slot->current();
  return make_c_game(std::move(slot), current, CGameKind::memory);
}

}  // namespace tesuji::runtime
