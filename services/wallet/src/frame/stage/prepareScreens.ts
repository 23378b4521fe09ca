/** Fetches the code of the approvals while the browser has nothing else to do, so that the first one shows at once. It is asked for again when it is needed. */
export function prepareScreens(): void {
  const prepare = () => {
    Promise.all([import('./drawStage.tsx'), import('../rpc/signingMethods.ts'), import('../approve/transaction/ApproveTransactionView.tsx'), import('../approve/message/ApproveMessageView.tsx')]).catch(() => {})
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(prepare)
  else setTimeout(prepare, 1_000)
}
