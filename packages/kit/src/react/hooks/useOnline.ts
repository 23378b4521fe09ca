import { useEffect, useSyncExternalStore } from 'react'

/** Whether the browser says that it is online. The internet may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Calls `run` when the browser is online again, while `isWaiting`. */
export function useOnceOnline(isWaiting: boolean, run: () => void): void {
  useEffect(() => {
    if (!isWaiting) return
    addEventListener('online', run)
    return () => removeEventListener('online', run)
  }, [isWaiting, run])
}

function subscribe(onChange: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, onChange)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, onChange)
  }
}
