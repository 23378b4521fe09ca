import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'
import type { RawStorage } from './storage.ts'
import { namesOfAccount } from './storedKeys.ts'
import { contextOf } from '../kit/context.ts'

const accounts = perKit(() => ({ forgotten: 0 }))

/**
 * Marks the current account. The returned function says later whether the account is still
 * remembered: false after a call of `forgetAccountData`. Code that waits for a wallet calls it
 * before it stores anything about the account.
 */
export function accountMemory(kit: Kit): () => boolean {
  const { forgotten } = accounts(kit)
  return () => accounts(kit).forgotten === forgotten
}

/**
 * Forgets all data about the account, in storage and in the kit's state.
 * @returns whether any was stored
 */
export function forgetAccountData(kit: Kit): boolean {
  accounts(kit).forgotten++
  kit.store.setState({
    pending: undefined,
    orders: undefined,
    partialBalances: undefined,
    walletChange: undefined,
    profileNames: undefined,
  })
  return forgetStored(contextOf(kit).storage.raw)
}

/**
 * Forgets the data about the account in one storage.
 * @returns whether any was stored
 */
export function forgetStored(raw: RawStorage): boolean {
  const names = namesOfAccount().filter((name) => raw.getItem(name) !== null)
  for (const name of names) raw.removeItem(name)
  return names.length > 0
}
