import * as times from '@latchkey/protocol/times'
import type { Kit } from './kit.ts'
import type { Toast } from './state.ts'
import { contextOf } from './context.ts'

/**
 * Shows a message at the head of the modal's card. An open message closes first, and the new one
 * appears 150 ms later. All but `loading` close by themselves after 3 s. See
 * docs/contracts/product.md#toasts-and-alerts.
 */
export function showToast(
  kit: Kit,
  { message, variant = 'info' }: { message: Toast['message']; variant?: Toast['variant'] },
): void {
  const { store } = kit,
    context = contextOf(kit)
  const open = store.getState().toast
  const toast: Toast = { id: (open?.id ?? context.clock.now()) + 1, message, variant }
  if (!open) return show(kit, toast)
  store.setState({ toast: undefined })
  context.clock.setTimeout(() => {
    if (!store.getState().toast) show(kit, toast)
  }, times.toastSwap)
}

function show(kit: Kit, toast: Toast): void {
  kit.store.setState({ toast })
  if (toast.variant !== 'loading')
    contextOf(kit).clock.setTimeout(() => hideToast(kit, toast.id), times.toast)
}

/** Closes a message, if it is still the open one. */
export function hideToast(kit: Kit, id: number): void {
  if (kit.store.getState().toast?.id === id) kit.store.setState({ toast: undefined })
}
