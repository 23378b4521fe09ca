import type { AdapterFactory, AdapterHost, ChainAdapter } from '../../core/adapter.ts'
import { loadCode } from '../../core/loadCode.ts'
import { lazily } from '../../core/lazily.ts'
import { refuseOptions } from '../../core/checkOptions.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import type { Kit } from '../../core/kit.ts'
import { createFacets } from './createFacets.ts'
import { createInstalledSource } from './installed/createInstalledSource.ts'
import { register } from './installed/register.ts'
import { createKitWallet } from './kitWallet/createKitWallet.ts'
import type { KitWallet } from './kitWallet/createKitWallet.ts'

/** What a site may say of its Solana networks. */
export type SolanaOptions = {
  /**
   * Whether the kit's wallet, which follows its connection, stands in the lists of other libraries
   * on the page. It is there by `kit.getProvider` all the same. @default false
   */
  announce?: boolean
}

/**
 * The adapter of Solana's networks (namespace solana), over the Wallet Standard: wallets of this
 * browser are found as they register themselves. It needs the package `@solana/kit`. What a page
 * loads with it is small: the code for wallets and nodes is loaded when a wallet is first needed.
 * @throws KitError optionInvalid for an unknown option, or one that is wrong
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
    (await loadCode(import('./engine.ts'))).createEngine(kit, networks),
  )
  const source = createInstalledSource({
    setConnectors,
    installed: async () => (await engine()).installed,
  })
  let wallet: KitWallet | undefined
  const provider = (of: Kit) =>
    (wallet ??= createKitWallet(
      of,
      lazily(async () =>
        (await loadCode(import('./kitWallet/answers/createAnswers.ts'))).createAnswers(of),
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
