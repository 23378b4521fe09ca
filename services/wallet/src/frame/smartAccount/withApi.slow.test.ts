/** The frame with the API's own bundler and paymaster. */
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { smartAccountsFor } from '../../../../api/src/testing/smartAccountsOn.ts'
import { startTestApis } from '../../../../api/src/testing/startTestApis.ts'
import { paymasterUrl, startTestAccount } from './testing/startTestAccount.ts'

const { devnet, start } = startTestApis()
const friends = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const

type Status = { status: number; atomic: boolean; receipts: { status: string; logs: unknown[] }[] }

/** An account without Ether, whose server forwards to the API. */
async function startWithApi(policy: object = {}) {
  const chains = devnet().chains
  const api = await start(smartAccountsFor(chains, { policy }))
  const account = await startTestAccount(chains)
  const [chain] = chains
  account.state.answer = ({ path, method, params }) => {
    if (path !== '/v1/bundler' && path !== '/v1/paymaster') return undefined
    const query = `projectId=shop&chainId=${encodeURIComponent(chain?.networkId ?? '')}`
    return fetch(`${api}${path}?${query}`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).then((response) => response.json())
  }
  const send = async () =>
    (await account.ask('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: toHex(chain?.chainId ?? 0),
        atomicRequired: true,
        calls: friends.map((to) => ({ to, data: '0x01' })),
        capabilities: { paymasterService: { url: paymasterUrl } },
      },
    ])) as { id: string } // its result
  const status = async (id: string) => (await account.ask('wallet_getCallsStatus', [id])) as Status // its result
  return { ...account, send, status }
}

test('an account without Ether is upgraded by a batch that the API’s paymaster pays, and sends a second one', async () => {
  const { send, status, client, address, state, ask } = await startWithApi()
  for (const isUpgrade of [true, false]) {
    const { id } = await send()
    await expect.poll(() => status(id), { timeout: 30_000 }).toMatchObject({ status: 200 })
    expect(await status(id)).toMatchObject({
      atomic: true,
      receipts: [{ status: '0x1', logs: [] }],
    })
    expect(state.shown.at(-1)).toMatchObject({
      params: { smart: { isUpgrade } },
      estimate: { fee: 0n, operation: { sponsor: { name: 'Shop' } } },
    })
  }
  expect(isSmartAccountCode(await client.getCode({ address }))).toBe(true)
  expect(await client.getBalance({ address })).toBe(0n)
  expect(await ask('eth_supportedEntryPoints', [])).toHaveLength(1)
}, 90_000)

test('what the policy does not allow is refused before the approval', async () => {
  const { send, state } = await startWithApi({ contracts: {} })
  await expect(send()).rejects.toMatchObject({ code: 4001 })
  expect(state.shown).toMatchObject([{ estimate: { refusal: { isFinal: true } } }])
}, 60_000)
