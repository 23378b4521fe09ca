/** The events of a provider. EIP-1193, and Node's EventEmitter, whose form it takes */
export type Events = {
  on(event: string, listener: (data: unknown) => void): void
  /** Takes a listener off one event, as often as it was added last. */
  removeListener(event: string, listener: (data: unknown) => void): void
  emit(event: string, data: unknown): void
}

/**
 * A listener that throws keeps an event from no other one; what listeners change counts for the
 * next event.
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
