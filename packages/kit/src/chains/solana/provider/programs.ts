/** Addresses of programs: the network's own, and Metaplex's for metadata of tokens. */
export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const budgetProgram = 'ComputeBudget111111111111111111111111111111'
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/**
 * The program Lighthouse. Wallets add its checks to a transaction. A check makes the transaction
 * fail if its effect differs from what the wallet showed, and does nothing else.
 */
export const guardProgram = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** The token programs. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
