import { useCallback } from 'react'
import { contactsOf } from '../../../../domains/contacts/addressBook.ts'
import type { Known } from '../../../../domains/send/review/prepareSend.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useSendTokens } from '../useSendTokens.ts'

/**
 * The addresses that the visitor knows, and the contracts of genuine tokens. `tokens` is one string
 * that changes only with the contracts.
 */
export function useKnown(): { tokens: string; read: (signal: AbortSignal) => Known } {
  const kit = useKit()
  const { tokens: held } = useSendTokens()
  // tokens with a price count as genuine
  const tokens = held.flatMap(({ address, price }) => (address && price ? [address] : [])).join()
  const read = useCallback(
    (signal: AbortSignal): Known => ({
      addresses: contactsOf(kit).map(({ address }) => address),
      tokens: tokens.split(',').filter(Boolean),
      signal,
    }),
    [kit, tokens],
  )
  return { tokens, read }
}
