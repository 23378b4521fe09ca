import { wait } from '@latchkey/server/waiting'

/** Wakes devices that wait for their link, if this process has handled it. */
export type Approvals = {
  /**
   * Resolves when this process has handled the device's link, after `milliseconds`, or when the
   * signal aborts.
   */
  next(device: string, milliseconds: number, signal: AbortSignal): Promise<void>
  wake(device: string): void
  /** Number of waiting devices. */
  readonly waiting: number
}

/** Creates the list of waiting devices. */
export function createApprovals(): Approvals {
  const waiting = new Map<string, Set<AbortController>>()
  return {
    get waiting() {
      return waiting.size
    },
    async next(device, milliseconds, signal) {
      const wakeUp = new AbortController()
      const own = waiting.get(device) ?? new Set()
      waiting.set(device, own.add(wakeUp))
      try {
        await wait(milliseconds, AbortSignal.any([wakeUp.signal, signal]))
      } finally {
        own.delete(wakeUp)
        if (own.size === 0) waiting.delete(device)
      }
    },
    wake: (device) => waiting.get(device)?.forEach((one) => one.abort()),
  }
}
