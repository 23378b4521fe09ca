import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { argsOf } from '@latchkey/server/testing/programs'
import { bitcoinAddressOf } from './bitcoinAccounts.ts'
import type { BitcoinChainOptions } from './startBitcoinChain.ts'
import { addressOfKind } from './testing/kinds.ts'
import { startTestBitcoin, type TestBitcoin } from './testing/startTestBitcoin.ts'

const address = addressOfKind('p2wpkh')

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-bitcoin-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function start(options: BitcoinChainOptions): Promise<TestBitcoin & { notices: string[] }> {
  const notices: string[] = []
  const chain = await startTestBitcoin({ onNotice: (text) => notices.push(text), ...options })
  return { ...chain, notices }
}

const journalOf = (stateDir: string) => join(stateDir, 'chains', 'bitcoin', 'journal.lines')

/** Reads everything that clients can read about the chain and two addresses. */
async function portrait({ get }: TestBitcoin) {
  const user = bitcoinAddressOf('everyday user')
  const paths = ['/blocks/tip/hash', '/blocks', '/mempool/txids', '/mempool']
  for (const one of [address, user])
    paths.push(`/address/${one}`, `/address/${one}/utxo`, `/address/${one}/txs`)
  return Promise.all(paths.map(async (path) => [path, (await get(path)).body]))
}

test('after a restart everything is as before: blocks, waiting and dropped transactions, branches', async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  first.fund(address, 40_000)
  first.fund(address, 50_000, { isWaiting: true })
  first.mine()
  first.reorganise(2)
  first.drop(first.fund(address, 60_000, { isWaiting: true }))
  first.mine(3)
  first.fund(address, 70_000, { isWaiting: true })
  const before = await portrait(first)
  await first.close()
  const second = await start({ stateDir })
  expect(await portrait(second)).toEqual(before)
  expect(second.notices).toEqual([])
  second.mine()
  await second.close()
  const fresh = await start({ stateDir, fresh: true })
  expect((await fresh.get(`/address/${address}/txs`)).body).toEqual([])
})

test('when the process is killed, no answered transaction is lost', async () => {
  const stateDir = await folder()
  const child = spawn(
    process.execPath,
    [...argsOf(new URL('testing/startKilled.entry.ts', import.meta.url)), stateDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  const paid: string[] = []
  // the process is killed between or during the following payments and blocks
  for (let index = 1; index <= 40; index += 1) {
    const response = await fetch(`${String(line).trim()}/devnet/fund`, {
      method: 'POST',
      body: JSON.stringify({ address, amount: 10_000 + index, isWaiting: index % 3 > 0 }),
    }).catch(() => undefined)
    if (!response?.ok) break
    paid.push(((await response.json()) as { txid: string }).txid)
    if (index === 20) child.kill('SIGKILL')
  }
  await gone
  expect(paid.length).toBeGreaterThanOrEqual(20)
  const after = await start({ stateDir })
  expect(after.notices).toEqual([])
  for (const txid of paid) expect((await after.get(`/tx/${txid}`)).status).toBe(200)
  after.mine()
  expect((await after.get(`/address/${address}`)).body).toMatchObject({
    chain_stats: { tx_count: expect.any(Number) },
    mempool_stats: { tx_count: 0 },
  })
})

test('a partly written last line of the journal is cut off', async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const txid = first.fund(address, 40_000)
  await first.close()
  const { size } = await stat(journalOf(stateDir))
  await appendFile(journalOf(stateDir), '01234567 {"kind":"blo')
  const second = await start({ stateDir })
  expect(second.notices).toEqual([])
  expect((await second.get(`/tx/${txid}`)).status).toBe(200)
  expect((await stat(journalOf(stateDir))).size).toBe(size)
  second.mine()
  await second.close()
  expect((await start({ stateDir })).notices).toEqual([])
})

test.each([
  ['a changed byte', (text: string) => text.replace('"kind":"block"', '"kind":"blork"')],
  ['a missing block', (text: string) => text.split('\n').toSpliced(2, 1).join('\n')],
  ['a missing head', (text: string) => text.split('\n').slice(1).join('\n')],
])('a journal with %s is set aside, and the chain begins anew', async (_, damage) => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  first.fund(address, 40_000)
  first.fund(address, 50_000)
  await first.close()
  const file = journalOf(stateDir)
  await writeFile(file, damage(await readFile(file, 'utf8')))
  const second = await start({ stateDir })
  expect(second.notices).toEqual([expect.stringContaining('its kept state is damaged')])
  expect(await readdir(join(file, '..'))).toContain('journal.lines.damaged')
  const txid = second.fund(address, 60_000)
  await second.close()
  const third = await start({ stateDir })
  expect(third.notices).toEqual([])
  expect((await third.get(`/tx/${txid}`)).status).toBe(200)
})

test('a second chain does not write into a folder that is in use', async () => {
  const stateDir = await folder()
  await start({ stateDir })
  const second = await start({ stateDir })
  expect(second.notices).toEqual([expect.stringContaining('another devnet is using')])
})
