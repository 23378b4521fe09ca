/**
 * The folder with `postgres` and `initdb`, if any. @throws when `POSTGRES_BIN_PATH` has no such
 * programs
 */
export function findPostgres(): string | undefined
/** Instructions for a machine without PostgreSQL. */
export const postgresHowTo: string
