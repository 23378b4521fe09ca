import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import { openableViews } from '../core/kit.ts'
import type { FlowResult, Kit, OpenOptions } from '../core/kit.ts'
import { track } from '../core/track.ts'
import { optionInvalid } from '../core/optionInvalid.ts'
import { accountOf } from '../core/state.ts'

/** Views that a site may have switched off. */
const featureOf: { [view in (typeof openableViews)[number]]?: 'send' | 'receive' } = { WalletSend: 'send', WalletReceive: 'receive' }

function isOffered({ context }: Kit, view: NonNullable<OpenOptions['view']>): boolean {
  const feature = featureOf[view]
  return openableViews.includes(view) && (!feature || context.options.features?.[feature] !== false)
}

/**
 * Waits for the end of a flow of the modal: an account, or a typed refusal whose `cause` is what a wallet last answered. A visitor who was connected before ends it by
 * closing. A second `open` while the modal is there shows its own screen, and both end as the modal does.
 * @throws KitError modalMissing when no `KitProvider` takes the request up within 5 s, optionInvalid for a view that there is not or that `features` switch off
 */
export async function awaitFlow(kit: Kit, request: number, wasConnected: boolean, view?: OpenOptions['view']): Promise<FlowResult> {
  const { store, context } = kit
  if (view && !isOffered(kit, view)) {
    kit.close()
    throw optionInvalid('view', 'is unknown or switched off', `Pass one of: ${openableViews.filter((one) => isOffered(kit, one)).join(', ')}.`)
  }
  // not before the modal is there: visitors miss nothing
  context.clock.setTimeout(() => void import('./checkContradictions.ts').then(({ checkContradictions }) => checkContradictions(kit), () => {}), times.rowsSettled)
  trackModal(kit, request, view)
  return new Promise((resolve, reject) => {
    const unsubscribe = store.subscribe(check)
    const cancel = context.clock.setTimeout(() => {
      if (context.busy.has('modal')) return
      unsubscribe()
      kit.close()
      reject(kitError('modalMissing'))
    }, times.modalMount)
    check()

    function check() {
      const { modal } = store.getState()
      const account = accountOf(store.getState())
      if (modal.open && (wasConnected || !account)) return
      unsubscribe()
      cancel()
      resolve(account ? { status: 'connected', account } : { status: 'refused', error: kitError('connectionClosed', { cause: context.refusal?.[request] }) })
    }
  })
}

/** Tells that the modal opened, and when it closes or opens anew. */
function trackModal(kit: Kit, request: number, view = 'Connect'): void {
  const isConnected = () => accountOf(kit.getState()) !== undefined
  track(kit, { name: 'modalOpened', view: isConnected() && view === 'Connect' ? 'Account' : view, isConnected: isConnected() })
  const unsubscribe = kit.subscribe(({ modal }) => {
    if (modal.open && modal.request === request) return
    unsubscribe()
    track(kit, { name: 'modalClosed', isConnected: isConnected() })
  })
}
