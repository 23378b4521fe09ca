type Listener = (data: unknown) => void

/** The emitter that wagmi gives each connector. */
export type Emitter = {
  uid: string
  on(event: string, listener: Listener): void
  once(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, data?: unknown): void
  listenerCount(event: string): number
}

/** Makes an emitter without listeners. As in wagmi, its events contain the connector's `uid`. */
export function createEmitter(uid = ''): Emitter {
  const all = new Map<string, Set<Listener>>()
  const of = (event: string) => all.get(event) ?? new Set<Listener>()
  const emitter: Emitter = {
    uid,
    on: (event, listener) => void all.set(event, of(event).add(listener)),
    once(event, listener) {
      const first: Listener = (data) => {
        emitter.off(event, first)
        listener(data)
      }
      emitter.on(event, first)
    },
    off: (event, listener) => void all.get(event)?.delete(listener),
    emit(event, data) {
      for (const listener of [...of(event)])
        listener(typeof data === 'object' && data !== null ? { ...data, uid } : { uid })
    },
    listenerCount: (event) => of(event).size,
  }
  return emitter
}
