/**
 * Starts a Solana chain and prints its address: `startKilled.entry.ts <folder>`. Tests run it in a
 * process of its own, which they kill.
 */
import { startSolanaChain } from '../startSolanaChain.ts'

const { url } = await startSolanaChain({ stateDir: process.argv[2], slotMs: 20 })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
