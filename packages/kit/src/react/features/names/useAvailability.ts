import { useEffect, useState } from 'react'
import { cleanText } from '../../../core/cleanText.ts'
import { KitError } from '../../../core/KitError.ts'
import { checkName, suggestNames } from '../../../names/actions.ts'
import type { NameStatus } from '../../../names/checkName.ts'
import type { NameSuggestion } from '../../../names/suggestNames.ts'
import { useKit } from '../../hooks/useKit.ts'

/** What the service says of a name; `reason` is its own text, cleaned. */
export type Availability =
  | { status: 'unasked' | 'checking' | NameStatus }
  | { status: 'failed'; reason: string }

/**
 * The suggestions for what was typed; those for the text before stay until the next ones are there.
 */
export type Suggestions = { status: 'none' | 'there' | 'failed'; list: readonly NameSuggestion[] }

/** Milliseconds after the last key until the service is asked. */
const pause = 300
/** Characters of a service's reason that are shown. */
const maxReasonLength = 160

/**
 * Asks whether a name is free, and for names like it, once the typing pauses. Undefined asks for
 * nothing.
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
    const cancel = kit.context.clock.setTimeout(() => {
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

/** The service's own reason on one line; empty without one. */
export const reasonOf = (error: unknown): string =>
  KitError.is(error) ? cleanText(error.details, maxReasonLength) : ''
