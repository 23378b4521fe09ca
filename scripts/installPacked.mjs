// Copies a built package into a site's node_modules, with exactly the files that `npm pack` would
// put into it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const kit = join(root, 'packages/kit')

/**
 * Copies a package into a site's `node_modules`.
 * @param {string} site the folder of the site
 * @param {{ from?: string, as?: string }} package the folder and the name of the package, by
 *   default the kit
 * @returns {string[]} the files of the package
 */
export function installPacked(site, { from = kit, as = 'latchkey' } = {}) {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: from,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  for (const { path } of files) {
    const installed = join(site, 'node_modules', as, path)
    mkdirSync(dirname(installed), { recursive: true })
    cpSync(join(from, path), installed)
  }
  return files.map(({ path }) => path)
}
