/**
 * Sets `window.latchkeyWallet`, so that a test which controls the page can reach the wallet.
 * @returns the function that removes it
 */
export function exposeWallet(wallet: object): () => void {
  Object.assign(globalThis, { latchkeyWallet: wallet })
  return () => void Reflect.deleteProperty(globalThis, 'latchkeyWallet')
}
