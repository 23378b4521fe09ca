import type { Client } from './client.ts'
import type { Store } from './createStore.ts'
import type { PhoneState } from './phoneState.ts'

/** The connection to the relay, which can be cut as in a tunnel. */
export type Line = {
  /** Disconnects from the relay and does not reconnect. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Disconnects for good. */
  leave: () => Promise<void>
}

/** Maintains `reached` and `online` of the state. */
export function createLine(client: Client, store: Store<PhoneState>): Line {
  const { heartbeat, relayer } = client.core
  const look = () =>
    store.get().reached === relayer.connected || store.set({ reached: relayer.connected })
  relayer.on('relayer_connect', look)
  relayer.on('relayer_disconnect', look)
  // called before each attempt to connect
  const isOnline = relayer.confirmOnlineStateOrThrow.bind(relayer)

  async function cut(): Promise<void> {
    relayer.confirmOnlineStateOrThrow = () => Promise.reject(new Error('The phone is offline.'))
    store.set({ online: false })
    await relayer.transportClose()
    look()
  }

  return {
    cut,
    async mend() {
      relayer.confirmOnlineStateOrThrow = isOnline
      store.set({ online: true })
      await relayer.transportOpen()
      look()
    },
    async leave() {
      heartbeat.stop()
      await cut()
    },
  }
}
