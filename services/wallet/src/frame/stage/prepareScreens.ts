/** Fetches the code of the stage and of the approvals that are asked for most. */
export const loadScreens = (): Promise<unknown> =>
  Promise.all([
    import('./drawStage.tsx'),
    import('../rpc/signingMethods.ts'),
    import('../approve/transaction/ApproveTransactionView.tsx'),
    import('../approve/message/ApproveMessageView.tsx'),
  ])

/**
 * Fetches the code of the approvals while the browser has nothing else to do, and draws the empty
 * stage, so that the first one shows at once. What did not come is asked for again when it is
 * needed.
 */
export function prepareScreens(draw: () => Promise<void>): void {
  const prepare = () => {
    Promise.all([draw(), loadScreens()]).catch(() => {})
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(prepare)
  else setTimeout(prepare, 1_000)
}
