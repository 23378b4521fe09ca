import { genericPrefix } from '@latchkey/protocol/chains/ss58'
import { pageWindow } from '../pageWindow.ts'
import type { WalletWindow } from '../pageWindow.ts'
import { injectedFace } from './injectedFace.ts'
import type { PolkadotAccount } from './polkadotAccounts.ts'
import { PolkadotOwner } from './PolkadotOwner.ts'
import type { PolkadotBehaviour, PolkadotOwnerOptions } from './PolkadotOwner.ts'

/** The options of `createPolkadotWallet`. */
export type PolkadotWalletOptions = PolkadotOwnerOptions & {
  /**
   * The wallet's key in `window.injectedWeb3`, such as `talisman`. The kit shows it as the name of
   * a wallet that it does not know.
   * @default 'Polkadot test wallet'
   */
  id?: string
  /** The prefix of the addresses that the wallet shares. SS58 @default 42 */
  prefix?: number
}

/**
 * A Polkadot wallet with real keys, whose behaviour can be set. Its keys are public: never use them
 * for anything of value.
 */
export type PolkadotWallet = {
  /** The wallet as pages see it, an entry of `window.injectedWeb3`. */
  readonly provider: object
  /** The accounts that the wallet shares now. */
  readonly accounts: readonly PolkadotAccount[]
  /** The requests so far, by the names of the wallet's functions. */
  readonly requests: readonly string[]
  /** Sets how the wallet answers from now on. @default 'approve' */
  setBehaviour(behaviour: PolkadotBehaviour): void
  /**
   * Shares the accounts with these numbers, as if the owner had chosen them in the wallet. An empty
   * list locks the wallet.
   */
  share(accounts: readonly number[]): void
  /** Ends the site's permission, as if the owner had removed the site in the wallet. */
  forget(): void
  /**
   * Registers it on the page, or on the given window.
   * @returns the function that removes it
   * @throws KitError optionInvalid if no `window` is given and there is no page, as in plain Node
   */
  register(window?: WalletWindow): () => void
}

/**
 * Creates a Polkadot wallet for tests. It signs with real keys, so that a chain accepts its
 * transactions.
 * @example const wallet = createPolkadotWallet({ id: 'talisman' }); wallet.register()
 */
export function createPolkadotWallet({
  id = 'Polkadot test wallet',
  prefix = genericPrefix,
  ...options
}: PolkadotWalletOptions = {}): PolkadotWallet {
  const owner = new PolkadotOwner(id, options)
  const provider = injectedFace(owner, prefix)
  return {
    provider,
    requests: owner.requests,
    get accounts() {
      return owner.accounts
    },
    setBehaviour: (next) => void (owner.behaviour = next),
    share: (accounts) => owner.share(accounts),
    forget: () => owner.forget(),
    register(window = pageWindow()) {
      // other wallets may have made the object
      const page = window as { injectedWeb3?: Record<string, unknown> }
      const injected = (page.injectedWeb3 ??= {})
      injected[id] = provider
      return () => {
        if (injected[id] === provider) delete injected[id]
      }
    },
  }
}
