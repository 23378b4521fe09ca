import { codeLife } from '@latchkey/protocol/walletServer'
import type { LoginOutcome, WalletMethod } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import type { Wallet } from './Wallet.ts'

/**
 * A login that was proved, and that has no account of its own yet: another account has the same
 * verified address, and its owner is to be asked. `ways` open that account.
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
/** Of the site on which it was proved. It outlives the page, so that a reload asks again. */
const nameOf = ({ site }: Pick<Wallet, 'site'>) => prefix + site.origin

/** Remembers the question for as long as the server does. */
export const noteJoin = (
  wallet: Pick<Wallet, 'store' | 'site'>,
  { ways }: Extract<LoginOutcome, { action: 'join' }>,
): Promise<void> => wallet.store.set(nameOf(wallet), { ways, until: Date.now() + codeLife })

/** The question that waits for the visitor; undefined without one. */
export async function readJoin(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<PendingJoin | undefined> {
  const parsed = v.safeParse(stored, await wallet.store.get(nameOf(wallet)))
  return parsed.success && parsed.output.until > Date.now()
    ? { ways: parsed.output.ways }
    : undefined
}

/** Forgets it: it was answered, or another login begins. */
export const forgetJoin = (wallet: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  wallet.store.delete(nameOf(wallet))

/** Forgets those of every site: the account is deleted. */
export async function forgetJoins(store: Wallet['store']): Promise<void> {
  for (const name of await store.names(prefix)) await store.delete(name)
}
