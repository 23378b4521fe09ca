export { isSolanaAddress } from './chains/solana.ts'
