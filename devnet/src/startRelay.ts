import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../services/relay/src/store/lmdbStore.ts'

export type StartRelayOptions = {
  /** Another free one is taken when it is taken. */
  port: number
  /** Folder in which the mailboxes outlive this run. Without it they end with it. */
  stateDir?: string
  /** Forgets what was kept. */
  fresh?: boolean
}

/** Starts the relay in this process; everybody may use it. */
export async function startRelay({ port, stateDir, fresh = false }: StartRelayOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = stateDir === undefined ? await mkdtemp(join(tmpdir(), 'latchkey-relay-')) : join(stateDir, 'relay')
  const forget = () => rm(folder, { recursive: true, force: true })
  if (fresh) await forget()
  const store = await createLmdbStore({ folder })
  // webhooks of whoever develops are on this machine; it is late now and then, and nobody here is a stranger
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
