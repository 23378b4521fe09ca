import type { Client } from './client.ts'
import type { Store } from './createStore.ts'
import type { PhoneState } from './phoneState.ts'

/** The connection to the relay. It can be cut, as if the phone were in a tunnel. */
export type RelayConnection = {
  /** Disconnects from the relay and does not reconnect. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Disconnects for good. */
  leave: () => Promise<void>
}

/** Creates the connection, and updates `isRelayConnected` and `online` of the state. */
export function createRelayConnection(client: Client, store: Store<PhoneState>): RelayConnection {
  const { heartbeat, relayer } = client.core
  const updateState = () =>
    store.get().isRelayConnected === relayer.connected ||
    store.set({ isRelayConnected: relayer.connected })
  relayer.on('relayer_connect', updateState)
  relayer.on('relayer_disconnect', updateState)
  // the client calls this before each attempt to connect
  const isOnline = relayer.confirmOnlineStateOrThrow.bind(relayer)

  async function cut(): Promise<void> {
    relayer.confirmOnlineStateOrThrow = () => Promise.reject(new Error('The phone is offline.'))
    store.set({ online: false })
    await relayer.transportClose()
    updateState()
  }

  return {
    cut,
    async mend() {
      relayer.confirmOnlineStateOrThrow = isOnline
      store.set({ online: true })
      await relayer.transportOpen()
      updateState()
    },
    async leave() {
      heartbeat.stop()
      await cut()
    },
  }
}
