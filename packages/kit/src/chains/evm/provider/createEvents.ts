/** The events of a provider, in the form of Node's EventEmitter. EIP-1193 */
export type Events = {
  on(event: string, listener: (data: unknown) => void): void
  /** Removes a listener. If it was added several times, only the latest addition is removed. */
  removeListener(event: string, listener: (data: unknown) => void): void
  emit(event: string, data: unknown): void
}

/**
 * Creates an event emitter. If a listener throws, the other listeners are still called. If a
 * listener adds or removes listeners, this takes effect with the next event.
 */
export function createEvents(): Events {
  const listeners = new Map<string, readonly ((data: unknown) => void)[]>()
  const listenersOf = (event: string) => listeners.get(event) ?? []
  return {
    on: (event, listener) => void listeners.set(event, [...listenersOf(event), listener]),
    removeListener(event, listener) {
      const position = listenersOf(event).lastIndexOf(listener)
      if (position >= 0)
        listeners.set(
          event,
          listenersOf(event).filter((_, index) => index !== position),
        )
    },
    emit(event, data) {
      for (const listener of listenersOf(event)) {
        try {
          listener(data)
        } catch (error) {
          globalThis.reportError?.(error)
        }
      }
    },
  }
}
