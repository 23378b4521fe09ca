// Checks that the kit's core imports no types from folders above it. The rules of
// .dependency-cruiser.cjs check only run-time imports. But a site's compiler loads the types of
// every imported file.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const specifier = /\b(?:from|import|module)\s*\(?\s*['"](\.[^'"]+)['"]/g
const core = 'packages/kit/src/core/'
const isTest = (path) => /\.test\.tsx?$|\/core\/testing\//.test(path)

/**
 * Imports in core from folders above it, including imports of types.
 * @param {readonly string[]} [paths] files of the repository
 * @param {(path: string) => string} [read] returns the text of a file
 * @returns {string[]} one line for each import
 */
export function typeImports(
  paths = trackedFiles(),
  read = (path) => readFileSync(join(root, path), 'utf8'),
) {
  return paths
    .filter((path) => path.startsWith(core) && /\.tsx?$/.test(path) && !isTest(path))
    .flatMap((path) =>
      [...read(path).matchAll(specifier)]
        .map(([, name]) => join(dirname(path), name))
        .filter((target) => !target.startsWith(core))
        .map(
          (target) => `types-of-core: ${path} → ${target}\n  No type of core is declared above it.`,
        ),
    )
}
