// Bundles the extension and its libraries into one file, `dist/extension.js`.
import { build } from "esbuild";

await build({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["vscode"],
  minify: true,
  legalComments: "eof",
});
