import { expect, test } from 'vitest'
import { changedDraft, tokenOf } from './draft.ts'

const balance = (id: string, address?: string) => ({
  id,
  name: id,
  symbol: id,
  decimals: 18,
  quantity: '1',
  address,
})
const networkId = 'eip155:1'
const native = balance(networkId)
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdc = balance(`${networkId}:${contract}`, contract)
const here = { networkId, native, tokens: [native, usdc], status: 'known' }

test('choosing another token clears the amount; choosing the same token keeps it', () => {
  const draft = { amount: '5', to: 'lena.eth', tokenId: networkId }
  expect(changedDraft(draft, { tokenId: usdc.id })).toEqual({
    amount: '',
    to: 'lena.eth',
    tokenId: usdc.id,
  })
  expect(changedDraft(draft, { tokenId: networkId })).toEqual(draft)
  expect(changedDraft(draft, { tokenId: usdc.id, amount: '7' })).toMatchObject({
    amount: '7',
    tokenId: usdc.id,
  })
  expect(changedDraft(undefined, { to: '0x' })).toEqual({ to: '0x' })
})

test('tokenOf finds the chosen token in any case of its address', () => {
  expect(tokenOf({ tokenId: `${networkId}:${contract.toLowerCase()}` }, here)).toEqual({
    token: usdc,
    isRemoved: false,
  })
  expect(tokenOf(undefined, here)).toEqual({ token: native, isRemoved: false })
})

test.each([
  'eip155:10',
  `eip155:10:${contract}`,
  `eip155:11:${contract}`,
  `${networkId}:${contract.replace('A', 'B')}`,
])('tokenOf replaces the token %s by the native token', (tokenId) => {
  expect(tokenOf({ tokenId, amount: '100' }, here)).toEqual({ token: native, isRemoved: true })
})

test('on the same network, a token is not removed while the balances are loading', () => {
  const pending = { ...here, tokens: [native], status: 'pending' }
  expect(tokenOf({ tokenId: usdc.id }, pending).isRemoved).toBe(false)
  expect(tokenOf({ tokenId: `eip155:10:${contract}` }, pending).isRemoved).toBe(true)
})
