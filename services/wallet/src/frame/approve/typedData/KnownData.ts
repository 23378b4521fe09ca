import type { RequestKind } from '../verdicts.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import type { Struct } from './readTypedData.ts'

/** Where and for whom typed data is signed. */
export type DataContext = {
  /** Of the domain. */ contract: Address /** Lower case. */
  account: Address /** CAIP-2, of the data; of the wallet where the data names none. */
  networkId: string
}

/**
 * Typed data that is told in words. It is recognised by the whole text that is hashed as its type:
 * by names and shape, and by those of the structs in it.
 */
export type KnownData = {
  kind: RequestKind
  /** EIP-712, `encodeType` */
  type: string
  /**
   * The last member is a struct that the site defines: conditions beside what is allowed. Permit2
   */
  hasWitness?: true
  /** The member that names the account whose signature it is. */
  owner?: string
  /** @returns undefined for values that make it something else */
  effectsOf: (message: Struct, context: DataContext) => readonly Effect[] | undefined
}
