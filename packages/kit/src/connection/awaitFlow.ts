import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import type { FlowResult, Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'

/**
 * Waits for the end of a flow of the modal: an account, or a typed refusal. A visitor who was connected before ends it by
 * closing; a second `open` takes over and ends the first.
 * @throws KitError modalMissing when no `KitProvider` takes the request up within 5 s
 */
export function awaitFlow(kit: Kit, request: number, wasConnected: boolean): Promise<FlowResult> {
  const { store, context } = kit
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
      const isOver = !modal.open || modal.request !== request
      if (!isOver && (wasConnected || !account)) return
      unsubscribe()
      cancel()
      resolve(account ? { status: 'connected', account } : { status: 'refused', error: kitError('connectionClosed') })
    }
  })
}
