// Checks that the product's code reads all constants of the protocol's tables, of the kit and of
// the services. A constant that only a test reads has no effect.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'
import { unreadConstants } from './unreadConstants.mjs'

const product = /^(?:packages|services|apps)\/.*\.tsx?$/
const tests =
  /\.(?:test|spec)\.tsx?$|\/startTest[A-Z]\w*\.tsx?$|^(?!packages\/kit\/).*\/testing\/|\/conformance\.ts$|\/chains\/fake\//
const watched = /^(?:packages|services)\/\w+\/src\//
/** Exports of the kit count as read, because sites read them. */
const open = /^packages\/kit\/src\/exports\//

const files = new Map(
  trackedFiles()
    .filter((path) => product.test(path) && !tests.test(path) && !path.endsWith('.d.ts'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

/** Finds the file that an import from a package of this repository names. */
function resolve(from) {
  const [, name, rest] = /^@latchkey\/(\w+)\/(.+)$/.exec(from) ?? []
  return (
    name &&
    ['', '.ts', '.tsx']
      .map((ending) => `packages/${name}/src/${rest}${ending}`)
      .find((path) => files.has(path))
  )
}

const unread = unreadConstants(files, (path) => watched.test(path) && !open.test(path), resolve)
for (const place of unread) console.error(`${place}: no code of the product reads it`)
console.log(`${files.size} files, ${unread.length} constants that nothing reads`)
process.exitCode = unread.length ? 1 : 0
