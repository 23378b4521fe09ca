const lockName = 'latchkey-phone'

/**
 * Makes this tab the phone, until a newer tab takes over: all tabs share one storage and are one
 * client to the relay. In a browser without locks, every tab is the phone.
 */
export function holdTab(onLost: () => void): Promise<void> {
  // absent on insecure pages, although the type has it
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
