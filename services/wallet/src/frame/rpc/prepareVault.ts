const load = () => import('../vault/withEntropy.ts')
/** Milliseconds for which the code of the screen goes first. */
const pause = 1_000

/**
 * Begins to fetch the code that opens the vault, while the visitor reads what is to be signed.
 * @returns a function that gives it
 */
export function prepareVault(): typeof load {
  setTimeout(() => {
    load().catch(() => {}) // it is asked for again when it is needed
  }, pause)
  return load
}
