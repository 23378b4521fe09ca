import { startTransition, useEffect, useState } from 'react'

/**
 * Returns whether a list renders for the first time. The next render is a transition, so that the
 * browser paints the first one before.
 */
export function useIsFirst(listId: string): boolean {
  const [renderedId, setRenderedId] = useState<string>()
  useEffect(() => startTransition(() => setRenderedId(listId)), [listId])
  return renderedId !== listId
}
