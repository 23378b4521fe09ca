// 1,000 operations of as many accounts, over two processes of the API on one PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { executor, sponsor } from '../../devnet/src/accounts.ts'
import { chainOfDeployment } from '../../devnet/src/chainOfDeployment.ts'
import { startTestPostgres } from '../../packages/server/src/testing/startTestPostgres.ts'
import { chainClient } from '../../services/api/src/testing/smartAccountsOn.ts'
import { findPostgres } from '../postgres.mjs'
import { root } from '../root.mjs'
import { newOwner, send, signers } from './operators.mjs'

const count = Number(process.env.ACCOUNTS_OPERATIONS ?? 1_000)
/** How many operations are sent at the same time. */
const atOnce = 50
const sink = `0x${'f9'.repeat(20)}`

/** Starts the API as a process, as an operator does. */
async function startApi({ chain, database, folder }) {
  const file = (name, value) => {
    writeFileSync(join(folder, name), JSON.stringify(value))
    return join(folder, name)
  }
  const { paymaster } = chain.deployment.smartAccounts
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'services/api/src/main.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: '0',
        LATCHKEY_CHAINS: file('chains.json', [chainOfDeployment(chain.deployment, chain.url)]),
        LATCHKEY_DATABASE: database,
        LATCHKEY_LOOP_DELAY: '0',
        LATCHKEY_RATE_LIMIT: '0',
        LATCHKEY_SMART_ACCOUNTS: file('accounts.json', {
          bundler: { confirmations: 1 },
          paymaster: {
            addresses: { [chain.networkId]: paymaster },
            policies: { shop: { contracts: '*', perDay: '1000', accountPerDay: '1' } },
          },
        }),
        LATCHKEY_EXECUTOR_KEYS: executor.privateKey,
        LATCHKEY_SPONSOR_KEY: sponsor.privateKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { url: JSON.parse(line).listening, stop: () => child.kill('SIGKILL') }
}

/** Sends the upgrade of a new account, sponsored. @returns its hash and its receipt */
async function sendOne(parts, api) {
  const { outside, chain } = parts
  const query = `?projectId=shop&chainId=${encodeURIComponent(chain.networkId)}`
  const owner = newOwner()
  const operator = await signers['our code']({
    outside,
    chain,
    owner,
    retryCount: 5, // a busy process answers 503
    bundler: `${api}/v1/bundler${query}`,
    paymaster: `${api}/v1/paymaster${query}`,
  })
  const hash = await send(operator, owner, chain, { calls: [{ to: sink }], isUpgrade: true })
  const receipt = await operator.waitForUserOperationReceipt({
    hash,
    timeout: 120_000,
    pollingInterval: 500,
  })
  return { hash, receipt }
}

/** @returns the differences: operations that are not included once */
export async function load(parts) {
  const { chain, print } = parts
  if (!findPostgres()) return ['the load was not run: there is no PostgreSQL']
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-operations-'))
  const postgres = await startTestPostgres()
  const database = await postgres.create()
  const apis = []
  try {
    for (let process = 0; process < 2; process++)
      apis.push(await startApi({ chain, database, folder }))
    const client = chainClient(chain)
    const fromBlock = await client.getBlockNumber()
    const began = performance.now()
    const results = []
    let next = 0
    const work = async () => {
      while (next < count) {
        const index = next++
        results.push(
          await sendOne(parts, apis[index % 2].url).catch((error) => ({
            error: String(error.message).slice(0, 300),
          })),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const seconds = (performance.now() - began) / 1_000
    const logs = await client.getContractEvents({
      address: entryPoint,
      abi: entryPoint07Abi,
      eventName: 'UserOperationEvent',
      fromBlock: fromBlock + 1n,
    })
    const times = new Map()
    for (const { args } of logs) times.set(args.userOpHash, (times.get(args.userOpHash) ?? 0) + 1)
    const wrong = results.filter(({ hash, receipt }) => !receipt?.success || times.get(hash) !== 1)
    const transactions = new Set(logs.map(({ transactionHash }) => transactionHash))
    print(
      'Two processes of the API on one PostgreSQL',
      ['operations', 'included once', 'transactions', 'time'],
      [[count, count - wrong.length, transactions.size, `${seconds.toFixed(0)} s`]],
    )
    const differences = wrong.map(
      ({ hash, error }) => `load: ${hash ?? error} is included ${times.get(hash) ?? 0} times`,
    )
    return logs.length === count
      ? differences
      : [...differences, `load: ${logs.length} operations are in blocks, not ${count}`]
  } finally {
    for (const { stop } of apis) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
