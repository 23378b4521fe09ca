import { useState } from 'react'
import { contextOf } from '../../../core/kit/context.ts'
import { nameZone } from '../../../domains/names/nameZone.ts'
import { readLabel } from '../../../domains/names/readLabel.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useRouter } from '../router.ts'
import { useMemory } from '../useMemory.ts'
import { nameDraft } from './nameDraft.ts'
import { useAvailability } from './useAvailability.ts'

/**
 * The state of the form for a name: the typed text, whether the name is free, and suggestions.
 * `isTried`: the visitor has pressed the button with this text. `press` registers a free name. If
 * the check of the name failed, `press` repeats the check.
 */
export function useNameForm() {
  const router = useRouter()
  const zone = nameZone(contextOf(useKit()).options)
  const [draft, setDraft] = useMemory(nameDraft)
  const [isTried, setTried] = useState(false)
  const read = readLabel(draft.text, zone)
  const { availability, suggestions, retry } = useAvailability(
    read.status === 'label' ? read.label : undefined,
  )
  const { status } = availability
  useOnceOnline(status === 'failed', retry)

  return {
    zone,
    draft,
    isTried,
    read,
    availability,
    suggestions,
    canPress: read.status === 'label' && (status === 'free' || status === 'failed'),

    write(text: string) {
      setTried(false)
      setDraft({ text })
    },

    press() {
      setTried(true)
      if (read.status !== 'label') return
      if (status === 'failed') return retry()
      if (status !== 'free') return
      setDraft({ text: read.label })
      router.push('RegisterAccountNameSuccess', { name: read.name })
    },
  }
}
