import { expect, test } from 'vitest'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { sendOperation } from './sendOperation.ts'

const network = { networkId: 'eip155:1', reference: '1' } as Network // all that is read
const operation = { hash: '0x01', nonce: '0x0', params: [{}, '0x'], fromBlock: '0x0' } as const

/** Sends an operation to a bundler that does not answer for it, and refuses it. */
const sendTo = (code: number, message: string) => {
  const call = async (_: unknown, { method }: { method: string }) =>
    method === 'eth_sendUserOperation' ? { error: { code, message } } : { result: null }
  const wallet = { server: { call } } as unknown as Wallet // the part that requests use
  return sendOperation(wallet, network, operation)
}

test('a bundler that has the operation already has not refused it', async () => {
  await sendTo(-32_602, 'Already known')
  await sendTo(-32_500, 'operation already in mempool')
  await expect(sendTo(-32_500, 'AA10 sender already constructed')).rejects.toMatchObject({
    code: -32_003,
  })
  await expect(sendTo(-32_603, 'busy')).rejects.toThrow()
})
