// Makes the empty database with which PGlite starts. Run it when the version of PGlite changes.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from './root.mjs'

const require = createRequire(join(root, 'packages/server/package.json'))
const { PGlite } = await import(pathToFileURL(require.resolve('@electric-sql/pglite')).href)

const database = await PGlite.create()
const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
await database.close()
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
const small = brotliCompressSync(tar, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: tar.length } })
const file = 'packages/server/data/emptyDatabase.tar.br'
await writeFile(join(root, file), small)
console.log(`${file}: ${small.length} bytes`)
