import { useState } from 'react'
import type { Memory } from '../router/memory.ts'
import { useRouter } from './router.ts'

/**
 * Returns a value that a screen stores, and the function that changes it. It is stored until the
 * modal closes, so a screen that is shown again starts with its last value.
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
