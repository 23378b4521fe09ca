/**
 * The path of an installed redis-server, if any. @throws when `REDIS_SERVER_PATH` names no program
 */
export function findRedis(): string | undefined
/** Instructions for a machine without Redis. */
export const redisHowTo: string
