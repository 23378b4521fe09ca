import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'

/** The maximum length of a link, in characters. */
const maxCharacters = 2_000

/**
 * A Solana Pay link, with `quantity` in whole tokens. `isBound`: the link requires a memo or
 * references in the transaction, by which the payee recognises the payment.
 */
export type PayLink = { to: string; quantity?: string; token?: string; isBound: boolean }

/**
 * Reads a Solana Pay link that requests a transfer. Undefined for any other text, and for an
 * ambiguous link.
 * Source: Solana Pay, 1.1
 */
export function readLink(text: string): PayLink | undefined {
  const plain = trimUnseen(text)
  const [, to, query = ''] =
    (plain.length <= maxCharacters &&
      /^solana:([1-9A-HJ-NP-Za-km-z]{32,44})(?:\?(.*))?$/.exec(plain)) ||
    []
  if (!isSolanaAddress(to)) return undefined
  const values = new URLSearchParams(query)
  const [amounts, tokens] = [values.getAll('amount'), values.getAll('spl-token')]
  const [quantity] = amounts
  const [token] = tokens
  if (amounts.length > 1 || tokens.length > 1) return undefined
  if (quantity !== undefined && !/^(?:0|[1-9]\d{0,40})(?:\.\d{1,40})?$/.test(quantity))
    return undefined
  if (token !== undefined && !isSolanaAddress(token)) return undefined
  return {
    to,
    ...(quantity !== undefined && { quantity }),
    ...(token !== undefined && { token }),
    isBound: values.has('memo') || values.has('reference'),
  }
}
