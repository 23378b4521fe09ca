// Checks that the kit's dynamic imports load only modules with `.lazy` in their names, and packages
// that the site has installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesIn } from './projects.mjs'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const dynamicImport = /(?<!typeof )\bimport\(\s*(['"`])([^'"`]+)\1/g
const folders = ['packages/kit', ...packagesIn('packages/kit')].map((folder) => `${folder}/src/`)
const isOfKit = (path) => /\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(folder))
const isAllowed = (name) => (/^\.|^@latchkey\//.test(name) ? /\.lazy\.tsx?$/.test(name) : true)

/**
 * Dynamic imports of modules without `.lazy` in their names. Imports in comments and imports of
 * types do not count.
 * @param {readonly string[]} [paths] files of the repository
 * @param {(path: string) => string} [read] returns the text of a file
 * @returns {string[]} one line for each import
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
