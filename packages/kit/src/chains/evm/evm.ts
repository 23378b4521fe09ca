import type { AdapterFactory, AdapterHost, ChainAdapter } from '../../core/contracts/adapter.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import type { NoOptions } from '../../core/options/optionChecks.ts'
import { createFacets } from './createFacets.ts'
import { createLazyProvider } from './lazyProvider.ts'
import { createInstalledSource } from './installed/createInstalledSource.ts'

/**
 * The adapter of EVM networks (namespace eip155), by EIP-6963 and EIP-1193. It finds wallets that
 * announce themselves, and wallets at `window.ethereum`. It has only a few hundred bytes: the code
 * for wallets and nodes is loaded when a wallet is first needed.
 * @throws KitError optionInvalid for any option: there is none yet
 * @example createKit({ adapters: [evm()], … })
 */
export function evm(options?: NoOptions): AdapterFactory {
  refuseOptions('evm', options)
  return { namespace: 'eip155', create: createEvmAdapter }
}

function createEvmAdapter({ kit, networks, setConnectors }: AdapterHost): ChainAdapter {
  const engine = lazily(async () =>
    (await loadCode(import('./engine.lazy.ts'))).createEngine(kit, networks),
  )
  return {
    namespace: 'eip155',
    source: createInstalledSource({ setConnectors, engine }),
    switchNetwork: async (parameters) => (await engine()).switchNetwork(parameters),
    request: async (parameters) => (await engine()).request(parameters),
    signMessage: async (parameters) => (await engine()).signMessage(parameters),
    send: async (parameters) => (await engine()).send(parameters),
    provider: () =>
      createLazyProvider(kit, async () =>
        (await loadCode(import('./kitProvider/kitProvider.lazy.ts'))).createKitProvider(kit),
      ),
    ...createFacets(kit),
  }
}
