import * as v from 'valibot'
import type { StoreApi } from 'zustand/vanilla'
import type { RawStorage } from '../core/storage/storage.ts'
import type { WalletState } from './walletState.ts'

const chain = v.object({
  id: v.number(),
  name: v.string(),
  rpcUrl: v.string(),
  nativeCurrency: v.exactOptional(
    v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  ),
})
const address = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value),
)
const remembered = v.object({
  permitted: v.array(address),
  chainId: v.number(),
  added: v.array(chain),
})

/**
 * The part of a wallet's state that survives a reload: the site's permission, the current network,
 * and the networks that sites added.
 */
export type WalletMemory = v.InferOutput<typeof remembered>

/** The event target that reports changes by other tabs of the site: the page's window. */
type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Reads the state stored under `key`. Undefined if there is none, or if it can't be read. */
export function recall(storage: RawStorage, key: string): WalletMemory | undefined {
  try {
    return read(storage.getItem(key))
  } catch {
    return undefined // the storage is blocked, so the wallet starts without a state
  }
}

function read(text: unknown): WalletMemory | undefined {
  try {
    const parsed = v.safeParse(remembered, JSON.parse(typeof text === 'string' ? text : 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // it is no JSON
  }
}

/**
 * Stores the state under `key` after each change, and applies changes of the same wallet in other
 * tabs of the site, as an extension does. `own` are the ids of chains that are not stored. A change
 * from another tab is not written again, because that could undo a later change of that tab.
 * @returns the function that ends both
 */
export function remember(
  store: StoreApi<WalletState>,
  storage: RawStorage,
  key: string,
  own: ReadonlySet<number>,
  page: Page | undefined,
): () => void {
  let isFollowing = false
  const unsubscribe = store.subscribe(({ permitted, chain: { id }, chains }) => {
    if (isFollowing) return
    const memory: WalletMemory = {
      permitted: [...permitted],
      chainId: id,
      added: chains.filter((known) => !own.has(known.id)),
    }
    try {
      storage.setItem(key, JSON.stringify(memory))
    } catch {
      // the storage is blocked or full, so the state is lost with the page
    }
  })
  const onStorage = (event: Event) => {
    const memory =
      'key' in event && event.key === key && 'newValue' in event ? read(event.newValue) : undefined
    if (!memory) return
    isFollowing = true
    store.setState(follow(store.getState(), memory))
    isFollowing = false
  }
  page?.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    page?.removeEventListener('storage', onStorage)
  }
}

function follow(
  { accounts, chains, chain, selected }: WalletState,
  memory: WalletMemory,
): Partial<WalletState> {
  const permitted = memory.permitted.filter((address) =>
    accounts.some((account) => account.address === address),
  )
  const known = [
    ...chains,
    ...memory.added.filter(({ id }) => chains.every((chain) => chain.id !== id)),
  ]
  return {
    permitted,
    selected: permitted.length > 0 ? permitted : selected,
    chains: known,
    chain: known.find(({ id }) => id === memory.chainId) ?? chain,
  }
}
