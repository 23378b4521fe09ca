import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import type { Wallet } from './Wallet.ts'

/**
 * The account that the site names, where the frame has no login: the browser stores nothing
 * for the frame, or the visitor has logged in on the wallet's own page in the site's tab.
 * Only the site itself gets it back, and no signature depends on it.
 */
export type NamedAccount = { addresses: WalletAddresses; email: string | null }

const nameOf = ({ site }: Pick<Wallet, 'site'>) => `named:${site.origin}`

/** Stores the account that the site names. */
export const storeNamedAccount = (
  wallet: Pick<Wallet, 'store' | 'site'>,
  account: NamedAccount,
): Promise<void> => wallet.store.set(nameOf(wallet), account)

/** The account that the site has named; undefined without one. */
export async function readNamedAccount(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<NamedAccount | undefined> {
  // the cast is safe: only `storeNamedAccount` writes this entry
  return (await wallet.store.get(nameOf(wallet))) as NamedAccount | undefined
}

/**
 * Deletes the account that the site has named: the visitor has signed out, or has logged in here.
 */
export const forgetNamedAccount = (wallet: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  wallet.store.delete(nameOf(wallet))
