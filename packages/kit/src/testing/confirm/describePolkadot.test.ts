import { expect, test } from 'vitest'
import type { SignerPayload } from '../../chains/polkadot/signer.ts'
import { describePolkadot } from './describePolkadot.ts'

const payload: SignerPayload = {
  address: '5GmS1wtCfR4tK5SSgnZbVT4kYw5W8NmxmijcsxCQE6oLW6A8',
  blockHash: '0x00',
  blockNumber: '0x01',
  era: '0x00',
  genesisHash: '0x00',
  method: '0x0a0300',
  nonce: '0x07',
  signedExtensions: [],
  specVersion: '0x01',
  tip: '0x00',
  transactionVersion: '0x01',
  version: 4,
}
const { address } = payload

test.each([
  [{ kind: 'connect' }, 'Connect to this site?', undefined],
  [{ kind: 'signMessage', address, message: 'Hello' }, 'Sign this text?', 'Hello'],
  [{ kind: 'signTransaction', address, payload }, 'Sign this transaction?', '0x0a0300'],
] as const)('%o is described in words', (request, title, body) => {
  expect(describePolkadot('shop.example.org', 'Polkadot', request)).toMatchObject({ title })
  expect(describePolkadot('shop.example.org', 'Polkadot', request).body).toBe(body)
})

test('a tip is shown, and none where there is none', () => {
  const factsOf = (tip: `0x${string}`) =>
    describePolkadot('shop.example.org', 'Polkadot', {
      kind: 'signTransaction',
      address,
      payload: { ...payload, tip },
    }).facts
  expect(factsOf('0x00')).toEqual([
    ['From', address],
    ['Network', 'Polkadot'],
    ['Number', '7'],
    ['Call', '3 bytes'],
  ])
  expect(factsOf('0x02540be400')).toContainEqual(['Tip', '1 DOT'])
})
