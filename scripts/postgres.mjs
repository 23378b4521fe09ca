// Finds PostgreSQL for the services' tests, or installs Debian's package.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './isMain.mjs'
import { ensureProgram, isProgram, pathFolders } from './systemProgram.mjs'

const debians = '/usr/lib/postgresql'

/**
 * The folders in which Debian installs each version's programs, newest first. They are not on
 * `PATH`.
 */
function debianFolders() {
  try {
    const versions = readdirSync(debians).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(debians, version, 'bin'))
  } catch {
    return [] // this is not Debian
  }
}

const isServer = (folder) =>
  ['initdb', 'postgres'].every((program) => isProgram(join(folder, program)))

/**
 * The folder with `postgres` and `initdb`: `POSTGRES_BIN_PATH`, else the first one on `PATH`, else
 * Debian's newest version.
 * @returns {string | undefined} @throws when `POSTGRES_BIN_PATH` has no such programs
 */
export function findPostgres() {
  const path = process.env.POSTGRES_BIN_PATH
  if (path && !isServer(path))
    throw new Error(`POSTGRES_BIN_PATH is ${path}, where no PostgreSQL is.`)
  if (path) return path
  return [...pathFolders(), ...debianFolders()].find(isServer)
}

/** Instructions for a machine without PostgreSQL. */
export const postgresHowTo =
  'Install PostgreSQL 15 or newer (Debian, Ubuntu: `apt-get install postgresql`), or set POSTGRES_BIN_PATH.'

/**
 * The folder of a PostgreSQL; installs one when there is none. @throws with instructions when that
 * fails
 */
export const ensurePostgres = () =>
  ensureProgram({
    name: 'PostgreSQL',
    packs: ['postgresql'],
    howTo: postgresHowTo,
    find: findPostgres,
  })

if (isMain(import.meta.url)) console.log(await ensurePostgres())
