import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Paths of all files that git tracks or would track, relative to the repository. */
export function trackedFiles() {
  const list = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  return list.split('\0').filter((path) => path && existsSync(join(root, path)))
}
