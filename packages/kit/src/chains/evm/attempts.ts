import { connect } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import { kitError } from '../../core/errors.ts'
import { forget, leave } from './leave.ts'
import type { WalletConnectParameters } from './phoneCodes.ts'

/** What wagmi's connect takes. */
type Parameters = { connector: Connector; chainId?: number; isReconnecting?: boolean } & WalletConnectParameters

/** Questions to wallets whether they want to connect, which of them nobody waits for any more, and farewells. */
export type Attempts = {
  /** Whether the wallet's window is open though nobody waits for its answer; such a wallet is never shown as connected. */
  isAbandoned(connectorId: string): boolean
  /** Somebody wants this wallet after all. */
  resume(connectorId: string): void
  /** wagmi's connect, once the farewell to the same wallet is over; an answer that comes after the abort is undone. @throws what wagmi throws; requestAborted */
  connect(signal: AbortSignal | undefined, parameters: Parameters, undo: () => Promise<void> | void): Promise<void>
  /** Forgets a wallet, then tells it. Aborting ends the wait for its answer. @throws what the connector throws; requestAborted */
  leave(signal: AbortSignal | undefined, connector: Connector): Promise<void>
}

/** Follows the attempts to connect over one config. */
export function createAttempts(config: Config): Attempts {
  /** By connector id, with the signal that ended the wait. */
  const abandoned = new Map<string, AbortSignal>()
  /** By connector id: farewells that the wallet has not answered yet. A new request would be revoked by them. */
  const leaving = new Map<string, Promise<void>>()

  /** A wallet whose window stays open must not keep the config in `connecting`, where it hears no events. */
  const settleStatus = () => config.setState((state) => ({ ...state, status: state.current ? 'connected' : 'disconnected' }))

  return {
    isAbandoned: (connectorId) => abandoned.has(connectorId),
    resume: (connectorId) => void abandoned.delete(connectorId),
    async connect(signal, parameters, undo) {
      const { connector } = parameters
      await leaving.get(connector.id)
      if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
      const abandon = () => {
        if (config.state.connections.has(connector.uid)) return // it is connected: a screen that goes away because of that aborts nothing
        if (signal) abandoned.set(connector.id, signal)
        settleStatus()
      }
      abandoned.delete(connector.id)
      if (config.state.connections.has(connector.uid)) forget(config, connector) // it answered nonsense before, and wagmi would not ask again
      signal?.addEventListener('abort', abandon, { once: true })
      try {
        await connect(config, parameters)
        if (abandoned.has(connector.id)) await undo()
      } finally {
        signal?.removeEventListener('abort', abandon)
        if (abandoned.get(connector.id) === signal) abandoned.delete(connector.id)
      }
    },
    async leave(signal, connector) {
      const told = untilAborted(leave(config, connector), signal)
      const over = told.catch(() => {}) // whoever asked for the farewell hears of its failure
      leaving.set(connector.id, over)
      await told.finally(() => leaving.get(connector.id) === over && leaving.delete(connector.id))
    },
  }
}

/** @throws KitError requestAborted when the signal fires first */
function untilAborted<value>(promise: Promise<value>, signal: AbortSignal | undefined): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(kitError('requestAborted', { cause: signal?.reason }))
    signal?.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
  })
}
