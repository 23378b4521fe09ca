import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'

/** What a picture shows, if the kit may draw it itself: one of the three. */
export type Subject = {
  /**
   * The symbol of a network's own coin, and never of a token: anyone may give a token the symbol of
   * a coin.
   */
  coin?: string | undefined
  /** The CAIP-10 id of a token. */
  token?: string | undefined
  /** A network, or a namespace. */
  network?: NetworkId | Namespace | undefined
}

/** A token by its CAIP-10 id, or the network's own coin, which has no address. */
export const tokenSubject = ({
  id,
  address,
  symbol,
}: {
  id: string
  address?: string | undefined
  symbol: string
}): Subject => (address === undefined ? { coin: symbol } : { token: id })
