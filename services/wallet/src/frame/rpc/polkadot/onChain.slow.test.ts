/** Tests of transactions on a real chain, of an older runtime without CheckMetadataHash. */
import { startPolkadotChain } from '@latchkey/devnet/polkadot/startPolkadotChain'
import { expect, onTestFinished, test } from 'vitest'
import { polkadotDevnetId } from '@latchkey/protocol/chains/polkadotNetworks'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { askMetadata } from './askRuntime.ts'
import { callsOf } from './testing/callsOf.ts'
import { createTestAccount } from './testing/createTestAccount.ts'

const network = {
  networkId: polkadotDevnetId,
  name: 'Polkadot Devnet',
  namespace: 'polkadot',
  reference: polkadotDevnetId.slice('polkadot:'.length),
  currency: { symbol: 'DOT', decimals: 10 },
} as const
const friend = writeSs58(new Uint8Array(32).fill(5), 42)

async function start() {
  const chain = await startPolkadotChain({ port: 0 })
  onTestFinished(() => chain.close())
  async function askChain({ method, params }: { method: string; params: readonly unknown[] }) {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()) as { result?: unknown }
  }
  const asker = {
    wallet: { server: { call: (_: unknown, call: never) => askChain(call) } },
    network,
  }
  const metadata = await askMetadata(asker as never) // the parts that it uses
  const genesisHash = `0x${'45'.repeat(32)}` as const
  const account = await createTestAccount({ network, metadata, genesisHash })
  account.state.answer = askChain
  const block = String((await askChain({ method: 'chain_getBlockHash', params: [0] })).result)
  expect(block).toBe(genesisHash)
  return { chain, askChain, calls: callsOf(metadata), genesisHash, ...account }
}

test('what the wallet shows of a payment on the devnet is what happens', async () => {
  const { chain, askChain, calls, sign, state, account, genesisHash } = await start()
  await chain.fund(account.address, 50_000_000_000n)
  const version = (await askChain({ method: 'state_getRuntimeVersion', params: [] })).result as {
    transactionVersion: number
  }
  const call = calls.encode('Balances', 'transfer_keep_alive', {
    dest: { type: 'Id', value: friend },
    value: 20_000_000_000n,
  })
  const { signedTransaction } = await sign(call, {
    era: '0x00',
    blockHash: genesisHash,
    nonce: '0x0',
    transactionVersion: `0x${version.transactionVersion.toString(16)}`,
  })
  const [shown] = state.shown
  expect(shown?.effects).toMatchObject([{ kind: 'transfer', amount: 20_000_000_000n }])
  expect(shown?.text.stays).toBe(30_000_000_000n - (shown?.fee ?? 0n))
  expect(shown?.fee).toBeGreaterThan(0n)
  const sent = await askChain({ method: 'author_submitExtrinsic', params: [signedTransaction] })
  expect(sent.result).toMatch(/^0x[0-9a-f]{64}$/)
  await chain.mine()
  // the same call again, to read the balance that is there now
  await sign(call, {
    era: '0x00',
    blockHash: genesisHash,
    nonce: '0x1',
    transactionVersion: `0x${version.transactionVersion.toString(16)}`,
  })
  expect(state.shown[1]?.free).toBe(shown?.text.stays)
}, 120_000)
