import { expect, test, vi } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { KitError } from '../errors/KitError.ts'
import { kitError } from '../errors/errors.ts'
import { forgetAccountData } from '../storage/accountMemory.ts'
import { sendFollowed } from './sendFollowed.ts'

const hash = `0x${'ab'.repeat(32)}`

/** A kit whose calls of `followTransaction` are counted, and the parameters of a transaction. */
function start() {
  const { kit } = startTestKit()
  const followTransaction = vi.spyOn(kit, 'followTransaction')
  const parameters = {
    networkId: 'eip155:31337',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    transaction: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n },
  } as const
  // the cast: the function passes the link on
  return { kit, followTransaction, parameters: parameters as never, sent: parameters }
}

test('a transaction of a library is sent once, and followed', async () => {
  const { kit, followTransaction, parameters, sent } = start()
  followTransaction.mockRejectedValue(kitError('offline')) // it is sent, whatever happens here
  const send = vi.fn<() => Promise<string>>(async () => hash)
  expect(await sendFollowed(kit, send, parameters)).toBe(hash)
  expect(send).toHaveBeenCalledExactlyOnceWith(parameters)
  expect(followTransaction).toHaveBeenCalledExactlyOnceWith({ hash, ...sent })
})

test('a transaction that was not sent is not followed', async () => {
  const { kit, followTransaction, parameters } = start()
  const sending = sendFollowed(kit, () => Promise.reject(kitError('userRejected')), parameters)
  await expect(sending).rejects.toThrow(KitError)
  expect(followTransaction).not.toHaveBeenCalled()
})

test('if the account was forgotten meanwhile, nothing is followed', async () => {
  const { kit, followTransaction, parameters } = start()
  const send = async () => {
    forgetAccountData(kit)
    return hash
  }
  expect(await sendFollowed(kit, send, parameters)).toBe(hash)
  expect(followTransaction).not.toHaveBeenCalled()
})
