import { codeLife } from '@latchkey/protocol/walletServer'
import type { LoginOutcome, WalletMethod } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import type { Wallet } from './Wallet.ts'

/**
 * A proved login without an account of its own. Another account has the same verified address, and
 * the visitor has to answer whether the login joins that account. `ways` are the logins that open
 * that account.
 */
export type PendingJoin = { ways: readonly WalletMethod[] }

const ways = v.pipe(
  v.array(
    v.picklist([
      'email',
      'google',
      'x',
      'discord',
      'github',
      'apple',
      'facebook',
      'farcaster',
    ] as const satisfies readonly WalletMethod[]),
  ),
  v.readonly(),
)
const stored = v.object({ ways, until: v.number() })

const prefix = 'join:'
/**
 * The name for the site on which the login was proved. The entry outlives the page, so that
 * the question is shown again after a reload.
 */
const nameOf = ({ site }: Pick<Wallet, 'site'>) => prefix + site.origin

/** Stores the question for as long as the server does. */
export const noteJoin = (
  wallet: Pick<Wallet, 'store' | 'site'>,
  { ways }: Extract<LoginOutcome, { action: 'join' }>,
): Promise<void> => wallet.store.set(nameOf(wallet), { ways, until: Date.now() + codeLife })

/** The pending question; undefined without one. */
export async function readJoin(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<PendingJoin | undefined> {
  const parsed = v.safeParse(stored, await wallet.store.get(nameOf(wallet)))
  return parsed.success && parsed.output.until > Date.now()
    ? { ways: parsed.output.ways }
    : undefined
}

/** Deletes the question: it was answered, or another login begins. */
export const forgetJoin = (wallet: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  wallet.store.delete(nameOf(wallet))

/** Deletes the questions of every site, when the account is deleted. */
export async function forgetJoins(store: Wallet['store']): Promise<void> {
  for (const name of await store.names(prefix)) await store.delete(name)
}
