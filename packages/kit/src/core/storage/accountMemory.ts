import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'
import type { RawStorage } from './storage.ts'
import { namesOfAccount } from './storedKeys.ts'
import { contextOf } from '../kit/context.ts'

const accounts = perKit(() => ({ forgotten: 0 }))

/**
 * Returns a function that tells whether the kit still remembers the account: false after a later
 * call of `forgetAccountData`. Code that waits for a wallet calls that function before it stores
 * anything about the account.
 */
export function accountMemory(kit: Kit): () => boolean {
  const { forgotten } = accounts(kit)
  return () => accounts(kit).forgotten === forgotten
}

/**
 * Deletes all data about the account from storage and from the kit's state.
 * @returns whether any data was stored
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
 * Deletes the data about the account from one storage.
 * @returns whether any data was stored
 */
export function forgetStored(raw: RawStorage): boolean {
  const names = namesOfAccount().filter((name) => raw.getItem(name) !== null)
  for (const name of names) raw.removeItem(name)
  return names.length > 0
}
