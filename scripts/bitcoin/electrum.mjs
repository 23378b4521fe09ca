import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bitcoinAddressOf } from '../../devnet/src/bitcoin/bitcoinAccounts.ts'
import { startBitcoinChain } from '../../devnet/src/bitcoin/startBitcoinChain.ts'

const execute = promisify(execFile)
/** How many times, and after how many milliseconds, a state of Electrum is looked for. */
const patience = { tries: 60, pause: 500 }
/** Milliseconds that a command of Electrum may take. */
const commandLimit = 60_000

/**
 * An unmodified Electrum uses the chain as its network: it receives, pays, and follows a
 * reorganisation.
 * @returns the number of differences
 */
export async function checkElectrum({ program, home }) {
  const folder = join(home, 'data-electrum')
  rmSync(folder, { recursive: true, force: true })
  const defects = []
  const chain = await startBitcoinChain({ isHeld: true, onDefect: (error) => defects.push(error) })
  const electrum = async (command, ...args) => {
    const { stdout } = await execute(program, [command, ...args, '--regtest', '-D', folder], {
      timeout: commandLimit,
    })
    return stdout.trim()
  }
  const checks = createChecks()
  try {
    await electrum('create', '--offline')
    const { hostname, port } = new URL(chain.electrumUrl)
    await electrum('daemon', '-d', '--oneserver', '-s', `${hostname}:${port}:t`)
    await electrum('load_wallet')
    const side = { chain, electrum, check: checks.check }
    await receive(side)
    await pay(side)
  } finally {
    await electrum('stop').catch(() => {})
    await chain.close()
  }
  for (const defect of defects) console.error(defect)
  return checks.failures.length + defects.length
}

function createChecks() {
  const failures = []
  return {
    failures,
    /** Reads until the value is as expected. */
    async check(what, read, isExpected) {
      let value
      for (let tries = 0; tries < patience.tries; tries += 1) {
        value = await read().catch((error) => error.message)
        if (isExpected(value)) return console.log(`electrum: ${what}`)
        await new Promise((resolve) => setTimeout(resolve, patience.pause))
      }
      failures.push(what)
      console.log(`electrum: NOT ${what}: ${JSON.stringify(value)}`)
    },
  }
}

const infoOf = async (electrum) => JSON.parse(await electrum('getinfo'))

async function receive({ chain, electrum, check }) {
  const balance = async () => JSON.parse(await electrum('getbalance'))
  await check(
    'has all headers',
    () => infoOf(electrum),
    ({ connected, blockchain_height: newest }) => connected && newest > 300,
  )
  const address = await electrum('createnewaddress')
  chain.fund(address, 250_000, { isWaiting: true })
  await check('sees a payment that waits', balance, ({ unconfirmed }) => unconfirmed === '0.0025')
  chain.mine()
  await check('sees its block', balance, ({ confirmed }) => confirmed === '0.0025')
}

async function pay({ chain, electrum, check }) {
  const signed = await electrum('payto', bitcoinAddressOf('newcomer'), '0.001', '--feerate', '2')
  const txid = await electrum('broadcast', signed)
  await check(
    'pays',
    async () => (await fetch(`${chain.url}/tx/${txid}`)).status,
    (status) => status === 200,
  )
  // the balance counts own change as confirmed, so the history shows more
  const confirmations = async () => {
    const { transactions } = JSON.parse(await electrum('onchain_history'))
    return transactions.find((transaction) => transaction.txid === txid)?.confirmations
  }
  await check('has its payment waiting', confirmations, (count) => count === 0)
  chain.mine()
  await check('verifies the block of its payment', confirmations, (count) => count === 1)
  const { height } = chain.reorganise(1)
  await check(
    'follows a reorganisation',
    () => infoOf(electrum),
    ({ blockchain_height: newest }) => newest === height,
  )
  await check('has its payment waiting again', confirmations, (count) => count === 0)
  chain.mine(2)
  await check('verifies it on the new branch', confirmations, (count) => count === 2)
}
