import { useEffect, useRef } from 'react'
import { kitError } from '../../core/errors/errors.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { useKit } from './useKit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Whether the browser has this method of the clipboard. It is false if the browser blocks the
 * clipboard, even if reading the property throws an error.
 */
export function canUseClipboard(method: 'readText' | 'writeText'): boolean {
  try {
    return typeof navigator.clipboard?.[method] === 'function'
  } catch {
    return false // a page's policy or an extension may make this property throw
  }
}

/**
 * Returns a function that runs a task with the clipboard. It waits for at most `ms` milliseconds,
 * because some browsers never answer, and then rejects with KitError somethingWrong. The next task,
 * or leaving the screen, also ends the wait, with KitError requestAborted. Without a permission or
 * a secure page, it rejects with the browser's error.
 */
export function useClipboard(): <value>(
  task: (clipboard: Clipboard) => Promise<value>,
  ms: number,
) => Promise<value> {
  const { clock } = contextOf(useKit())
  const last = useRef<AbortController>(null)
  useEffect(() => () => last.current?.abort(), [])
  return (task, ms) => {
    last.current?.abort()
    last.current = new AbortController()
    return withLimit(async () => task(navigator.clipboard), {
      ms,
      clock,
      signal: last.current.signal,
      onTimeout: () => kitError('somethingWrong'),
    })
  }
}
