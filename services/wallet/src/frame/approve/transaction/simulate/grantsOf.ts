import type { Address } from '../../decode/Effect.ts'
import { permit2 } from '../../decode/permit2.ts'
import type { SimulatedLog } from './askSimulation.ts'
import type { Grant } from './Simulation.ts'

/**
 * keccak256 of the events that report rights. ERC-20 and ERC-721, ERC-721 and ERC-1155,
 * ERC-777, ERC-6909, Permit2
 */
export const grantTopics = {
  'Approval(address,address,uint256)':
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  'ApprovalForAll(address,address,bool)':
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  'AuthorizedOperator(address,address)':
    '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9',
  'OperatorSet(address,address,bool)':
    '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
  'Approval(address,address,uint256,uint256)':
    '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
  'Approval(address,address,address,uint160,uint48)':
    '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  'Permit(address,address,address,uint160,uint48,uint48)':
    '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

/**
 * The new rights of other accounts over an account's assets, according to logs. A log that
 * ends a right, or has another form, is ignored.
 */
export function grantsOf(logs: readonly SimulatedLog[], account: Address): readonly Grant[] {
  const own = account.toLowerCase()
  return logs.flatMap(
    ({ address: token, topics: [topic, first, second, third], data }): readonly Grant[] => {
      const amount = /^0x[\da-f]{64}$/i.test(data) ? BigInt(data) : undefined
      const [firstAddress, secondAddress] = [addressIn(first), addressIn(second)]
      if (!firstAddress || !secondAddress) return []
      switch (topic) {
        case grantTopics['Approval(address,address,uint256)']:
          if (firstAddress !== own || /^0x0{40}$/.test(secondAddress)) return []
          if (third !== undefined)
            return [
              {
                kind: 'allow',
                token,
                spender: secondAddress,
                amount: BigInt(third),
                isPiece: true,
              },
            ]
          return amount ? [{ kind: 'allow', token, spender: secondAddress, amount }] : []
        case grantTopics['ApprovalForAll(address,address,bool)']:
        case grantTopics['OperatorSet(address,address,bool)']:
          return firstAddress === own && amount === 1n
            ? [{ kind: 'allowAll', token, operator: secondAddress, isAllowed: true }]
            : []
        case grantTopics['AuthorizedOperator(address,address)']:
          return secondAddress === own
            ? [{ kind: 'allowAll', token, operator: firstAddress, isAllowed: true }]
            : []
        case grantTopics['Approval(address,address,uint256,uint256)']:
          return firstAddress === own && third !== undefined && amount
            ? [
                {
                  kind: 'allow',
                  token,
                  spender: secondAddress,
                  amount: BigInt(third),
                  isPiece: true,
                },
              ]
            : []
        case grantTopics['Approval(address,address,address,uint160,uint48)']:
        case grantTopics['Permit(address,address,address,uint160,uint48,uint48)']:
          return firstAddress === own
            ? lentOf({ at: token, token: secondAddress, spender: addressIn(third), data })
            : []
        default:
          return []
      }
    },
  )
}

/**
 * The allowance that Permit2 gives a spender: an amount, then its end. In the same log of another
 * contract, the second number may mean something else, so the end is left out.
 */
function lentOf({
  at,
  token,
  spender,
  data,
}: {
  at: string
  token: Address
  spender: Address | undefined
  data: string
}): readonly Grant[] {
  const [, first, second] = /^0x([\da-f]{64})([\da-f]{64})/i.exec(data) ?? []
  if (!spender || !first || !second) return []
  const [amount, until] = [BigInt(`0x${first}`), BigInt(`0x${second}`)]
  return amount > 0n
    ? [
        {
          kind: 'allow',
          token,
          spender,
          amount,
          ...(permit2.includes(at.toLowerCase()) && { until }),
        },
      ]
    : []
}

const addressIn = (topic: string | undefined): Address | undefined =>
  topic && /^0x[\da-f]{64}$/i.test(topic) ? `0x${topic.slice(-40).toLowerCase()}` : undefined
