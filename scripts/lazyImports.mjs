// Checks that the kit loads nothing later but modules with `.lazy` in their names, and packages of
// the site's own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const dynamicImport = /(?<!typeof )\bimport\(\s*(['"`])([^'"`]+)\1/g
const isOfKit = (path) => /^packages\/(kit|ui|protocol|words)\/src\/.*\.tsx?$/.test(path)
const isAllowed = (name) => (/^\.|^@latchkey\//.test(name) ? /\.lazy\.tsx?$/.test(name) : true)

/**
 * Dynamic imports of modules without `.lazy` in their names. Those in comments and of types do not
 * count.
 * @param {readonly string[]} [paths] files of the repository
 * @param {(path: string) => string} [read] returns the text of a file
 * @returns {string[]} a line for each
 */
export function lazyImports(
  paths = trackedFiles(),
  read = (path) => readFileSync(join(root, path), 'utf8'),
) {
  return paths
    .filter((path) => isOfKit(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/^\s*(\*|\/\/).*$/gm, '')
          .matchAll(dynamicImport),
      ]
        .map(([, , name]) => name)
        .filter((name) => !isAllowed(name))
        .map(
          (name) =>
            `lazy-names: ${path} → ${name}\n  What import() loads is called x.lazy.ts(x): architecture.md, "Chunks and budgets".`,
        ),
    )
}
