// Installs and builds the examples as customers would: outside the workspace, from the packed kit,
// each with its framework's own build.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { fingerprint } from './fingerprint.mjs'
import { inParallel } from './inParallel.mjs'
import { installPacked } from './installPacked.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const folder = join(root, 'examples')
const kit = join(root, 'packages/kit')
// outside the repository: bundlers treat files under `node_modules` as third-party code, and the
// examples must not find the packages of this repository
const home = join(
  tmpdir(),
  `latchkey-examples-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
)

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')))

/**
 * The names of the examples, grouped by their version of React, because one npm installation has
 * only one version. Examples without React are a group of their own, where no React is installed.
 */
const groups = new Map()
for (const name of names) groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name])

function groupOf(name) {
  const { react } = readJson(join(folder, name, 'package.json')).dependencies
  return react ? `react-${react}` : 'no-react'
}

const placeOf = (name) => join(home, groupOf(name), name)
const stampOf = (name) => join(home, 'stamps', name)

/**
 * Does `work`, unless it has succeeded before for the same `want`. Interrupted work is repeated.
 */
async function once(name, want, work) {
  if (existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === want) return
  rmSync(stampOf(name), { force: true })
  await work()
  mkdirSync(join(home, 'stamps'), { recursive: true })
  writeFileSync(stampOf(name), want)
}

/** Free ports of this machine, the preferred ones if they are free. */
const freePorts = (count, preferred = []) =>
  Promise.all(
    Array.from(
      { length: count },
      (_, index) =>
        new Promise((resolve, reject) => {
          const server = createServer()
            .once('error', reject)
            .listen(preferred[index] ?? 0, '127.0.0.1', () => {
              const { port } = server.address()
              server.close(() => resolve(port))
            })
        }),
    ),
  )

/**
 * Chooses the ports of the API and of the chain. They are built into the examples, so they are the
 * same as before, unless another program uses them now.
 */
async function choosePorts() {
  const file = join(home, 'ports.json')
  const before = existsSync(file) ? readJson(file) : undefined
  const ports = await freePorts(2, before).catch(() => freePorts(2))
  mkdirSync(home, { recursive: true })
  writeFileSync(file, JSON.stringify(ports))
  return ports
}

/**
 * Installs the packages of a group, whose examples are the workspaces of one installation. The kit
 * is installed from the file that `npm pack` makes.
 */
async function install(group, members, isPatient) {
  const began = Date.now()
  const place = join(home, group)
  rmSync(place, { recursive: true, force: true })
  // these examples have to be built again, because the packages with which they were built are gone
  for (const name of members) rmSync(stampOf(name), { force: true })
  mkdirSync(place, { recursive: true })
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', place],
    { cwd: kit, capture: true },
  )
  const [, archive] = /(\S+\.tgz)\s*$/.exec(packed.output) ?? []
  if (!archive) throw new Error(`npm could not pack the kit:\n${packed.output}`)
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ name: group, private: true, workspaces: members }),
  )
  for (const name of members) {
    const { dependencies, ...manifest } = readJson(join(folder, name, 'package.json'))
    mkdirSync(join(place, name))
    writeFileSync(
      join(place, name, 'package.json'),
      JSON.stringify({
        ...manifest,
        dependencies: { ...dependencies, latchkey: `file:../${archive}` },
      }),
    )
  }
  // `--include=dev` installs development packages even if NODE_ENV is `production`
  const { code, output } = await run(
    'npm',
    ['install', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: place, capture: true, isPatient },
  )
  if (code !== 0) throw new Error(`npm could not install the examples with ${group}:\n${output}`)
  console.log(
    `Installed the examples with ${group} in ${((Date.now() - began) / 1000).toFixed(1)} s.`,
  )
}

/**
 * The environment of every example: the URLs that its page calls, once for each framework's prefix
 * of variables.
 */
function addressesOf([api, node]) {
  const values = {
    API: `http://127.0.0.1:${api}`,
    RPC: `http://127.0.0.1:${node}`,
    CHAIN_ID: '31337',
    CHAIN_NAME: 'Latchkey Devnet',
  }
  return Object.fromEntries(
    ['', 'VITE_', 'NEXT_PUBLIC_'].flatMap((prefix) =>
      Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]),
    ),
  )
}

/**
 * Copies an example, and runs its build script with the programs of its installation. @throws with
 * the script's output
 */
async function build(name, env, isPatient) {
  const place = placeOf(name)
  for (const one of readdirSync(place))
    if (one !== 'node_modules') rmSync(join(place, one), { recursive: true, force: true })
  cpSync(join(folder, name), place, { recursive: true })
  const { scripts } = readJson(join(place, 'package.json'))
  const path = [
    join(place, 'node_modules/.bin'),
    join(place, '../node_modules/.bin'),
    process.env.PATH,
  ].join(delimiter)
  const { code, output, ms } = await run('sh', ['-c', scripts.build], {
    cwd: place,
    env: { ...env, PATH: path, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    capture: true,
    isPatient,
  })
  if (code !== 0) throw new Error(`The example ${name} does not build:\n${output}`)
  console.log(`Built examples/${name} in ${(ms / 1000).toFixed(1)} s.`)
}

/**
 * Installs and builds every example whose packages or code have changed, or all if the kit has
 * changed.
 * @param {{ isPatient?: boolean }} [options] `isPatient`: uses only the processors that other
 *   programs leave free
 * @returns {Promise<{ ports: number[], env: Record<string, string>, places: Record<string, string>
 *   }>} the ports of the API and of the chain; the environment; the folder of each example
 */
export async function ensureExamplesBuilt({ isPatient = false } = {}) {
  await ensureBuilt()
  const ports = await choosePorts()
  const env = addressesOf(ports)
  // examples without React get only the prebuilt files of the kit. All others get all files except
  // the prebuilt ones
  const isPrebuilt = (path) => path.includes(`${sep}dist${sep}browser${sep}`)
  const kitOf = (group) =>
    fingerprint(
      ['packages/kit/dist', 'packages/kit/package.json'],
      (path) => isPrebuilt(path) === (group === 'no-react'),
    )
  const packed = new Map([...groups.keys()].map((group) => [group, kitOf(group)]))
  const { dependencies, peerDependencies, peerDependenciesMeta } = readJson(
    join(kit, 'package.json'),
  )
  for (const [group, members] of groups) {
    const want =
      fingerprint(members.map((name) => `examples/${name}/package.json`)) +
      JSON.stringify([dependencies, peerDependencies, peerDependenciesMeta])
    await once(group, want, () => install(group, members, isPatient))
    await once(`${group}.kit`, want + packed.get(group), () => {
      rmSync(join(home, group, 'node_modules/latchkey'), { recursive: true, force: true })
      installPacked(join(home, group))
    })
  }
  await inParallel(names, 2, (name) =>
    once(
      name,
      fingerprint([`examples/${name}`, 'scripts/buildExamples.mjs']) +
        packed.get(groupOf(name)) +
        ports.join(),
      () => build(name, env, isPatient),
    ),
  )
  return { ports, env, places: Object.fromEntries(names.map((name) => [name, placeOf(name)])) }
}
