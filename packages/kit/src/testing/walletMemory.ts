import * as v from 'valibot'
import type { StoreApi } from 'zustand/vanilla'
import type { RawStorage } from '../core/storage.ts'
import type { WalletState } from './walletState.ts'

const chain = v.object({
  id: v.number(),
  name: v.string(),
  rpcUrl: v.string(),
  nativeCurrency: v.exactOptional(v.object({ name: v.string(), symbol: v.string(), decimals: v.number() })),
})
const address = v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value))
const remembered = v.object({ permitted: v.array(address), chainId: v.number(), added: v.array(chain) })

/** What a wallet keeps beyond the page: the site's permission, the network it is on, networks that sites added. */
export type WalletMemory = v.InferOutput<typeof remembered>

/** What was kept under `key`; undefined when nothing was, or nothing that can be read. */
export function recall(storage: RawStorage, key: string): WalletMemory | undefined {
  try {
    const read = v.safeParse(remembered, JSON.parse(storage.getItem(key) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined // blocked storage or broken text: the wallet begins anew
  }
}

/** Keeps the state under `key` from now on; returns its end. `own` are the ids of chains that need no remembering. */
export function remember(store: StoreApi<WalletState>, storage: RawStorage, key: string, own: ReadonlySet<number>): () => void {
  return store.subscribe(({ permitted, chain: { id }, chains }) => {
    const memory: WalletMemory = { permitted: [...permitted], chainId: id, added: chains.filter((known) => !own.has(known.id)) }
    try {
      storage.setItem(key, JSON.stringify(memory))
    } catch {
      // blocked or full storage: the wallet is then forgotten with the page
    }
  })
}
