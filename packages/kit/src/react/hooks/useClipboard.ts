import { useEffect, useRef } from 'react'
import { kitError } from '../../core/errors.ts'
import { withLimit } from '../../core/withLimit.ts'
import { useKit } from './useKit.ts'

/** Whether the browser offers this; one that forbids the whole clipboard, by throwing, does not. */
export function canUseClipboard(method: 'readText' | 'writeText'): boolean {
  try {
    return typeof navigator.clipboard?.[method] === 'function'
  } catch {
    return false // a page's policy, or an extension, may forbid even the look at it
  }
}

/**
 * Gives a task the clipboard, for at most `ms` milliseconds: some browsers never answer. The next task, or leaving the screen, ends the wait.
 * The task throws KitError requestAborted then, and whatever the browser does without a permission or a secure page.
 */
export function useClipboard(): <value>(task: (clipboard: Clipboard) => Promise<value>, ms: number) => Promise<value> {
  const { clock } = useKit().context
  const last = useRef<AbortController>(null)
  useEffect(() => () => last.current?.abort(), [])
  return (task, ms) => {
    last.current?.abort()
    last.current = new AbortController()
    return withLimit(async () => task(navigator.clipboard), { ms, clock, signal: last.current.signal, onTimeout: () => kitError('somethingWrong') })
  }
}
