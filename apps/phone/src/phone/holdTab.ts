const lockName = 'latchkey-phone'

/**
 * Makes this tab the phone, until a newer tab takes over: all of them share one storage and are one client to the relay.
 * Where the browser has no locks, every tab is the phone.
 */
export function holdTab(onLost: () => void): Promise<void> {
  // absent on pages that are not secure, whatever the type says
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return Promise.resolve()
  return new Promise((resolve) => {
    const forever = new Promise<never>(() => {})
    locks
      .request(lockName, { steal: true }, () => {
        resolve()
        return forever
      })
      .catch(onLost)
  })
}
