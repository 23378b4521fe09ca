// Makes the empty database with which PGlite starts. Run it when the version of PGlite changes.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from './root.mjs'

const require = createRequire(join(root, 'packages/server/package.json'))
const { PGlite } = await import(pathToFileURL(require.resolve('@electric-sql/pglite')).href)

// The image has to be small, because each start unpacks it. So the write-ahead log has segments of
// 1 MiB instead of 16, and PostgreSQL's two template databases are removed.
const made = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
await made.exec(
  "update pg_database set datistemplate = false, datallowconn = true where datname in ('template0', 'template1')",
)
for (const name of ['template0', 'template1']) await made.exec(`drop database ${name}`)
await made.exec("alter system set min_wal_size = '2MB'")
const whole = await made.dumpDataDir('none')
await made.close()

// each checkpoint removes the log segments that were written before. Afterwards, the limits allow
// the log to grow as it does with segments of 16 MiB
const database = await PGlite.create({ loadDataDir: whole })
for (let round = 0; round < 3; round++) await database.exec('select pg_switch_wal(); checkpoint')
await database.exec("alter system set min_wal_size = '80MB'")
await database.exec("alter system set max_wal_size = '1GB'")
await database.exec('checkpoint')
const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
await database.close()

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
const small = brotliCompressSync(tar, {
  params: {
    [BROTLI_PARAM_QUALITY]: 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: tar.length,
  },
})
const file = 'packages/server/data/emptyDatabase.tar.br'
await writeFile(join(root, file), small)
console.log(`${file}: ${small.length} bytes, unpacked ${tar.length}`)
