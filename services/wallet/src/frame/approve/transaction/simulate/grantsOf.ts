import type { Address } from '../../decode/Effect.ts'
import type { SimulatedLog } from './askSimulation.ts'
import type { Grant } from './Simulation.ts'

/** keccak256 of the reports of rights. ERC-20 and ERC-721, ERC-721 and ERC-1155, ERC-777 */
export const grantTopics = {
  'Approval(address,address,uint256)': '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  'ApprovalForAll(address,address,bool)': '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  'AuthorizedOperator(address,address)': '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9',
} as const

/** What reports say that others may take of an account from now on. One that ends a right, or is in another form, says nothing. */
export function grantsOf(logs: readonly SimulatedLog[], account: Address): readonly Grant[] {
  const own = account.toLowerCase()
  return logs.flatMap(({ address: token, topics: [topic, first, second, third], data }): readonly Grant[] => {
    const amount = /^0x[\da-f]{64}$/i.test(data) ? BigInt(data) : undefined
    const [one, other] = [addressIn(first), addressIn(second)]
    if (!one || !other) return []
    switch (topic) {
      case grantTopics['Approval(address,address,uint256)']:
        if (one !== own || /^0x0{40}$/.test(other)) return []
        if (third !== undefined) return [{ kind: 'allow', token, spender: other, amount: BigInt(third), isPiece: true }]
        return amount ? [{ kind: 'allow', token, spender: other, amount }] : []
      case grantTopics['ApprovalForAll(address,address,bool)']:
        return one === own && amount === 1n ? [{ kind: 'allowAll', token, operator: other, isAllowed: true }] : []
      case grantTopics['AuthorizedOperator(address,address)']:
        return other === own ? [{ kind: 'allowAll', token, operator: one, isAllowed: true }] : []
      default:
        return []
    }
  })
}

const addressIn = (topic: string | undefined): Address | undefined => (topic && /^0x[\da-f]{64}$/i.test(topic) ? `0x${topic.slice(-40).toLowerCase()}` : undefined)
