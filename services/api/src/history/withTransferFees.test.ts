import { expect, test } from 'vitest'
import type { Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'
import { kinds } from '../db/schema.ts'
import { withTransferFees } from './withTransferFees.ts'

const [own, lena, toll, rye] = ['0x01', '0x02', '0x0a', '0x0b'] as const satisfies readonly Hex[]
const move = (
  token: Hex,
  sender: Hex,
  recipient: Hex,
  amount: bigint,
  kind: Transfer['kind'] = kinds.erc20,
): Transfer => ({
  block: 1,
  index: 0,
  position: 0,
  kind,
  token,
  tokenId: 0n,
  sender,
  recipient,
  amount,
})

test('the fee that a token takes from a transfer is added to the amount that the account sent', () => {
  expect(
    withTransferFees(own, [
      move(toll, own, lena, 98n),
      move(toll, own, zeroAddress, 2n),
      move(rye, own, lena, 1n),
    ]),
  ).toEqual([move(toll, own, lena, 100n), move(rye, own, lena, 1n)])
  // two transfers, each followed by its own fee
  expect(
    withTransferFees(own, [
      move(toll, own, lena, 98n),
      move(toll, own, zeroAddress, 2n),
      move(toll, own, lena, 49n),
      move(toll, own, zeroAddress, 1n),
    ]),
  ).toEqual([move(toll, own, lena, 100n), move(toll, own, lena, 50n)])
})

test.each<[string, Hex, readonly Transfer[]]>([
  [
    'the account is the recipient',
    lena,
    [move(toll, own, lena, 98n), move(toll, own, zeroAddress, 2n)],
  ],
  ['tokens that are burnt without a transfer', own, [move(toll, own, zeroAddress, 2n)]],
  [
    'tokens of another kind that are burnt',
    own,
    [move(rye, own, lena, 1n), move(toll, own, zeroAddress, 2n)],
  ],
  ['a transfer to itself', own, [move(toll, own, own, 5n), move(toll, own, zeroAddress, 2n)]],
  [
    'a transfer that was received',
    own,
    [move(toll, lena, own, 5n), move(toll, own, zeroAddress, 2n)],
  ],
  [
    'collectibles',
    own,
    [move(toll, own, lena, 1n, kinds.erc1155), move(toll, own, zeroAddress, 1n, kinds.erc1155)],
  ],
])('the transfers stay unchanged: %s', (_, account, transfers) => {
  expect(withTransferFees(account, transfers)).toEqual(transfers)
})
