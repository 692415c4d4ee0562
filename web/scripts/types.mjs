// Writes the TypeScript types of what the server says, from the server's own schemas; with --check, only
// tells whether they are up to date. Needs the Python environment of `make setup`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const python = process.env.PYTHON ?? join(dirname(web), ".venv", "bin", "python");
const banner = "// Made by `make types` from the server's schemas. Do not edit.";

const schemas = JSON.parse(
  execFileSync(python, [join(web, "scripts", "schemas.py")], { encoding: "utf8", maxBuffer: 2 ** 24 }),
);

/** A schema as json-schema-to-typescript wants it: no titles, which would become types; tuples as they once were. */
function tidied(schema) {
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
  return JSON.parse(text, (key, value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    if (typeof value.title === "string") delete value.title;
    delete value.minItems;
    delete value.maxItems;
    if (value.properties) value.additionalProperties ??= false;
    if (!value.prefixItems) return value;
    const items = value.prefixItems;
    return { type: "array", items, minItems: items.length, maxItems: items.length };
  });
}

async function written(definitions) {
  const root = { $defs: tidied(definitions), type: "object", additionalProperties: false };
  root.properties = Object.fromEntries(Object.keys(root.$defs).map((name) => [name, { $ref: `#/$defs/${name}` }]));
  return compile(root, "Everything", {
    bannerComment: banner,
    unreachableDefinitions: false,
    format: false,
  });
}

let stale = false;
for (const [name, definitions] of Object.entries(schemas)) {
  const path = join(web, "src", "server", `${name}.ts`);
  const text = await written(definitions);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  stale = true;
  if (process.argv.includes("--check")) console.error(`${path} is not up to date; run make types`);
  else {
    writeFileSync(path, text);
    console.log(`wrote ${path}`);
  }
}
if (stale && process.argv.includes("--check")) process.exit(1);
