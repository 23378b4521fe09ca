import type { AdapterFactory, AdapterHost, ChainAdapter } from '../../core/contracts/adapter.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import type { NoOptions } from '../../core/options/optionChecks.ts'
import { createFacets } from './createFacets.ts'
import { createInstalledSource } from './installed/createInstalledSource.ts'
import { createPolkadotProvider } from './polkadotProvider.ts'
import type { messages } from './send/messages.ts'

declare module '../../core/kit/featureTypes.ts' {
  interface ChainTexts {
    polkadotFaults: typeof messages.texts
  }
}

/**
 * The adapter of Polkadot's networks (namespace polkadot). It finds wallets in
 * `window.injectedWeb3`. It needs the packages `@polkadot-api/metadata-builders` and
 * `@polkadot-api/substrate-bindings`. The code for wallets and nodes is loaded when a wallet is
 * first needed.
 * @throws KitError optionInvalid for any option: there is none yet
 * @example createKit({ adapters: [polkadot()], … })
 */
export function polkadot(options?: NoOptions): AdapterFactory {
  refuseOptions('polkadot', options)
  return { namespace: 'polkadot', create: createPolkadotAdapter }
}

function createPolkadotAdapter({ kit, networks, setConnectors }: AdapterHost): ChainAdapter {
  const engine = lazily(async () =>
    (await loadCode(import('./engine.lazy.ts'))).createEngine(kit, networks),
  )
  return {
    namespace: 'polkadot',
    source: createInstalledSource({ setConnectors, engine }),
    switchNetwork: async (parameters) => (await engine()).switchNetwork(parameters),
    request: async (parameters) => (await engine()).request(parameters),
    signMessage: async (parameters) => (await engine()).signMessage(parameters),
    send: async (parameters) => (await engine()).send(parameters),
    provider: createPolkadotProvider,
    ...createFacets(kit),
  }
}
