// Installs the packages of package-lock.json, and does nothing when node_modules is up to date.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesUnder } from './fingerprint.mjs'
import { isMain } from './isMain.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const stamp = join(root, 'node_modules/.latchkey/installed')
const oldestNode = [20, 19]

const manifests = ['package.json', 'packages', 'services', 'apps', 'devnet', 'tests']
const fields = [
  'workspaces',
  'overrides',
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
]

const manifest = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** A text that changes when the lock changes, or the dependencies in a package.json. */
function wanted() {
  const files = manifests
    .flatMap((path) => filesUnder(join(root, path)))
    .filter((file) => basename(file) === 'package.json')
  const wanted = files.map((file) => JSON.stringify(fields.map((field) => manifest(file)[field])))
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(wanted.join('\n'))
    .digest('hex')
}

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
}

/** The advice after a failed `npm ci`, chosen by the output of npm. */
function advice(output) {
  if (/EUSAGE|not in sync/.test(output))
    return 'package.json and package-lock.json disagree. Run `npm install && npm run lock`, then commit the lock.'
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(output))
    return 'The package registry could not be reached. Check the network and `npm config get registry`.'
  if (/ENOSPC/.test(output)) return 'The disk is full.'
  if (/EACCES|EPERM/.test(output)) return 'A file could not be written. Who owns node_modules?'
  return 'Remove node_modules and try again; if that does not help, the lines above say why.'
}

/**
 * Installs the packages of the lock, without running install scripts. Ends the process with a clear
 * reason if that fails.
 */
export async function ensureInstalled() {
  if (isNodeTooOld()) {
    console.error(
      `Latchkey needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
    )
    process.exit(1)
  }
  const want = wanted()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  console.log('Installing packages (about a minute the first time) …')
  const { code, output, ms } = await run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    { capture: true },
  )
  if (code !== 0) {
    console.error(
      `${output.trim()}\n\nInstalling failed. ${code === 127 ? 'npm was not found: it comes with Node.' : advice(output)}`,
    )
    process.exit(1)
  }
  mkdirSync(join(root, 'node_modules/.latchkey'), { recursive: true })
  writeFileSync(stamp, want)
  console.log(`Installed in ${Math.round(ms / 1000)} s.`)
}

if (isMain(import.meta.url)) await ensureInstalled()
