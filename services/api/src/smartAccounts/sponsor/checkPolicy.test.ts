import { encodeCalls, type AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  disableCall,
  raiseNonceCall,
  rootAuthority,
  writeContext,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { parseEther, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SponsorPolicy } from '../smartAccountOptions.ts'
import { checkCalls } from './checkPolicy.ts'

const [account, shop, stranger] = ['a1', 'b2', 'c3'].map((byte): Hex => `0x${byte.repeat(20)}`)
if (!account || !shop || !stranger) throw new Error('no address')

const policy: SponsorPolicy = {
  contracts: { [shop]: ['0xa9059cbb'] },
  endSessions: true,
  perDay: parseEther('1'),
  accountPerDay: parseEther('1'),
}

const session: SignedDelegation = {
  delegate: shop,
  delegator: account,
  authority: rootAuthority,
  caveats: writeCaveats({
    what: { kind: 'periodic', amount: 5n, period: 60, startTime: 1 },
    expiry: 1_000,
    redeemers: [shop],
    nonce: 0n,
  }),
  salt: 1n,
  signature: `0x${'5'.repeat(130)}`,
}
const ofManager = (data: Hex, value = 0n): AccountCall => ({ to: delegationManager, value, data })
const ofNonces = (data: Hex, value = 0n): AccountCall => ({ to: enforcers.nonce, value, data })
const paid: AccountCall = { to: shop, value: 0n, data: '0xa9059cbb' }
const end = disableCall(session)

const check = (calls: readonly AccountCall[], changes: Partial<SponsorPolicy> = {}) =>
  checkCalls({ ...policy, ...changes }, { sender: account, callData: encodeCalls(calls) })

describe('a policy that pays for ending sessions', () => {
  it.each<[string, AccountCall[]]>([
    ['one', [ofManager(end)]],
    ['one, in other letters', [{ ...ofManager(end), to: delegationManager.toLowerCase() as Hex }]],
    ['all', [ofNonces(raiseNonceCall())]],
    ['one and all', [ofManager(end), ofNonces(raiseNonceCall())]],
    ['one, with a call that is paid anyway', [ofManager(end), paid]],
  ])('pays for ending %s', (_, calls) => {
    expect(() => check(calls)).not.toThrow()
    expect(() => check(calls, { endSessions: false })).toThrow('paid')
  })

  it('pays for nothing else where it names no contract', () => {
    expect(() => check([ofManager(end)], { contracts: {} })).not.toThrow()
    expect(() => check([ofManager(end), paid], { contracts: {} })).toThrow('are not paid')
  })

  const otherNonce: Hex = `0xf5743c4c${stranger.slice(2).padStart(64, '0')}`
  it.each<[string, AccountCall[]]>([
    ['enableDelegation', [ofManager(`0x3ed01015${end.slice(10)}`)]],
    ['redeemDelegations', [ofManager(`0xcef6d209${writeContext(session).slice(2)}`)]],
    ['the function alone', [ofManager('0x49934047')]],
    ['no function', [ofManager('0x')]],
    ['pause', [ofManager('0x8456cb59')]],
    ['transferOwnership', [ofManager(`0xf2fde38b${stranger.slice(2).padStart(64, '0')}`)]],
    ['the session of another account', [ofManager(disableCall({ ...session, delegator: shop }))]],
    ['more bytes than a session', [ofManager(`${end}00`)]],
    ['another spelling of the bytes', [ofManager(`${end}${'0'.repeat(64)}`)]],
    ['a payment to the manager', [ofManager(end, 1n)]],
    ['a payment to the enforcer', [ofNonces(raiseNonceCall(), 1n)]],
    ['the number at another manager', [ofNonces(otherNonce)]],
    ['the number with more bytes', [ofNonces(`${raiseNonceCall()}00`)]],
    ['another function of the enforcer', [ofNonces('0x8da5cb5b')]],
    ['the number of another contract', [{ ...ofNonces(raiseNonceCall()), to: enforcers.redeemer }]],
    ['the end at another contract', [{ ...ofManager(end), to: stranger }]],
    ['a batch with something else', [ofManager(end), { to: stranger, value: 0n, data: '0x' }]],
    ['a batch with a payment', [ofManager(end), { to: shop, value: 1n, data: '0x' }]],
    [
      'a batch that enables the session again',
      [ofManager(end), ofManager(`0x3ed01015${end.slice(10)}`)],
    ],
  ])('does not pay for %s', (_, calls) => {
    expect(() => check(calls)).toThrow('paid')
  })

  it('does not pay for calls that are not spelled as ours', () => {
    const callData: Hex = `${encodeCalls([ofManager(end)])}00`
    expect(() => checkCalls(policy, { sender: account, callData })).toThrow('are paid')
    expect(() => checkCalls(policy, { sender: account, callData: end })).toThrow('are paid')
  })
})
