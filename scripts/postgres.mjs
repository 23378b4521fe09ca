// Finds the PostgreSQL of the API's tests, or installs Debian's.
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isMain } from './isMain.mjs'
import { run } from './run.mjs'

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const debians = '/usr/lib/postgresql'

/** Debian keeps each version's programs apart and off the path; the newest first. */
function debianFolders() {
  try {
    const versions = readdirSync(debians).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(debians, version, 'bin'))
  } catch {
    return [] // not a Debian
  }
}

const isServer = (folder) => ['initdb', 'postgres'].every((program) => isProgram(join(folder, program)))

/**
 * The folder with `postgres` and `initdb`: `POSTGRES_BIN_PATH`, else one on `PATH`, else Debian's newest.
 * @returns {string | undefined} @throws when `POSTGRES_BIN_PATH` has no such programs
 */
export function findPostgres() {
  const asked = process.env.POSTGRES_BIN_PATH
  if (asked && !isServer(asked)) throw new Error(`POSTGRES_BIN_PATH is ${asked}, where no PostgreSQL is.`)
  if (asked) return asked
  return [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()].find(isServer)
}

/** What a person without PostgreSQL has to do. */
export const postgresHowTo = 'Install PostgreSQL 15 or newer (Debian, Ubuntu: `apt-get install postgresql`), or set POSTGRES_BIN_PATH.'

async function installPostgres() {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  console.log('No PostgreSQL found: installing Debian\'s (once) …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(command, [...before, 'update', '-q'], { capture: true, env })
  const { code, output } = await run(command, [...before, 'install', '-y', '-q', '--no-install-recommends', 'postgresql'], { capture: true, env })
  if (code !== 0) throw new Error(`${output.trim().split('\n').slice(-5).join('\n')}\n\nPostgreSQL could not be installed. ${postgresHowTo}`)
}

/** The folder of a PostgreSQL, installing one when there is none. @throws with what to do when that fails */
export async function ensurePostgres() {
  const found = findPostgres()
  if (found) return found
  await installPostgres()
  const installed = findPostgres()
  if (!installed) throw new Error(`There is still no PostgreSQL. ${postgresHowTo}`)
  return installed
}

if (isMain(import.meta.url)) console.log(await ensurePostgres())
