/**
 * Addresses without a private key: the network's own programs, and the null address. Funds that are
 * sent there are lost.
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
 * Whether an address is in the list of addresses without a private key. False for other addresses
 * that a program owns, such as vaults.
 */
export const isOwnerless = (address: string): boolean => ownerlessAddresses.has(address)
