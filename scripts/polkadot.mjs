// `npm run polkadot`: compares what the project knows of Polkadot with software that others wrote:
// @polkadot/api, polkadot-api, dedot, @polkadot/extension-dapp, @polkadot-labs/hdkd and
// @talismn/siws. Ends with 1 if there is a difference. `-- keys`, `extrinsics`, `foreign`, `siws`,
// `frame` or `chain` runs a part. It installs 337 packages that no other test needs, so `npm test`
// leaves it out. `POLKADOT_FOLDER` keeps them for the next run, and `POLKADOT_SEED` repeats the
// generated values of an earlier run.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { createRandom } from './polkadot/createRandom.mjs'
import { createTally } from './polkadot/createTally.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// the programs that this one starts end with it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()

const given = process.env.POLKADOT_FOLDER
const home = given ?? mkdtempSync(join(tmpdir(), 'latchkey-polkadot-'))
const names = process.argv.slice(2)

/** The parts, in their order. Each has a function `run` that compares. */
const parts = {
  keys: () => import('./polkadot/keys.mjs'),
  extrinsics: () => import('./polkadot/extrinsics.mjs'),
  foreign: () => import('./polkadot/foreign.mjs'),
  chain: () => import('./polkadot/chain.mjs'),
  frame: () => import('./polkadot/frame.mjs'),
  siws: () => import('./polkadot/siws.mjs'),
}

/** Installs the packages, unless the folder has them. @returns the function that loads one */
async function install() {
  mkdirSync(home, { recursive: true })
  const from = join(root, 'tests/outside/polkadot')
  const lock = readFileSync(join(from, 'package-lock.json'), 'utf8')
  const stamp = join(home, 'installed')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    cpSync(from, home, { recursive: true })
    // @talismn/siws names an old @polkadot/api as its peer, and works with today's
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
    const { code } = await run('npm', ['ci', ...flags, '--loglevel=error'], { cwd: home })
    if (code !== 0) throw new Error('npm could not install the packages')
    writeFileSync(stamp, lock)
  }
  // a module in the folder finds the packages as modules do, with the conditions for `import`
  writeFileSync(join(home, 'load.mjs'), 'export const load = (name) => import(name)\n')
  return (await import(pathToFileURL(join(home, 'load.mjs')).href)).load
}

let code = 1
try {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`)
  const load = await install()
  const seed = Number(process.env.POLKADOT_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`The generated values have the seed ${seed}.`)
  let differences = 0
  for (const [name, loadPart] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue
    const tally = createTally(name)
    const { run: compare } = await loadPart()
    // what was compared before an error is printed, too
    await compare({ load, home, tally, random: createRandom(seed) }).catch((error) => {
      console.error(error)
      tally.check('parts that reach their end', false, error)
    })
    differences += tally.end()
  }
  code = differences === 0 ? 0 : 1
} catch (error) {
  console.error(error)
} finally {
  if (!given) rmSync(home, { recursive: true, force: true })
}
process.exit(code)
