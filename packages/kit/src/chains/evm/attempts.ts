import { connect } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import { forget } from './leave.ts'
import type { WalletConnectParameters } from './walletConnectConnector.ts'

/** What wagmi's connect takes. */
type Parameters = { connector: Connector; chainId?: number } & WalletConnectParameters

/** Questions to wallets whether they want to connect, and which of them nobody waits for any more. */
export type Attempts = {
  /** Whether the wallet's window is open though nobody waits for its answer; such a wallet is never shown as connected. */
  isAbandoned(connectorId: string): boolean
  /** Somebody wants this wallet after all. */
  resume(connectorId: string): void
  /** wagmi's connect; an answer that comes after the abort is undone. @throws what wagmi throws */
  connect(signal: AbortSignal | undefined, parameters: Parameters, undo: () => Promise<void> | void): Promise<void>
}

/** Follows the attempts to connect over one config. */
export function createAttempts(config: Config): Attempts {
  /** By connector id, with the signal that ended the wait. */
  const abandoned = new Map<string, AbortSignal>()

  /** A wallet whose window stays open must not keep the config in `connecting`, where it hears no events. */
  const settleStatus = () => config.setState((state) => ({ ...state, status: state.current ? 'connected' : 'disconnected' }))

  return {
    isAbandoned: (connectorId) => abandoned.has(connectorId),
    resume: (connectorId) => void abandoned.delete(connectorId),
    async connect(signal, parameters, undo) {
      const { connector } = parameters
      const abandon = () => {
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
  }
}
