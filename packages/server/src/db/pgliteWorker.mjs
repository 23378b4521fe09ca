/**
 * Runs PGlite in its own thread, so that a long query blocks nothing else. PGlite also hangs if its
 * disk fails; then only this thread hangs, not the process. `pgliteThread.ts` sends one request at
 * a time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { extract } from 'tar-stream'

const { folder, tar, code } = workerData
const tell = (answered) => parentPort.postMessage(answered) // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has none
const asTold = (text) => text
// the parsers that drizzle needs; functions cannot be sent to this thread, so they are here
const parsers = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    1231,
    1115,
    1185,
    1187,
    1182,
  ].map((type) => [type, asTold]),
)

// A database in memory needs no second copy in PostgreSQL's buffers. The default of 128 MB costs a
// third of the time to open.
const buffers = folder === undefined ? ['-c', 'shared_buffers=8MB'] : []
const startParams = [...PGlite.defaultStartParams, ...buffers]
const opening = open()

async function open() {
  const options = { startParams, pgliteWasmModule: code }
  if (folder === undefined)
    return PGlite.create({ ...options, ...(tar && { loadDataDir: new Blob([tar]) }) })
  // PGlite itself would write each file through its file system in WebAssembly. That costs as much
  // as everything else at a first start.
  if (tar) await unpack(tar, folder)
  return PGlite.create({ ...options, dataDir: folder })
}

/** Writes the files of an archive, which comes from `emptyDatabase.tar.br`. */
async function unpack(archive, target) {
  const entries = extract()
  entries.end(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))
  for await (const entry of entries) {
    const isFolder = entry.header.type === 'directory'
    const path = join(target, entry.header.name)
    mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await buffer(entry)
    if (!isFolder) writeFileSync(path, bytes, { mode: 0o600 })
  }
}

async function answer({ kind, sql, params, rowMode }) {
  const client = await opening
  if (kind === 'close') return client.close()
  if (kind === 'exec') return void (await client.exec(sql))
  return kind === 'query' ? client.query(sql, params, { rowMode, parsers }) : undefined
}

async function respond(asked) {
  try {
    const result = await answer(asked)
    tell({
      id: asked.id,
      result: result && {
        rows: result.rows,
        fields: result.fields,
        affectedRows: result.affectedRows,
      },
    })
    if (asked.kind === 'close') parentPort.close()
  } catch (error) {
    tell({
      id: asked.id,
      failure: {
        message: String(error?.message),
        code: typeof error?.code === 'string' ? error.code : undefined,
      },
    })
  }
}

parentPort.on('message', (asked) => {
  respond(asked).catch((error) =>
    queueMicrotask(() => {
      throw error // an unexpected error ends the thread
    }),
  )
})
