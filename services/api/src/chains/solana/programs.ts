import { toKey } from './solanaKey.ts'

/** The programs whose instructions or accounts the service reads. */
export const programs = {
  system: toKey('11111111111111111111111111111111'),
  token: toKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: toKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
  associatedToken: toKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  computeBudget: toKey('ComputeBudget111111111111111111111111111111'),
  memo: toKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  firstMemo: toKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
  stake: toKey('Stake11111111111111111111111111111111111111'),
  vote: toKey('Vote111111111111111111111111111111111111111'),
  metaplex: toKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'),
  loader: toKey('BPFLoaderUpgradeab1e11111111111111111111111'),
} as const

/** The token program, and Token-2022. */
export const tokenPrograms = [programs.token, programs.token2022] as const

/** Whether a program is a token program. */
export const isTokenProgram = (program: string): boolean =>
  tokenPrograms.some((entry) => entry === program)
