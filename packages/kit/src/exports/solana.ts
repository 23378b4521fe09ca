export { solana } from '../chains/solana/solana.ts'
