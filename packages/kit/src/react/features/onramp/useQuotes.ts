import * as times from '@latchkey/protocol/times'
import { useEffect, useRef, useState } from 'react'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { getOnrampQuotes } from '../../../domains/onramp/quotes.lazy.ts'
import type { OnrampOffers } from '../../../domains/onramp/quotes.lazy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { QuoteRequest } from '../../../domains/onramp/estimate.ts'

/**
 * The offers for the entered values. While `asking`, `before` holds the previous offers for the
 * same token, currency and method, so that the layout does not move.
 */
export type Quotes =
  | { status: 'unasked' }
  | { status: 'asking'; before: OnrampOffers | undefined }
  | { status: 'there'; offers: OnrampOffers }

/** Offers are replaced by new ones after this many milliseconds at the earliest. */
const minWait = 5_000

/**
 * Requests offers once the typing pauses, and again shortly before the first offer expires. A new
 * request aborts the previous one. If `request` is undefined, no request is sent.
 */
export function useQuotes(
  request: Omit<QuoteRequest, 'signal'> | undefined,
): Quotes & { retry: () => void } {
  const kit = useKit()
  const [answer, setAnswer] = useState<{ key: string; kind: string; offers: OnrampOffers }>()
  const [attempt, setAttempt] = useState(0)
  const lastAttempt = useRef(0)
  const key = request && JSON.stringify(request)
  const kind = request && JSON.stringify({ ...request, amount: undefined })
  const isKnown = answer !== undefined && answer.key === key
  useEffect(() => {
    if (key === undefined || kind === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const isAgain = lastAttempt.current !== attempt
    lastAttempt.current = attempt
    const request = JSON.parse(key) as QuoteRequest // `key` is the request as JSON
    const take = (offers: OnrampOffers) => void (signal.aborted || setAnswer({ key, kind, offers }))
    const cancel = contextOf(kit).clock.setTimeout(
      () => {
        getOnrampQuotes(kit, { ...request, signal }).then(take, (error: unknown) =>
          take({
            quotes: [],
            outage: KitError.is(error) ? error : kitError('somethingWrong', { cause: error }),
          }),
        )
      },
      isAgain ? 0 : times.onrampQuote,
    )
    return () => {
      cancel()
      controller.abort()
    }
  }, [kit, key, kind, attempt])

  // while the screen is shown, offers are replaced by new ones before they expire
  const ends = isKnown ? expiryOf(answer.offers) : Infinity
  useEffect(() => {
    if (!Number.isFinite(ends)) return
    return contextOf(kit).clock.setTimeout(
      () => setAttempt((now) => now + 1),
      Math.max(minWait, ends - contextOf(kit).clock.now() - times.onrampQuote),
    )
  }, [kit, ends])

  const retry = () => {
    setAnswer(undefined)
    setAttempt((now) => now + 1)
  }
  if (key === undefined) return { status: 'unasked', retry }
  if (isKnown) return { status: 'there', offers: answer.offers, retry }
  const before = answer?.kind === kind && !answer?.offers.outage ? answer?.offers : undefined
  return { status: 'asking', before, retry }
}

/** Returns the time when the first offer expires; `Infinity` if there are no prices. */
const expiryOf = ({ quotes, outage }: OnrampOffers): number =>
  outage
    ? Infinity
    : Math.min(
        ...quotes.filter(({ quoteId }) => quoteId !== undefined).map(({ expiresAt }) => expiresAt),
      )
