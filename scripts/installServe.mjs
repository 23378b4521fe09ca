// Installs `latchkey-serve` as operators do: the packed program, outside the workspace, with the
// packages that npm installs for it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureServeBuilt } from './build.mjs'
import { fingerprint } from './fingerprint.mjs'
import { installPacked } from './installPacked.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const source = join(root, 'services/serve')
const home = join(
  tmpdir(),
  `latchkey-packed-serve-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
)
const stamp = join(home, 'stamp.json')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Packs the program, and installs the packed file with npm. @throws with npm's output */
async function install(isPatient) {
  const began = Date.now()
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', home],
    { cwd: source, capture: true },
  )
  const [, archive] = /(\S+\.tgz)\s*$/.exec(packed.output) ?? []
  if (!archive) throw new Error(`npm could not pack latchkey-serve:\n${packed.output}`)
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true }))
  const { code, output } = await run(
    'npm',
    [
      'install',
      '--omit=dev',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `./${archive}`,
    ],
    { cwd: home, capture: true, isPatient },
  )
  if (code !== 0) throw new Error(`npm could not install latchkey-serve:\n${output}`)
  console.log(`Installed latchkey-serve in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/**
 * Installs the program if its packages have changed. If only its own files have changed, copies
 * these.
 * @param {{ isPatient?: boolean }} [options] `isPatient`: uses only the processors that other
 *   programs leave free
 * @returns {Promise<string>} the path of the program
 */
export async function ensureServeInstalled({ isPatient = false } = {}) {
  await ensureServeBuilt()
  const { dependencies, bin, files } = readJson(join(source, 'package.json'))
  const want = {
    packages: JSON.stringify({ dependencies, bin, files, node: process.version }),
    files: fingerprint([...files, 'package.json'].map((name) => `services/serve/${name}`)),
  }
  const before = existsSync(stamp) ? readJson(stamp) : {}
  if (before.packages !== want.packages) await install(isPatient)
  else if (before.files !== want.files) {
    rmSync(stamp) // so that an interrupted copy does not count as installed
    for (const name of files)
      rmSync(join(home, 'node_modules/latchkey-serve', name), { recursive: true, force: true })
    installPacked(home, { from: source, as: 'latchkey-serve' })
  }
  writeFileSync(stamp, JSON.stringify(want))
  return join(home, 'node_modules/.bin/latchkey-serve')
}
