import { times } from '@latchkey/protocol/limits'
import { KitError } from './core/errors.ts'
import { openableViews } from './core/kit.ts'
import type { FlowResult, Kit, OpenOptions } from './core/kit.ts'
import { accountOf } from './core/state.ts'

/**
 * Opens the modal and waits for the end of the flow: an account, or a typed refusal.
 * A visitor who was connected before ends it by closing; a second call takes over and ends the first.
 * @throws KitError modalMissing when no `KitProvider` takes it up; optionInvalid for an unknown view
 */
export async function openModal(kit: Kit, { view }: OpenOptions = {}): Promise<FlowResult> {
  if (view && !openableViews.includes(view)) throw new KitError('optionInvalid', { option: 'view', problem: 'is unknown', mend: `Use one of: ${openableViews.join(', ')}.` })
  const { store, context } = kit
  const request = store.getState().modal.request + 1
  const before = accountOf(store.getState())
  return new Promise((resolve, reject) => {
    const unsubscribe = store.subscribe(check)
    const cancel = context.clock.setTimeout(() => {
      if (context.busy.has('modal')) return
      unsubscribe()
      kit.close()
      reject(new KitError('modalMissing'))
    }, times.modalMount)
    store.setState({ modal: { open: true, request, view } })

    function check() {
      const { modal } = store.getState()
      const account = accountOf(store.getState())
      const isOver = !modal.open || modal.request !== request
      if (!isOver && (before || !account)) return
      unsubscribe()
      cancel()
      resolve(account ? { status: 'connected', account } : { status: 'refused', error: new KitError('connectionClosed') })
    }
  })
}
