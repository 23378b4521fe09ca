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
const usdc = balance(`${networkId}:0xAB`, '0xAB')
const here = { networkId, native, tokens: [native, usdc], status: 'known' }

test('another token begins without an amount; the same keeps it', () => {
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

test('the chosen token is found whatever the case of its address', () => {
  expect(tokenOf({ tokenId: `${networkId}:0xab` }, here)).toEqual({ token: usdc, isRemoved: false })
  expect(tokenOf(undefined, here)).toEqual({ token: native, isRemoved: false })
})

test.each(['eip155:10', 'eip155:10:0xAB', 'eip155:11:0xAB', `${networkId}:0xCD`])(
  '%s is not there',
  (tokenId) => {
    expect(tokenOf({ tokenId, amount: '100' }, here)).toEqual({ token: native, isRemoved: true })
  },
)

test('what is not known yet is not gone, but another network is at once', () => {
  const pending = { ...here, tokens: [native], status: 'pending' }
  expect(tokenOf({ tokenId: usdc.id }, pending).isRemoved).toBe(false)
  expect(tokenOf({ tokenId: 'eip155:10:0xAB' }, pending).isRemoved).toBe(true)
})
