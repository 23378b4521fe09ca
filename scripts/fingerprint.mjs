// Computes a short text that changes when any of the given files changes. Scripts use it to skip
// work that is already done.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

const ignored = new Set(['node_modules', 'dist', 'test-results'])

/** Every file at or under `path`, sorted; none when `path` does not exist. */
export function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
  )
}

/**
 * The SHA-256 hash (hex) of the names and contents of all files at or under `paths`, which are
 * relative to the repository. `keep` selects files.
 */
export function fingerprint(paths, keep = () => true) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(root, path))).filter(keep))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
