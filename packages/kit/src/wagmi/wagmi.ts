import { arrived } from '../core/arrived.ts'
import type { ConnectorSource, SourceFactory } from '../core/connectorSource.ts'
import { lazily } from '../core/lazily.ts'
import type { WagmiConfig, WagmiConnectorMaker } from './config.ts'

/**
 * The site's own wagmi config (2 or 3) as a source: what the kit connects, wagmi's hooks see, and the other way round. Wallets of this
 * browser are those that wagmi lists.
 * @example createKit({ adapters: [evm()], sources: [wagmi(config)], … })
 */
export function wagmi(config: WagmiConfig): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const load = lazily(async () => (await arrived(import('./followConfig.ts'))).followConfig(kit, config))
      return {
        namespaces: ['eip155'],
        isSites: true,
        watch() {
          const watching = load().then((source) => source.watch(setConnectors), () => () => {}) // the code did not come; what needs it asks again and says so
          return () => void watching.then((stop) => stop())
        },
        prepare: () => void load().catch(() => {}), // likewise
        connect: async (parameters) => (await load()).connect(parameters),
        restore: async (parameters) => (await load()).restore(parameters),
      }
    },
  }
}

/** Connectors that a site brings, or what fetches them when a wallet is first needed. */
export type WagmiConnectors = readonly WagmiConnectorMaker[] | (() => Promise<readonly WagmiConnectorMaker[]>)

/**
 * Connectors of wagmi's as a source, for a site that does not use wagmi itself. Inside a Safe its connector connects at once.
 * @example sources: [wagmiConnectors(async () => { const { safe } = await import('wagmi/connectors'); return [safe()] })]
 */
export function wagmiConnectors(connectors: WagmiConnectors): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const load = lazily(async () => (await arrived(import('./hostConnectors.ts'))).hostConnectors(kit, connectors, setConnectors))
      const prepare = () => void load().then((source) => source.prepare(), () => {}) // the code did not come; what needs it asks again and says so
      return {
        namespaces: ['eip155'],
        watch() {
          if (typeof window !== 'undefined' && window.parent !== window) prepare()
          return () => {}
        },
        prepare,
        connect: async (parameters) => (await load()).connect(parameters),
        restore: async (parameters) => (await load()).restore(parameters),
      }
    },
  }
}
