import type { Chain } from '../chain/types.ts'

/** What a connection has subscribed to. */
export type Subscriptions = {
  /** The last status of scripts, by their hash. */
  scripts: Map<string, string | null>
  /** Whether it gets new headers. */
  hasHeaders: boolean
}

/** What methods work on. */
export type ElectrumSide = { chain: Chain; subscriptions: Subscriptions }

/** An error in the answer to a call. */
export class ElectrumError extends Error {
  override readonly name = 'ElectrumError'
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

/** Answers a call. Its parameters are unchecked. @throws ElectrumError */
export type ElectrumMethod = (side: ElectrumSide, params: readonly unknown[]) => unknown

/** Reads the hash of a script, a transaction or a block. */
export function readHash(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw new ElectrumError(`${JSON.stringify(value) ?? 'nothing'} should be a hash`)
}

/** Reads a whole number that is not negative. */
export function readCount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new ElectrumError(`${JSON.stringify(value) ?? 'nothing'} should be a non-negative integer`)
}
