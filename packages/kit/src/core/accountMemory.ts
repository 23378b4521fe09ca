import type { Kit } from './kit.ts'
import { perKit } from './perKit.ts'
import type { RawStorage } from './storage.ts'
import { namesOfAccount } from './storedKeys.ts'

const accounts = perKit(() => ({ forgotten: 0 }))

/**
 * Looks at the account of now. What it returns says later whether that account is still remembered: false once `forgetAccountData` was
 * called. Whoever waits for a wallet asks before writing what tells of the account.
 */
export function accountMemory(kit: Kit): () => boolean {
  const { forgotten } = accounts(kit)
  return () => accounts(kit).forgotten === forgotten
}

/** Forgets what tells of the account, in storage and in the kit's state. @returns whether something of it was stored */
export function forgetAccountData(kit: Kit): boolean {
  accounts(kit).forgotten++
  kit.store.setState({ pending: undefined, partialBalances: undefined, news: undefined })
  return forgetStored(kit.context.storage.raw)
}

/** Forgets what a storage tells of the account. @returns whether there was something */
export function forgetStored(raw: RawStorage): boolean {
  const names = namesOfAccount().filter((name) => raw.getItem(name) !== null)
  for (const name of names) raw.removeItem(name)
  return names.length > 0
}
