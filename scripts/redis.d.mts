/** The path of a redis-server, if there is one. @throws when `REDIS_SERVER_PATH` names no program */
export function findRedis(): string | undefined
/** What a person without Redis has to do. */
export const redisHowTo: string
