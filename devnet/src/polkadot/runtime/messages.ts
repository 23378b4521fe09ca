import type { Changes, Hex } from './chopsticks.ts'

/** A block as it is stored. `header` is in SCALE. */
export type StoredBlock = {
  number: number
  hash: Hex
  header: Hex
  extrinsics: readonly Hex[]
  changes: Changes
}

/** The chain before its first block. */
export type Genesis = {
  hash: Hex
  name: string
  properties: { ss58Format: number; tokenDecimals: number; tokenSymbol: string }
  /** The storage, with the code of the runtime. */
  storage: Readonly<Record<string, Hex>>
}

/** What went wrong with a call, as JSON-RPC reports it. */
export type CallError = { code: number; message: string; data?: string }

/** What the devnet sends to the process of the chain. */
export type ToChain =
  | {
      kind: 'start'
      tools: string
      genesis: Genesis
      blocks: readonly StoredBlock[]
      /** Transactions that were accepted, and are in no block. */
      waiting: readonly Hex[]
    }
  /** `client`: the socket that gets the notifications. Absent for calls without subscriptions. */
  | { kind: 'call'; id: number; method: string; params: readonly unknown[]; client?: number }
  /** The socket was closed. */
  | { kind: 'left'; client: number }
  | { kind: 'mine'; id: number; blocks: number }

/** What the process of the chain sends to the devnet. */
export type FromChain =
  | { kind: 'ready'; methods: readonly string[] }
  | { kind: 'failed'; message: string }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'refusal'; id: number; error: CallError }
  | { kind: 'notification'; client: number; method: string; subscription: string; result: unknown }
  /** A transaction was accepted. Its sender gets the answer after this message. */
  | { kind: 'accepted'; extrinsic: Hex }
  | { kind: 'block'; block: StoredBlock }
  /** Something went wrong that no request should cause. */
  | { kind: 'defect'; message: string }
