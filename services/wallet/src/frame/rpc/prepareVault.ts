const load = () => import('../vault/withEntropy.ts')

/** Begins to fetch the code that opens the vault, while the visitor reads what is to be signed. @returns a function that gives it */
export function prepareVault(): typeof load {
  load().catch(() => {}) // it is asked for again when it is needed
  return load
}
