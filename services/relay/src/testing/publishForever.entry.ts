/**
 * A program for tests: `publishForever.entry.ts <folder>`. It publishes to the store of a folder. For
 * each stored message it writes a line with topic and text. When publishing fails, it writes
 * `failed`, and tries again. It runs until it is killed or its parent has ended.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createLmdbStore } from '../store/lmdbStore.ts'
import type { ClientId } from '../auth/didKey.ts'

const store = await createLmdbStore({ folder: process.argv[2] ?? '', bytes: 1024 ** 3 })
// this program needs no real key, only a text in the form of a client id
const publisher = `z6Mk${randomBytes(20).toString('hex')}` as ClientId
process.stdin.on('end', () => process.exit(0)).resume()

for (let count = 0; ; count += 1) {
  const topic = randomBytes(32).toString('hex')
  const message = randomBytes(15_000).toString('hex')
  try {
    await store.publish({
      topic,
      publisher,
      address: '',
      request: `${count}`,
      message,
      ttl: 300_000,
      tag: 1,
      attestation: undefined,
    })
    process.stdout.write(`${topic} ${message}\n`)
  } catch {
    process.stdout.write('failed\n')
    await setTimeout(100)
  }
}
