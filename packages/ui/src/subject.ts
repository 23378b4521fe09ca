import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'

/** The subject of a picture that the kit may draw itself: one of the three. */
export type Subject = {
  /**
   * The symbol of a network's native token, never of another token: any token may have the symbol
   * of a coin.
   */
  coin?: string | undefined
  /** The CAIP-10 id of a token. */
  token?: string | undefined
  /** A network, or a namespace. */
  network?: NetworkId | Namespace | undefined
}

/**
 * Returns the subject of a token by its CAIP-10 id, or of the native token, which has no address.
 */
export const tokenSubject = ({
  id,
  address,
  symbol,
}: {
  id: string
  address?: string | undefined
  symbol: string
}): Subject => (address === undefined ? { coin: symbol } : { token: id })
