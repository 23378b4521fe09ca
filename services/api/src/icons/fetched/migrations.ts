import type { Migrations } from '@latchkey/server/db/migrate'

/** The table of fetched pictures. `db/schema.test.ts` checks it against `schema.ts`. */
const versions: Migrations['versions'] = [
  [
    'create table pictures (url text primary key, bytes bytea not null, fetched_at bigint not null)',
  ],
]

/** The versions of the table of pictures, apart from those of the index. */
export const pictureMigrations: Migrations = { table: 'latchkey_pictures', versions }
