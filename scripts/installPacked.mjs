// Copies the built kit into a site's node_modules, with exactly the files that `npm pack` would put into the package.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const kit = join(root, 'packages/kit')

/** @param {string} site the folder whose `node_modules` gets it @returns {string[]} the files of the package */
export function installPacked(site) {
  const [{ files }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: kit, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const { path } of files) {
    const installed = join(site, 'node_modules/latchkey', path)
    mkdirSync(dirname(installed), { recursive: true })
    cpSync(join(kit, path), installed)
  }
  return files.map(({ path }) => path)
}
