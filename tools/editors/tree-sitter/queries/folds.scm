(rule) @fold
