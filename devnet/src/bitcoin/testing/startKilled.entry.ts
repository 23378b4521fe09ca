/**
 * Starts a Bitcoin chain and prints its address: `startKilled.entry.ts <folder>`. Tests run it in a
 * process of its own, which they kill.
 */
import { startBitcoinChain } from '../startBitcoinChain.ts'

const { url } = await startBitcoinChain({ stateDir: process.argv[2], blockMs: 40 })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
