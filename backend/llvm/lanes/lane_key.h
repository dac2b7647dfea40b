// Adds programs over lanes to keys of the object cache. Internal to this layer.
#pragma once

#include "backend/llvm/orc/cached_code.h"
#include "ir/nets/lane_game.h"
#include "ir/nets/lut_program.h"

namespace tesuji::llvm_backend {

void add_to_key(CacheKeyHash& hash, const ir::LutProgram& program);
void add_to_key(CacheKeyHash& hash, const ir::LaneGame& game);

}  // namespace tesuji::llvm_backend
