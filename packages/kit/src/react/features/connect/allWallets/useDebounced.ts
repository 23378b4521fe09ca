import { useEffect, useState } from 'react'
import { useKit } from '../../../hooks/useKit.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** Returns a value after it has not changed for `ms` milliseconds. */
export function useDebounced<value>(value: value, ms: number): value {
  const { clock } = contextOf(useKit())
  const [settled, setSettled] = useState(value)
  useEffect(() => clock.setTimeout(() => setSettled(value), ms), [clock, value, ms])
  return settled
}
