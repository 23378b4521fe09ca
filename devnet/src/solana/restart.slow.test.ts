import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { expect, onTestFinished, test } from 'vitest'
import { argsOf } from '@latchkey/server/testing/programs'
import { loadVm, MissingVmError } from './chain/openVm.ts'
import { solanaAddressOf } from './solanaAccounts.ts'
import { keysOf } from './testing/startTestSolana.ts'
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from './startSolanaChain.ts'

const user = new PublicKey(solanaAddressOf('everyday user'))

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-solana-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function start(
  options: SolanaChainOptions,
): Promise<SolanaChain & { connection: Connection; notices: string[] }> {
  const notices: string[] = []
  const chain = await startSolanaChain({
    isHeld: true,
    onNotice: (text) => notices.push(text),
    ...options,
  })
  onTestFinished(chain.close)
  return { ...chain, connection: new Connection(chain.url, 'processed'), notices }
}

/** Reads everything that clients can read about an address. */
async function portrait(connection: Connection, address: PublicKey) {
  const signatures = await connection.getSignaturesForAddress(address, {}, 'confirmed')
  const transactions = await Promise.all(
    signatures.map(({ signature }) =>
      connection.getParsedTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
      }),
    ),
  )
  return {
    lamports: await connection.getBalance(address, 'confirmed'),
    signatures: signatures.map(({ signature, slot, err, memo, blockTime }) => ({
      signature,
      slot,
      err,
      memo,
      blockTime,
    })),
    transactions,
  }
}

test('after a restart the accounts are restored and the slot number grows further; a fresh start removes the state', async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const to = Keypair.generate().publicKey
  await first.connection.requestAirdrop(to, LAMPORTS_PER_SOL)
  await first.connection.requestAirdrop(user, LAMPORTS_PER_SOL)
  first.advance(3)
  const before = [await portrait(first.connection, to), await portrait(first.connection, user)]
  const slot = await first.connection.getSlot()
  await first.close()

  const second = await start({ stateDir })
  expect([await portrait(second.connection, to), await portrait(second.connection, user)]).toEqual(
    before,
  )
  expect(await second.connection.getSlot()).toBeGreaterThan(slot)
  expect(second.notices).toEqual([])
  await second.close()
  const fresh = await start({ stateDir, fresh: true })
  expect(await fresh.connection.getBalance(to)).toBe(0)
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
  const connection = new Connection(String(line).trim(), 'processed')
  const paid: string[] = []
  const to = Keypair.generate().publicKey
  const gone = once(child, 'exit')
  // the process is killed between or during the following payments
  for (let index = 1; index <= 40; index += 1) {
    const signature = await connection.requestAirdrop(to, index * 1_000_000).catch(() => undefined)
    if (signature === undefined) break
    paid.push(signature)
    if (index === 20) child.kill('SIGKILL')
  }
  await gone
  expect(paid.length).toBeGreaterThanOrEqual(20)
  const { connection: after, advance } = await start({ stateDir })
  advance()
  const found = (await after.getSignaturesForAddress(to, {}, 'confirmed')).map(
    ({ signature }) => signature,
  )
  expect(found).toEqual(expect.arrayContaining(paid))
  const sum = (found.length * (found.length + 1)) / 2
  expect(await after.getBalance(to)).toBe(sum * 1_000_000)
})

test('a partly written last line of the journal is ignored', async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const to = Keypair.generate().publicKey
  await first.connection.requestAirdrop(to, LAMPORTS_PER_SOL)
  const files = join(stateDir, 'chains/solana')
  const copies = await Promise.all(
    ['snapshot.lines', 'journal.lines'].map(
      async (name) => [name, await readFile(join(files, name))] as const,
    ),
  )
  await first.close()
  for (const [name, content] of copies) await writeFile(join(files, name), content)
  await appendFile(join(files, 'journal.lines'), '0badc0de {"kind":"transaction","transac')
  const second = await start({ stateDir })
  expect(await second.connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  expect(second.notices).toEqual([])
})

test.each([
  ['is not a state', () => 'hello'],
  ['was cut off', (content: string) => content.slice(0, content.length / 2)],
  [
    'was changed',
    (content: string) =>
      content.replace('lamports', 'lamportz').replace(/"account":\["(.)/, '"account":["$1$1'),
  ],
])(
  'a stored state that %s is renamed to `.damaged` and reported, and the chain starts from the baked state',
  async (_name, damage) => {
    const stateDir = await folder()
    await (await start({ stateDir })).close()
    const file = join(stateDir, 'chains/solana/snapshot.lines')
    await writeFile(file, damage(await readFile(file, 'utf8')))
    const { notices, connection } = await start({ stateDir })
    expect(notices).toEqual([
      expect.stringContaining('Latchkey Solana begins anew: its kept state is damaged'),
    ])
    expect(await readdir(join(stateDir, 'chains/solana'))).toContain('snapshot.lines.damaged')
    expect(
      (await connection.getSignaturesForAddress(user, { limit: 100 }, 'confirmed')).length,
    ).toBeGreaterThan(40)
  },
)

test('a second devnet in the same folder stores nothing and reports that', async () => {
  const stateDir = await folder()
  const first = await start({ stateDir })
  const second = await start({ stateDir })
  expect(second.notices).toEqual([expect.stringContaining('keeps nothing this time')])
  const to = Keypair.generate().publicKey
  await second.connection.requestAirdrop(to, LAMPORTS_PER_SOL)
  await second.close()
  await first.close()
  expect(await (await start({ stateDir })).connection.getBalance(to)).toBe(0)
})

test('above the limit of transactions the oldest ones are removed', async () => {
  const { connection, advance } = await start({ limits: { transactions: 110 } })
  const newest: string[] = []
  for (let index = 0; index < 20; index += 1)
    newest.push(await connection.requestAirdrop(user, 1_000_000 + index))
  advance()
  expect(await connection.getTransactionCount()).toBe(110)
  expect(
    (await connection.getSignaturesForAddress(user, {}, 'confirmed'))
      .slice(0, 20)
      .map(({ signature }) => signature),
  ).toEqual(newest.toReversed())
  const first = await connection.getFirstAvailableBlock()
  await expect(
    connection.getBlock(first - 1, { maxSupportedTransactionVersion: 0, commitment: 'confirmed' }),
  ).rejects.toThrow('cleaned up')
})

test('a transaction that was removed from the history is not executed again', async () => {
  const { connection, advance } = await start({ limits: { transactions: 1 } })
  const { blockhash } = await connection.getLatestBlockhash()
  const [payer, to] = [keysOf('everyday user'), Keypair.generate().publicKey]
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    blockhash,
    lastValidBlockHeight: 0,
  }).add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: to,
      lamports: LAMPORTS_PER_SOL,
    }),
  )
  transaction.sign(payer)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  await connection.requestAirdrop(user, 1_000_000)
  expect(
    (await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value,
  ).toBeNull()
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
    'already been processed',
  )
  await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
  advance(151)
  await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
})

test('if the native binding is missing, the error contains the install command', async () => {
  await expect(
    loadVm(() => Promise.reject(new Error('Cannot find native binding'))),
  ).rejects.toThrow(MissingVmError)
  await expect(
    loadVm(() => Promise.reject(new Error('Cannot find native binding'))),
  ).rejects.toThrow('npm install --include=optional')
})
