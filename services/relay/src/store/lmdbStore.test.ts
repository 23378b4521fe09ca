import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
import { createLmdbStore } from './lmdbStore.ts'

testMailboxStore(async (mailbox) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder, mailbox })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
})
