/**
 * Addresses of the network's own programs and of nothing: nobody has their keys, and what is sent
 * there is lost.
 */
const ownerlessAddresses: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
])

/**
 * Whether an address can have no owner of its keys. One that a program owns may: vaults are such
 * accounts.
 */
export const isOwnerless = (address: string): boolean => ownerlessAddresses.has(address)
