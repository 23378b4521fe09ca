// Finds the Redis of the relay's tests, or installs Debian's.
import { accessSync, constants } from 'node:fs'
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

/**
 * The path of a redis-server: `REDIS_SERVER_PATH`, else the first on `PATH`.
 * @returns {string | undefined} @throws when `REDIS_SERVER_PATH` names no program
 */
export function findRedis() {
  const asked = process.env.REDIS_SERVER_PATH
  if (asked && !isProgram(asked)) throw new Error(`REDIS_SERVER_PATH is ${asked}, which is no program.`)
  if (asked) return asked
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'redis-server')).find(isProgram)
}

/** What a person without Redis has to do. */
export const redisHowTo = 'Install Redis 7 (Debian, Ubuntu: `apt-get install redis-server`), or set REDIS_SERVER_PATH.'

async function installRedis() {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  console.log('No Redis found: installing Debian\'s (once) …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(command, [...before, 'update', '-q'], { capture: true, env })
  const { code, output } = await run(command, [...before, 'install', '-y', '-q', '--no-install-recommends', 'redis-server'], { capture: true, env })
  if (code !== 0) throw new Error(`${output.trim().split('\n').slice(-5).join('\n')}\n\nRedis could not be installed. ${redisHowTo}`)
}

/** The path of a redis-server, installing one when there is none. @throws with what to do when that fails */
export async function ensureRedis() {
  const found = findRedis()
  if (found) return found
  await installRedis()
  const installed = findRedis()
  if (!installed) throw new Error(`There is still no Redis. ${redisHowTo}`)
  return installed
}

if (isMain(import.meta.url)) console.log(await ensureRedis())
