import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import type { Wallet } from './Wallet.ts'

/**
 * The account as the site names it: the browser stores nothing for the frame, or the visitor has
 * logged in in the wallet's own page, in the site's tab. Nobody but the site itself is told it, and
 * nothing is signed by it.
 */
export type NamedAccount = { addresses: WalletAddresses; email: string | null }

const nameOf = ({ site }: Pick<Wallet, 'site'>) => `named:${site.origin}`

/** Believes a site. */
export const storeNamedAccount = (
  wallet: Pick<Wallet, 'store' | 'site'>,
  account: NamedAccount,
): Promise<void> => wallet.store.set(nameOf(wallet), account)

/** The account that the site has named; undefined without one. */
export async function readNamedAccount(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<NamedAccount | undefined> {
  // only `noteNamed` writes it
  return (await wallet.store.get(nameOf(wallet))) as NamedAccount | undefined
}

/** Forgets it: the visitor has signed out, or the login is here. */
export const forgetNamedAccount = (wallet: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  wallet.store.delete(nameOf(wallet))
