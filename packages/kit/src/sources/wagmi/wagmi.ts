import { isNumbered } from '@latchkey/protocol/namespace'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import type {
  ConnectorSource,
  SourceFactory,
  SourceHost,
} from '../../core/contracts/connectorSource.ts'
import { isObject } from '@latchkey/protocol/isObject'
import type { Kit } from '../../core/kit/kit.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import type { NoOptions } from '../../core/options/optionChecks.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import type { WagmiConfig, WagmiConnectorMaker } from './config.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Makes a source from the site's own wagmi config (wagmi 2 or 3): wagmi's hooks show the kit's
 * connections, and the kit shows wagmi's. Of the wallets in this browser, the kit lists only those
 * that wagmi lists.
 * @throws KitError optionInvalid for a value that is no config of wagmi 2 or 3, and for any option,
 *   as there are none yet. `createKit` throws it for a config that lacks one of the kit's EVM
 *   networks
 * @example createKit({ adapters: [evm()], sources: [wagmi(config)], … })
 */
export function wagmi(config: WagmiConfig, options?: NoOptions): SourceFactory {
  if (!isConfig(config))
    throw optionInvalid(
      'wagmi.config',
      'is not valid',
      'Pass what createConfig of wagmi made: wagmi(config).',
    )
  if (!(config.state.connections instanceof Map))
    throw optionInvalid(
      'wagmi.config',
      'is of a wagmi that is neither 2 nor 3',
      'Install one of these: npm install wagmi@3',
    )
  refuseOptions('wagmi', options)
  return {
    create({ kit, setConnectors }): ConnectorSource {
      checkNetworks(kit, config)
      const load = lazily(async () =>
        (await loadCode(import('./followConfig.lazy.ts'))).followConfig(kit, config),
      )
      const { report, isComplete } = noteReport(setConnectors)
      return {
        namespaces: ['eip155'],
        isSiteOwned: true,
        watch() {
          const watching = load().then(
            (source) => source.watch(report),
            () => () => {},
          ) // after a failed load, the next use loads the code again and reports a failure
          return () => void watching.then((stop) => stop())
        },
        isComplete,
        prepare: () => void load().catch(() => {}), // a failed load is repeated at the next use
        connect: async (parameters) => (await load()).connect(parameters),
        restore: async (parameters) => (await load()).restore(parameters),
      }
    },
  }
}

/**
 * Checks that the config has the kit's EVM networks, because wagmi refuses to switch to any other.
 * @throws KitError optionInvalid
 */
function checkNetworks(kit: Kit, { chains }: WagmiConfig): void {
  const { networks } = contextOf(kit)
  const missing = networks
    .filter(
      ({ namespace, reference }) =>
        isNumbered(namespace) && !chains.some(({ id }) => String(id) === reference),
    )
    .map(({ networkId }) => networkId)
  if (missing.length > 0)
    throw optionInvalid(
      'sources',
      `has a wagmi config without ${missing.join(', ')}`,
      'Add them to the chains of its createConfig, or leave them out of networks.',
    )
}

const isConfig = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value['connectors']) &&
  Array.isArray(value['chains']) &&
  isObject(value['state']) &&
  typeof value['subscribe'] === 'function'

/**
 * Wraps `setConnectors` to record its first call. From then on, the source is complete: its code
 * and the site's connectors have loaded.
 */
function noteReport(setConnectors: SourceHost['setConnectors']): {
  report: SourceHost['setConnectors']
  isComplete: () => boolean
} {
  let isReported = false
  return {
    report(connectors) {
      isReported = true
      setConnectors(connectors)
    },
    isComplete: () => isReported,
  }
}

/** Connectors of a site, or a function that loads them when a wallet is first needed. */
export type WagmiConnectors =
  | readonly WagmiConnectorMaker[]
  | (() => Promise<readonly WagmiConnectorMaker[]>)

/**
 * Makes a source from wagmi's connectors, for a site that does not use wagmi itself. If the page is
 * inside a Safe, the Safe connects at once.
 * @throws KitError optionInvalid for a value that is neither a list of connectors nor a function,
 *   and for any option, as there are none yet
 * @example sources: [wagmiConnectors(async () => { const { safe } = await
 *   import('wagmi/connectors'); return [safe()] })]
 */
export function wagmiConnectors(connectors: WagmiConnectors, options?: NoOptions): SourceFactory {
  const isGiven =
    typeof connectors === 'function' ||
    (Array.isArray(connectors) && connectors.every((maker) => typeof maker === 'function'))
  if (!isGiven)
    throw optionInvalid(
      'wagmiConnectors.connectors',
      'is not valid',
      'Pass connectors of wagmi, or a function that fetches them: wagmiConnectors([safe()]).',
    )
  refuseOptions('wagmiConnectors', options)
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const { report, isComplete } = noteReport(setConnectors)
      const load = lazily(async () =>
        (await loadCode(import('./hostConnectors.lazy.ts'))).hostConnectors(
          kit,
          connectors,
          report,
        ),
      )
      const prepare = () =>
        void load().then(
          (source) => source.prepare(),
          () => {},
        ) // after a failed load, the next use loads the code again and reports a failure
      return {
        namespaces: ['eip155'],
        watch() {
          if (typeof window !== 'undefined' && window.parent !== window) prepare()
          return () => {}
        },
        isComplete,
        prepare,
        connect: async (parameters) => (await load()).connect(parameters),
        restore: async (parameters) => (await load()).restore(parameters),
      }
    },
  }
}
