import { kitError } from '../../core/errors/errors.ts'

/** Tasks that end together. */
export type Scope = {
  /**
   * Runs a task with a signal that fires when `signal` does, and when the scope closes.
   * @throws KitError requestAborted when either has happened before; the task's errors
   */
  run<value>(task: (signal: AbortSignal) => Promise<value>, signal?: AbortSignal): Promise<value>
  isBusy(): boolean
  isClosed(): boolean
  /** Aborts every task. After that, no task can start. */
  close(): void
}

/** Makes a scope without tasks. */
export function createScope(): Scope {
  const running = new Set<AbortController>()
  let isClosed = false
  return {
    async run(task, signal) {
      if (isClosed || signal?.aborted) throw kitError('requestAborted', { cause: signal?.reason })
      const own = new AbortController()
      const onAbort = () => own.abort(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      running.add(own)
      try {
        return await task(own.signal)
      } finally {
        signal?.removeEventListener('abort', onAbort)
        running.delete(own)
      }
    },
    isBusy: () => running.size > 0,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const own of running) own.abort()
    },
  }
}
