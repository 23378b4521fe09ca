/** Addresses of the network's own programs. */
export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const budgetProgram = 'ComputeBudget111111111111111111111111111111'
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/**
 * Checks that wallets add to a transaction: they make it fail when it would do something else than
 * the wallet showed, and do nothing else. Lighthouse
 */
export const guardProgram = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** The programs that keep tokens. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
