const load = () => import('../vault/withEntropy.ts')
/**
 * Milliseconds before the code of the vault is loaded, so that the code of the screen loads first.
 */
const pause = 1_000

/**
 * Starts to load the code that opens the vault, while the visitor reads the screen.
 * @returns a function that resolves with the code
 */
export function prepareVault(): typeof load {
  setTimeout(() => {
    load().catch(() => {}) // the code is loaded again when it is needed
  }, pause)
  return load
}
