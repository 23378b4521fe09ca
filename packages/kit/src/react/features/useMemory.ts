import { useState } from 'react'
import type { Memory } from '../router/memory.ts'
import { useRouter } from './router.ts'

/**
 * A value of a screen that is stored while the modal is open: a screen that is shown again starts
 * with its last value.
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
