import { useCallback, useState } from 'react'

/** A state that is of one subject, such as an account: of another subject nothing is known, from the first render on, also in a part of the screen that was hidden meanwhile. */
export function useStateOf<value>(subject: unknown, initial: value): readonly [value, (value: value) => void] {
  const [known, setKnown] = useState({ subject, value: initial })
  const set = useCallback((value: value) => setKnown({ subject, value }), [subject])
  return [known.subject === subject ? known.value : initial, set]
}
