/**
 * A Solana chain in a process of its own, for tests that kill it: `startKilled.ts <folder>`. Prints
 * its address.
 */
import { startSolanaChain } from '../startSolanaChain.ts'

const { url } = await startSolanaChain({ stateDir: process.argv[2], slotMs: 20 })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
