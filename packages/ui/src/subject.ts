import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'

/** What a picture shows, if the kit may draw it itself. One of the three keys is set. */
export type Subject = {
  /**
   * The symbol of a network's native token. No other token may use this key, because a fake token
   * can have any symbol.
   */
  coin?: string | undefined
  /** The CAIP-10 id of a token. */
  token?: string | undefined
  /** A network, or a namespace. */
  network?: NetworkId | Namespace | undefined
}

/**
 * Returns the subject of a token: the CAIP-10 id, or for a native token, which has no address, the
 * symbol.
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
