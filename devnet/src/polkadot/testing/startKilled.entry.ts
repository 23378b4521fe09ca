/**
 * Starts a Polkadot chain and prints its address: `startKilled.entry.ts <folder>`. Tests run it in a
 * process of its own, which they kill.
 */
import { startPolkadotChain } from '../startPolkadotChain.ts'

const { url } = await startPolkadotChain({ stateDir: process.argv[2] })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
