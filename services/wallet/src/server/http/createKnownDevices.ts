/** Max devices that are remembered. The oldest are dropped. */
const maxDevices = 50_000

/**
 * Devices that were logged in at their last request. They take turns only with each other, so that
 * they do not wait for many devices that begin to log in.
 */
export type KnownDevices = {
  has: (device: string) => boolean
  note: (device: string, isLoggedIn: boolean) => void
}

/**
 * Remembers the devices in this process. After a start of the process, each of them waits once
 * among unknown devices.
 */
export function createKnownDevices(limit = maxDevices): KnownDevices {
  const known = new Set<string>()
  return {
    has: (device) => known.has(device),
    note(device, isLoggedIn) {
      known.delete(device)
      if (!isLoggedIn) return
      known.add(device)
      const [oldest] = known
      if (known.size > limit && oldest !== undefined) known.delete(oldest)
    },
  }
}
