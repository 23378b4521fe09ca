import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest'
import { freePorts } from '../../../../../devnet/src/ports.ts'
import { startAnvil } from '../../../../../devnet/src/startAnvil.ts'
import type { Anvil } from '../../../../../devnet/src/startAnvil.ts'
import { deployStrangeToken } from '../../../../../devnet/src/strangeToken.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { rpcRequest } from '../../testing/rpcRequest.ts'
import { testConformance } from '../conformance.ts'
import { startTestPage } from './startTestPage.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let anvil: Anvil
/** The number of recipients so far. Each test sends to a new address. */
let people = 0
beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  anvil = await startAnvil({ port, args: ['--chain-id', '31337'] })
})
afterAll(() => anvil.close())
beforeEach(() => void startTestPage())

testConformance('EVM', async () => {
  const request = (method: string, ...params: unknown[]) =>
    rpcRequest(anvil.url, { method, params })
  await request('anvil_dropAllTransactions')
  await request('evm_setAutomine', true)
  await request('anvil_setBalance', address, `0x${(10n ** 22n).toString(16)}`)
  const token = await deployStrangeToken(anvil.url, {
    variant: 'plain',
    holder: address,
    amount: 1_000_000n,
    decimals: 2,
  })
  await request('evm_setAutomine', false)
  const chain = { id: 31337, name: 'First', rpcUrl: anvil.url }
  const wallet = startTestWallet({ chains: [chain] })
  const { kit, clock } = startTestKit({ chains: [chain] })
  const { accountId } = await kit.connect({ connectorId: wallet.info.rdns })
  onTestFinished(() => kit.disconnect())
  const friend = privateKeyToAddress(`0x${String(++people).padStart(64, '7')}`)
  return {
    kit,
    accountId,
    friend,
    native: { symbol: 'ETH', decimals: 18 },
    token: { address: token, symbol: 'ODD', decimals: 2 },
    wrong: {
      address: `0x${friend.slice(2, -1)}${friend.endsWith('0') ? '1' : '0'}`,
      account: formatAccountId(formatNetworkId('eip155', 10), friend),
    },
    async settle() {
      await request('evm_mine')
      await vi.waitFor(() => {
        clock.advance(4_000)
        if (kit.getState().pending?.some(({ status }) => status === 'pending'))
          throw new Error('It still waits')
      })
    },
    answer: (how) => wallet.setBehaviour(how),
  }
})
