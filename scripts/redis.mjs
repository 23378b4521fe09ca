// Finds Redis for the relay's tests, or installs Debian's package.
import { join } from 'node:path'
import { isMain } from './isMain.mjs'
import { ensureProgram, isProgram, pathFolders } from './systemProgram.mjs'

/**
 * The path of a redis-server: `REDIS_SERVER_PATH`, else the first one on `PATH`.
 * @returns {string | undefined} @throws when `REDIS_SERVER_PATH` names no program
 */
export function findRedis() {
  const path = process.env.REDIS_SERVER_PATH
  if (path && !isProgram(path))
    throw new Error(`REDIS_SERVER_PATH is ${path}, which is no program.`)
  if (path) return path
  return pathFolders()
    .map((folder) => join(folder, 'redis-server'))
    .find(isProgram)
}

/** Instructions for a machine without Redis. */
export const redisHowTo =
  'Install Redis 7 (Debian, Ubuntu: `apt-get install redis-server`), or set REDIS_SERVER_PATH.'

/**
 * The path of a redis-server; installs one when there is none. @throws with instructions when that
 * fails
 */
export const ensureRedis = () =>
  ensureProgram({ name: 'Redis', packs: ['redis-server'], howTo: redisHowTo, find: findRedis })

if (isMain(import.meta.url)) console.log(await ensureRedis())
