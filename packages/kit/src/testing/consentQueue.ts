import type { StoreApi } from 'zustand/vanilla'
import { exclusiveTypes } from './consent.ts'
import type { Approval, Consent, PendingRequest } from './consent.ts'
import { disconnected, ProviderError, refused } from './providerError.ts'
import type { WalletState } from './walletState.ts'

/**
 * A queue of requests that need an approval. The wallet's owner, a script or the wallet's behaviour
 * answers them.
 */
export type ConsentQueue = {
  /**
   * Adds a request, and resolves when it is approved. @throws ProviderError 4001 refused, -32002
   * already open, 4900 disconnected
   */
  request(consent: Consent): Promise<Approval>
  /** Fails all open requests with 4900. */
  close(): void
}

type Entry = PendingRequest & { fail(error: ProviderError): void }

/**
 * Creates the queue. It writes open requests to the store's `pending`. If the wallet's behaviour
 * changes, it answers the open requests by the new behaviour.
 */
export function createConsentQueue(store: StoreApi<WalletState>): ConsentQueue {
  let lastId = 0
  const open = new Map<number, Entry>()
  const publish = () => store.setState({ pending: [...open.values()] })

  function add(consent: Consent): Promise<Approval> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const settle = (run: () => void) => {
        if (open.delete(id)) publish()
        run()
      }
      const fail = (error: ProviderError) => settle(() => reject(error))
      const entry = {
        id,
        consent,
        approve: (approval: Approval = {}) => settle(() => resolve(approval)),
        refuse: () => fail(refused()),
        fail,
      }
      open.set(id, entry)
      publish()
      answer(entry, store.getState())
    })
  }

  const unsubscribe = store.subscribe((state, previous) => {
    if (state.behaviour === previous.behaviour) return
    for (const entry of [...open.values()]) answer(entry, state)
  })

  return {
    async request(consent) {
      const { behaviour } = store.getState()
      const isDuplicate =
        exclusiveTypes.has(consent.type) &&
        [...open.values()].some((entry) => entry.consent.type === consent.type)
      // shows postponed requests, as a wallet brings its window to the front again
      if (isDuplicate) store.setState({ postponed: [] })
      if (isDuplicate || behaviour === 'pending')
        throw new ProviderError(-32002, 'A request of this kind is already open in the wallet.')
      return add(consent)
    },
    close() {
      unsubscribe()
      for (const entry of [...open.values()]) entry.fail(disconnected())
    },
  }
}

/** Answers a request if the current behaviour needs no owner for it. */
function answer(entry: Entry, { behaviour, confirm }: WalletState): void {
  if (behaviour === 'refuse') entry.refuse()
  if (behaviour === 'disappear') entry.fail(disconnected())
  if (behaviour !== 'approve') return
  // an unlock request is approved as soon as the wallet is not locked any more
  if (confirm === 'approve' || entry.consent.type === 'unlock') entry.approve()
}
