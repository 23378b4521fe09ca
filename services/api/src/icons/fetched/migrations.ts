import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * The SQL of each version. `db/schema.test.ts` checks that they result in the table of `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    'create table pictures (url text primary key, bytes bytea not null, fetched_at bigint not null)',
  ],
]

/** The versions of the table of pictures. The tables of the index have versions of their own. */
export const pictureMigrations: Migrations = { table: 'latchkey_pictures', versions }
