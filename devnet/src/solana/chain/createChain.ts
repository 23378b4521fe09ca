import { createFaucet } from '../faucet.ts'
import { VmAccounts } from './accounts.ts'
import type { Chain, ChainLimits } from './chain.ts'
import { TextHistory, type HistoryLimits } from './history.ts'
import { openVm, type VmModule } from './openVm.ts'
import { createSlots } from './slots.ts'

export type CreateChainOptions = {
  module: VmModule
  /** The number of the slot that is open at first. */
  firstSlot: number
  slotMs: number
  /** Returns the time in milliseconds since 1970. @default Date.now */
  now?: (() => number) | undefined
  /** A text that makes the blockhashes differ from those of other runs. */
  seed: string
  limits?: Partial<ChainLimits & HistoryLimits> | undefined
}

/** How much a chain stores at most. A full chain takes about 300 MB of memory. */
const standard: ChainLimits & HistoryLimits = {
  accounts: 100_000,
  airdrop: 10_000_000_000_000n,
  bytes: 128 * 1_048_576,
  transactions: 50_000,
}

/** Creates an empty chain: it has the programs of the VM, no accounts and no history. */
export function createChain({
  module,
  firstSlot,
  slotMs,
  now = Date.now,
  seed,
  limits: own,
}: CreateChainOptions): Chain {
  const limits = { ...standard, ...own }
  const vm = openVm(module)
  const slots = createSlots({ first: firstSlot, time: now() / 1_000, slotMs, seed })
  return {
    vm,
    module,
    slots,
    known: { slot: -1, hashes: -1 },
    accounts: new VmAccounts(vm, slots),
    history: new TextHistory(limits),
    recent: new Map(),
    listeners: new Set(),
    faucet: createFaucet(),
    now,
    limits,
  }
}
