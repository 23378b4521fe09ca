import { useEffect, useState } from 'react'
import { cleanText } from '../../../core/text/cleanText.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { checkName, suggestNames } from '../../../domains/names/actions.ts'
import type { NameStatus } from '../../../domains/names/checkName.lazy.ts'
import type { NameSuggestion } from '../../../domains/names/suggestNames.lazy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** Whether a name is free. `reason` is the service's own text about a failure, cleaned. */
export type Availability =
  | { status: 'unasked' | 'checking' | NameStatus }
  | { status: 'failed'; reason: string }

/**
 * Suggested names for the typed text. The previous suggestions stay until the new ones are loaded.
 */
export type Suggestions = { status: 'none' | 'there' | 'failed'; list: readonly NameSuggestion[] }

/** Milliseconds between the last key and the request to the service. */
const pause = 300
/** The maximum length of the service's reason that is shown, in characters. */
const maxReasonLength = 160

/**
 * Asks the service whether a name is free, and for similar names, once the typing pauses. If
 * `label` is undefined, it sends no request.
 */
export function useAvailability(label: string | undefined): {
  availability: Availability
  suggestions: Suggestions
  retry: () => void
} {
  const kit = useKit()
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ label: string; availability: Availability }>()
  const [suggestions, setSuggestions] = useState<Suggestions>({ status: 'none', list: [] })
  useEffect(() => {
    setAnswer(undefined)
    if (label === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const take = (availability: Availability) =>
      void (signal.aborted || setAnswer({ label, availability }))
    const cancel = contextOf(kit).clock.setTimeout(() => {
      checkName(kit, { label, signal }).then(
        (status) => take({ status }),
        (error: unknown) => take({ status: 'failed', reason: reasonOf(error) }),
      )
      suggestNames(kit, { label, signal }).then(
        (list) => signal.aborted || setSuggestions({ status: 'there', list }),
        () => signal.aborted || setSuggestions({ status: 'failed', list: [] }),
      )
    }, pause)
    return () => {
      controller.abort()
      cancel()
    }
  }, [kit, label, attempt])
  const isCurrent = answer !== undefined && answer.label === label
  return {
    availability: isCurrent
      ? answer.availability
      : { status: label === undefined ? 'unasked' : 'checking' },
    suggestions,
    retry: () => setAttempt(attempt + 1),
  }
}

/** The service's own reason on one line; empty if there is none. */
export const reasonOf = (error: unknown): string =>
  KitError.is(error) ? cleanText(error.details, maxReasonLength) : ''
