// JSON values, for files that build or read them. Headers that only name Json include report.h.
#pragma once

#include "tools/base/report.h"

#include <nlohmann/json.hpp>
