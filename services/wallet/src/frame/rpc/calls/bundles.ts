import type { Cost } from '../../approve/transaction/estimate.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { SignedOperation } from '../../smartAccount/finishOperation.ts'
import type { RequestedTransaction } from '../readTransaction.ts'

/** A batch that the visitor approved, and its progress. */
export type Bundle = {
  id: string
  /** Hash of the site's request. */
  subject: string
  address: `0x${string}`
  networkId: string
  transactions: readonly { transaction: RequestedTransaction; cost: Cost }[]
  /** Hashes of the sent transactions, in order. */
  hashes: readonly string[]
  /** `stopped`: a transaction failed or could not be sent; the later transactions stay unsent. */
  status: 'open' | 'done' | 'stopped'
  /**
   * The calls are one transaction of a smart account to itself. `isUpgrade`: the visitor has
   * approved that it upgrades the account.
   */
  smart?: { isUpgrade: boolean }
  /** The calls are one operation of a smart account, and there are no transactions. ERC-4337 */
  operation?: SignedOperation
  /** Milliseconds since 1970. */
  at: number
}

const prefix = 'calls:'
/** Maximum of stored batches. */
const maxBundles = 50
const nameOf = ({ site }: Wallet, id: string) => `${prefix}${site.origin} ${id}`

/** A batch of this site; undefined for a batch that the wallet does not have or has dropped. */
export async function findBundle(wallet: Wallet, id: string): Promise<Bundle | undefined> {
  const stored = await wallet.store.get(nameOf(wallet, id))
  return isBundle(stored) ? stored : undefined
}

/** Stores a batch, and drops the oldest batches if there are too many. */
export async function storeBundle(wallet: Wallet, bundle: Bundle): Promise<void> {
  const { store } = wallet
  await store.set(nameOf(wallet, bundle.id), bundle)
  const names = await store.names(prefix)
  if (names.length <= maxBundles) return
  const all = await Promise.all(names.map(async (name) => ({ name, value: await store.get(name) })))
  const timeOf = (value: unknown) => (isBundle(value) ? value.at : 0)
  const oldest = all
    .toSorted((first, second) => timeOf(first.value) - timeOf(second.value))
    .slice(0, names.length - maxBundles)
  await Promise.all(oldest.map(({ name }) => store.delete(name)))
}

/** Deletes the batches of every site, when the account is deleted. */
export async function forgetAllBundles(store: Wallet['store']): Promise<void> {
  for (const name of await store.names(prefix)) await store.delete(name)
}

/**
 * Whether a stored value is a batch. Another version of the wallet may have written it in
 * another form.
 */
function isBundle(value: unknown): value is Bundle {
  if (typeof value !== 'object' || value === null) return false
  const { id, subject, address, networkId, transactions, hashes, status, at } =
    value as Partial<Bundle> // read as parts that may be missing
  return (
    [id, subject, address, networkId, status].every((text) => typeof text === 'string') &&
    Array.isArray(transactions) &&
    Array.isArray(hashes) &&
    typeof at === 'number'
  )
}
