/**
 * Sets `window.latchkeyWallet`, for a test that drives the page.
 * @returns the function that removes it
 */
export function exposeWallet(wallet: object): () => void {
  Object.assign(globalThis, { latchkeyWallet: wallet })
  return () => void Reflect.deleteProperty(globalThis, 'latchkeyWallet')
}
