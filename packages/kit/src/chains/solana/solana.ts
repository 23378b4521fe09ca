import type { AdapterFactory, AdapterHost, ChainAdapter } from '../../core/contracts/adapter.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { refuseOptions } from '../../core/options/optionChecks.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { createFacets } from './createFacets.ts'
import { createInstalledSource } from './installed/createInstalledSource.ts'
import { register } from './installed/register.ts'
import { createKitWallet } from './kitWallet/createKitWallet.ts'
import type { KitWallet } from './kitWallet/createKitWallet.ts'
import type { messages } from './send/messages.ts'

declare module '../../core/kit/featureTypes.ts' {
  interface ChainTexts {
    solanaFaults: typeof messages.texts
  }
}

/** The options of `solana`. */
export type SolanaOptions = {
  /**
   * Whether to register the kit as a wallet for other libraries on the page. This wallet has the
   * accounts that are connected in the kit. `kit.getProvider` returns it in either case.
   * @default false
   */
  announce?: boolean
}

/**
 * The adapter of Solana's networks (namespace solana), by the Wallet Standard. It finds wallets
 * that register themselves. It needs the package `@solana/kit`. The code for wallets and nodes is
 * loaded when a wallet is first needed.
 * @throws KitError optionInvalid for an unknown or invalid option
 * @example createKit({ adapters: [solana()], … })
 */
export function solana(options: SolanaOptions = {}): AdapterFactory {
  const { announce = false, ...others } = options
  refuseOptions('solana', others)
  if (typeof announce !== 'boolean')
    throw optionInvalid('solana.announce', 'is not valid', 'Pass true or false.')
  return { namespace: 'solana', create: (host) => createSolanaAdapter(host, announce) }
}

function createSolanaAdapter(
  { kit, networks, setConnectors }: AdapterHost,
  announce: boolean,
): ChainAdapter {
  const engine = lazily(async () =>
    (await loadCode(import('./engine.lazy.ts'))).createEngine(kit, networks),
  )
  const source = createInstalledSource({ setConnectors, engine })
  let wallet: KitWallet | undefined
  const provider = (of: Kit) =>
    (wallet ??= createKitWallet(
      of,
      lazily(async () =>
        (await loadCode(import('./kitWallet/createAnswers.lazy.ts'))).createAnswers(of),
      ),
    ))
  return {
    namespace: 'solana',
    source: announce
      ? { ...source, watch: () => joined(source.watch(), register(provider(kit))) }
      : source,
    switchNetwork: async (parameters) => (await engine()).switchNetwork(parameters),
    request: async (parameters) => (await engine()).request(parameters),
    signMessage: async (parameters) => (await engine()).signMessage(parameters),
    send: async (parameters) => (await engine()).send(parameters),
    provider,
    ...createFacets(kit),
  }
}

const joined =
  (...ends: readonly (() => void)[]) =>
  () =>
    ends.forEach((end) => end())
