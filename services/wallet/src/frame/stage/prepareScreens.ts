/** Loads the code of the stage and of the most frequent approvals. */
export const loadScreens = (): Promise<unknown> =>
  Promise.all([
    import('./drawStage.tsx'),
    import('../rpc/signingMethods.ts'),
    import('../approve/transaction/ApproveTransactionView.tsx'),
    import('../approve/message/ApproveMessageView.tsx'),
  ])

/**
 * Loads the code of the approvals while the browser is idle, and renders the empty stage, so
 * that the first approval shows at once. Code that fails to load is loaded again when it is
 * needed.
 */
export function prepareScreens(draw: () => Promise<void>): void {
  const prepare = () => {
    Promise.all([draw(), loadScreens()]).catch(() => {})
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(prepare)
  else setTimeout(prepare, 1_000)
}
