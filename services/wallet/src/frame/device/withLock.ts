/**
 * Runs work under a lock: no other window of this browser runs work of the same name
 * meanwhile.
 */
export function withLock<result>(name: string, work: () => Promise<result>): Promise<result> {
  // old browsers lack `locks`; processes without a window also lack `navigator`
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  return locks ? locks.request(`latchkey ${name}`, work) : work()
}
