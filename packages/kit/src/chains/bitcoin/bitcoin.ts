import type { AdapterFactory, AdapterHost, ChainAdapter } from '../../core/contracts/adapter.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import type { NoOptions } from '../../core/options/optionChecks.ts'
import { createBitcoinProvider } from './bitcoinProvider.ts'
import { createFacets } from './createFacets.ts'
import type { messages } from './send/messages.ts'
import { createInstalledSource } from './installed/createInstalledSource.ts'

declare module '../../core/kit/featureTypes.ts' {
  interface ChainTexts {
    bitcoinFaults: typeof messages.texts
  }
}

/**
 * The adapter of Bitcoin's networks (namespace bip122). It finds wallets of the Wallet Standard, of
 * sats-connect (WBIP004), and those with the interface of UniSat. It needs the package
 * `@scure/btc-signer`. The code for wallets and nodes is loaded when a wallet is first needed.
 * @throws KitError optionInvalid for any option: there is none yet
 * @example createKit({ adapters: [bitcoin()], … })
 */
export function bitcoin(options?: NoOptions): AdapterFactory {
  refuseOptions('bitcoin', options)
  return { namespace: 'bip122', create: createBitcoinAdapter }
}

function createBitcoinAdapter({ kit, networks, setConnectors }: AdapterHost): ChainAdapter {
  const engine = lazily(async () =>
    (await loadCode(import('./engine.lazy.ts'))).createEngine(kit, networks),
  )
  return {
    namespace: 'bip122',
    source: createInstalledSource({ setConnectors, engine }),
    switchNetwork: async (parameters) => (await engine()).switchNetwork(parameters),
    request: async (parameters) => (await engine()).request(parameters),
    signMessage: async (parameters) => (await engine()).signMessage(parameters),
    send: async (parameters) => (await engine()).send(parameters),
    provider: createBitcoinProvider,
    ...createFacets(kit),
  }
}
