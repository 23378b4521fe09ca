import type { RequestKind } from '../verdicts.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import type { Struct } from './readTypedData.ts'

/** The context in which typed data is signed. */
export type DataContext = {
  /** The domain's contract. */
  contract: Address
  /** The signing account, lower case. */
  account: Address
  /** The data's CAIP-2 network; the wallet's network if the data names none. */
  networkId: string
}

/**
 * Typed data with a known effect. It is recognised by the whole text that is hashed as its type:
 * the names and the shape of its struct, and of the structs inside.
 */
export type KnownData = {
  kind: RequestKind
  /** The text of the type as `encodeType` of EIP-712 writes it. */
  type: string
  /**
   * The last member is a struct that the site defines: conditions in addition to what is
   * allowed. Permit2
   */
  hasWitness?: true
  /** The member that names the signing account. */
  owner?: string
  /** @returns undefined for values with another meaning */
  effectsOf: (message: Struct, context: DataContext) => readonly Effect[] | undefined
}
