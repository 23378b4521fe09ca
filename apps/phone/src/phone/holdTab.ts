const lockName = 'latchkey-phone'

/**
 * Makes this tab the phone, until a newer tab takes over: all tabs share one storage, so the relay
 * sees them as one client. In a browser without locks, every tab is the phone.
 */
export function holdTab(onLost: () => void): Promise<void> {
  // on an insecure page it is undefined, contrary to its type
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
