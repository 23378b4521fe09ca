import { formatNetworkId } from '@latchkey/protocol/caip'
import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { readGrantRequest } from './readGrantRequest.lazy.ts'

const shop = '0x00000000000000000000000000000000000000b7'
const now = 1_800_000_000
const networkId = formatNetworkId('eip155', 1)

test.each([
  ['buy(uint)', 'buy(uint256)'],
  ['buy(int,uint8,uint[],(uint,int)[2])', 'buy(int256,uint8,uint256[],(uint256,int256)[2])'],
  ['uint(address)', 'uint(address)'],
  ['buy_uint(uint8)', 'buy_uint(uint8)'],
])('%s has the selector of %s, as wallets compute it', (text, canonical) => {
  const { functions } = readGrantRequest(
    {
      to: shop,
      permission: { type: 'contract-call', data: { targets: [shop], functions: [text] } },
      expiry: now + 60,
    },
    {
      address: shop,
      current: networkId,
      networks: [{ networkId } as never], // all that it reads
      now,
    },
  )
  expect([...functions]).toEqual([[toFunctionSelector(canonical), text]])
})
