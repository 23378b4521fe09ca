import type { NetworkId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { cleanText } from '../../core/text/cleanText.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { RecipientFault } from '../../core/contracts/facets/addresses.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Recipient } from '../../core/contracts/facets/send.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from '../hooks/useKit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** What the text in the recipient's field means. */
export type RecipientState =
  | { status: 'empty' }
  | { status: 'looking' }
  | { status: 'found'; recipient: Recipient; avatar?: string }
  /** `reason` is the service's text, cleaned. */
  | {
      status: 'refused'
      fault: RecipientFault | 'nobody' | 'notAName' | 'unavailable' | 'failed'
      reason?: string
    }

/** The maximum length of the service's reason that is shown, in characters. */
const maxReason = 160
/** Milliseconds between the last key and the request that resolves a name. */
const pause = 300

/**
 * Returns the recipient for the text while it is typed. Names are resolved once the typing pauses.
 * With `networkId`, an account of another network is refused.
 */
export function useRecipient(text: string, networkId?: NetworkId): RecipientState {
  const kit = useKit()
  const [answer, setAnswer] = useState<{ text: string; state: RecipientState }>({
    text: '',
    state: { status: 'empty' },
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const set = (state: RecipientState) => {
      if (!signal.aborted) setAnswer({ text, state })
    }
    let cancel = () => {}
    void readRecipient(kit, text, networkId).then(
      (read) => {
        if (read.status === 'address')
          return set({ status: 'found', recipient: { address: read.address } })
        if (read.status !== 'name') return set(read)
        if (!contextOf(kit).api && !contextOf(kit).options.identity)
          return set({ status: 'refused', fault: 'unavailable' })
        if (signal.aborted) return
        cancel = contextOf(kit).clock.setTimeout(() => {
          import('../../core/names/resolveName.lazy.ts')
            .then(({ resolveName }) => resolveName(kit, read.name, { networkId, signal }))
            .then(
              (found) =>
                set(
                  found.status === 'found'
                    ? {
                        status: 'found',
                        recipient: {
                          address: found.address,
                          name: found.name,
                          isBorrowed: found.isBorrowed,
                        },
                        avatar: found.avatar,
                      }
                    : { status: 'refused', fault: found.status },
                ),
              // status 400: the service knows all rules of names, and says that this is not a name
              (error: unknown) =>
                set({
                  status: 'refused',
                  fault: KitError.is(error) && error.status === 400 ? 'notAName' : 'failed',
                  reason: KitError.is(error) ? cleanText(error.details, maxReason) : '',
                }),
            )
        }, pause)
      },
      () => set({ status: 'refused', fault: 'failed' }),
    )
    return () => {
      controller.abort()
      cancel()
    }
  }, [kit, text, networkId])
  // an answer about an earlier text is ignored
  if (answer.text !== text) return text.trim() === '' ? { status: 'empty' } : { status: 'looking' }
  return answer.state
}

const readRecipient = async (kit: Kit, text: string, networkId: NetworkId | undefined) =>
  (await facetOf(kit, networkId, 'addresses')).readRecipient(text, networkId)
