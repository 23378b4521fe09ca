/** The folder with `postgres` and `initdb`, if there is one. @throws when `POSTGRES_BIN_PATH` has no such programs */
export function findPostgres(): string | undefined
/** What a person without PostgreSQL has to do. */
export const postgresHowTo: string
