import { useState } from 'react'
import type { Memory } from '../modal/memory.ts'
import { useRouter } from './router.ts'

/**
 * A value of a screen that the open modal remembers: a screen that is shown again begins with what
 * it last set.
 */
export function useMemory<value>(
  memory: Memory<value>,
): [value: value, set: (next: value) => void] {
  const { recall, remember } = useRouter()
  const [value, setValue] = useState(() => recall(memory))
  return [
    value,
    (next) => {
      remember(memory, next)
      setValue(() => next)
    },
  ]
}
