import { useCallback } from 'react'
import { contactsOf } from '../../../../domains/contacts/addressBook.ts'
import type { Known } from '../../../../domains/send/review/prepareSend.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useSendTokens } from '../useSendTokens.ts'

/**
 * Returns the addresses that the visitor knows, and the contracts of genuine tokens. `tokens` is a
 * string, so that it only changes when the contracts change.
 */
export function useKnown(): { tokens: string; read: (signal: AbortSignal) => Known } {
  const kit = useKit()
  const { tokens: held } = useSendTokens()
  // a token that has a price counts as genuine
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
