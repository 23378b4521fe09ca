import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../services/relay/src/store/lmdbStore.ts'

export type StartRelayOptions = {
  /** The preferred port; if it is taken, another free port is used. */
  port: number
  /** The folder in which the mailboxes are stored. Without it they are lost when the relay ends. */
  stateDir?: string
  /** Deletes the stored mailboxes. */
  fresh?: boolean
}

/** Starts the relay in this process; any client may use it. */
export async function startRelay({
  port,
  stateDir,
  fresh = false,
}: StartRelayOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const folder =
    stateDir === undefined
      ? await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
      : join(stateDir, 'relay')
  const forget = () => rm(folder, { recursive: true, force: true })
  if (fresh) await forget()
  const store = await createLmdbStore({ folder })
  // webhooks may only be on this machine. The overload limit is off, because all clients are
  // trusted, and the machine is sometimes slow
  const relay = createRelay({ store, watchHosts: ['127.0.0.1', 'localhost'], overload: false })
  const close = async () => {
    await relay.close()
    await store.close()
    if (stateDir === undefined) await forget()
  }
  try {
    const { url } = await relay.listen({ port, fallback: true })
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}
