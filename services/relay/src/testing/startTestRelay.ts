import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createRelay } from '../createRelay.ts'
import type { RelayOptions } from '../options.ts'
import { createLmdbStore } from '../store/lmdbStore.ts'
import { createTestClient, type TestClient } from './createTestClient.ts'
import { openTestSocket, type OpenOptions, type TestSocket } from './openTestSocket.ts'

/** A relay on a free port. Its store is a folder that is removed after the test. */
export type TestRelay = {
  url: string
  http: string
  /** Opens a socket, by default of a new client. It is closed after the test. */
  open: (client?: TestClient, options?: OpenOptions) => Promise<TestSocket>
  close: () => Promise<void>
}

type OnEnd = (end: () => Promise<void>) => void

/** Starts a relay that ends with the test. Concurrent tests pass their own `onTestFinished`. */
export async function startTestRelay(
  options: Partial<RelayOptions> = {},
  onEnd: OnEnd = onTestFinished,
): Promise<TestRelay> {
  const store = options.store ?? (await openStore(onEnd))
  const relay = createRelay({ ...options, store })
  const { url } = await relay.listen({ port: 0 })
  const close = () => relay.close({ drain: 1_000 })
  onEnd(close)
  return {
    url,
    http: url.replace('ws:', 'http:'),
    close,
    open: (client = createTestClient(), more) => openTestSocket(url, client, more),
  }
}

async function openStore(onEnd: OnEnd) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder })
  onEnd(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
}

/** Makes a topic that no other test uses. */
export const newTopic = () => randomBytes(32).toString('hex')
