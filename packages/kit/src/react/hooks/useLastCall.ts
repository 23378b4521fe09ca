import { useEffect, useRef, useState } from 'react'
import { useKit } from './useKit.ts'

/** The last call of a function: none yet, waiting for the visitor, or its outcome. */
export type LastCall<data> =
  | { status: 'idle' }
  | { status: 'pending' }
  | { status: 'success'; data: data }
  | { status: 'error'; error: unknown }

const idle = { status: 'idle' } as const

/**
 * Follows the last call of a function that asks the visitor. A new call replaces the last one. If
 * it fails, `error` is set, and the promise rejects, too.
 */
export function useLastCall<parameters extends readonly unknown[], data>(
  run: (...parameters: parameters) => Promise<data>,
): {
  last: LastCall<data>
  call: (...parameters: parameters) => Promise<data>
  reset: () => void
} {
  const kit = useKit()
  const [last, setLast] = useState<LastCall<data>>(idle)
  const newest = useRef(0)
  useEffect(() => () => void newest.current++, [kit])

  async function call(...parameters: parameters): Promise<data> {
    const number = ++newest.current
    const settle = (ended: LastCall<data>) => void (newest.current === number && setLast(ended))
    settle({ status: 'pending' })
    try {
      const data = await run(...parameters)
      settle({ status: 'success', data })
      return data
    } catch (error) {
      settle({ status: 'error', error })
      throw error
    }
  }

  function reset() {
    newest.current++
    setLast(idle)
  }

  return { last, call, reset }
}
