import type { Kit } from '../core/kit/kit.ts'

/**
 * Opens the modal on any of its screens, with the screen's parameters, as if the visitor had
 * navigated to it.
 */
export function showScreen(kit: Kit, view: string, params?: unknown): void {
  const { request } = kit.getState().modal
  kit.store.setState({ modal: { open: true, request: request + 1, view, params } })
}
