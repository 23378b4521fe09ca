/** Runs work while no other window of this browser runs work of the same name. */
export function withLock<result>(name: string, work: () => Promise<result>): Promise<result> {
  // old browsers lack the one, processes without a window both
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  return locks ? locks.request(`latchkey ${name}`, work) : work()
}
