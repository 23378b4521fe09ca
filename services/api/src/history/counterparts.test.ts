import { expect, test } from 'vitest'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { kinds } from '../db/schema.ts'
import { endsOf, isSpam, moveOf } from './counterparts.ts'
import { evmKeys } from '../chains/evm/evmKeys.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [me, friend, thirdParty, token, zero] = [
  address('1'),
  address('2'),
  address('3'),
  address('4'),
  address('0'),
]
const move = (sender: Hex, recipient: Hex, more: Partial<Transfer> = {}): Transfer => ({
  block: 1,
  index: 0,
  position: 0,
  kind: kinds.erc20,
  token,
  tokenId: 0n,
  sender,
  recipient,
  amount: 5n,
  ...more,
})
const ends = (sender: Hex, transfer: Transfer | undefined, isListed = true) =>
  endsOf(me, { sender, recipient: token, created: null }, transfer, () => isListed)

test('the sender and recipient of a token are named instead of its contract', () => {
  expect(ends(me, move(me, friend))).toEqual({ sentFrom: me, sentTo: friend })
  expect(ends(me, move(me, friend, { kind: kinds.erc721, tokenId: 7n, amount: 1n }))).toEqual({
    sentFrom: me,
    sentTo: friend,
  })
  expect(ends(friend, move(friend, me))).toEqual({ sentFrom: friend, sentTo: me })
  expect(ends(thirdParty, move(friend, me))).toEqual({ sentFrom: friend, sentTo: me })
})

test('another account that moved a token on behalf of its owner is named as the sender', () => {
  expect(ends(thirdParty, move(me, friend))).toEqual({ sentFrom: thirdParty, sentTo: friend })
})

test('a transfer of an unlisted token is trusted only in a transaction that the account itself signed', () => {
  expect(ends(me, move(me, friend), false)).toEqual({ sentFrom: me, sentTo: friend })
  expect(ends(thirdParty, move(me, friend), false)).toEqual({ sentFrom: thirdParty, sentTo: token })
  expect(ends(thirdParty, move(friend, me), false)).toEqual({ sentFrom: thirdParty, sentTo: me })
})

test('coins, empty transfers and other transactions name the called contract, and minted tokens name the sender of the transaction', () => {
  const called = { sentFrom: me, sentTo: token }
  expect(ends(me, undefined)).toEqual(called)
  expect(ends(me, move(me, friend, { amount: 0n }))).toEqual(called)
  expect(ends(me, move(me, token, { kind: kinds.native, token: nativeTokenAddress }))).toEqual(
    called,
  )
  expect(ends(thirdParty, move(zero, me))).toEqual({ sentFrom: thirdParty, sentTo: me })
  expect(
    endsOf(me, { sender: me, recipient: null, created: friend }, undefined, () => true),
  ).toEqual({ sentFrom: me, sentTo: friend })
})

test('an entry `send` shows the first outgoing transfer, and an entry `receive` the first incoming one', () => {
  const [incoming, outgoing] = [move(friend, me), move(me, friend)]
  expect(moveOf(me, 'send', [incoming, outgoing])).toBe(outgoing)
  expect(moveOf(me, 'receive', [outgoing, incoming])).toBe(incoming)
  for (const type of ['trade', 'approve', 'execute', 'mint'] as const)
    expect(moveOf(me, type, [incoming, outgoing])).toBeUndefined()
})

test('a transfer marked as spam is spam, and the addresses of both sides have checksums', () => {
  expect([
    isSpam({ fungible_info: { flags: { is_spam: true } } }),
    isSpam({ nft_info: { flags: { is_spam: true } } }),
    isSpam({ fungible_info: {} }),
    isSpam(undefined),
  ]).toEqual([true, true, false, false])
  const { sender, recipient } = move('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', me)
  expect([sender, recipient].map((key) => evmKeys.addressText(key, 'eip155:1'))).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    me,
  ])
})
