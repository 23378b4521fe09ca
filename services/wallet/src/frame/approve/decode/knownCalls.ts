/* oxlint-disable max-lines -- a list of calls */
import { permit2 } from './permit2.ts'
import type { Address, Effect } from './Effect.ts'
import type { Word, WordType } from './readWords.ts'

/**
 * The target and sender of a call, and the decoder for a call inside of it. `isWrapped`: the target
 * is the known contract that wraps the chain's currency.
 */
export type CallContext = {
  to: Address
  from: Address
  isWrapped: boolean
  decode: (part: string) => Effect
}

type KnownCall = {
  signature: string
  types: readonly WordType[]
  effectOf: (words: readonly Word[], context: CallContext) => Effect | undefined
}

const addressAt = (words: readonly Word[], index: number): Address => {
  const word = words[index]
  return word && 'address' in word ? word.address : '0x'
}
const numberAt = (words: readonly Word[], index: number): bigint => {
  const word = words[index]
  return word && 'number' in word ? word.number : 0n
}
const partsAt = (words: readonly Word[], index: number): readonly string[] => {
  const word = words[index]
  return word && 'parts' in word ? word.parts : []
}

function several(index: number): KnownCall['effectOf'] {
  return (words, { to, decode }) => ({
    kind: 'several',
    to,
    parts: partsAt(words, index).map(decode),
  })
}

/**
 * The effect of `selfPermit`: a router uses its caller's permit to get an allowance for itself.
 * `amountAt` is the index of the amount; undefined means an unlimited amount.
 */
const permitToRouter =
  (amountAt: number | undefined): KnownCall['effectOf'] =>
  (words, { to }) => ({
    kind: 'allow',
    token: addressAt(words, 0),
    spender: to,
    amount: amountAt === undefined ? everything : numberAt(words, amountAt),
  })

const everything = (1n << 256n) - 1n
const permitTypes = ['address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'] as const

/**
 * The functions with a known effect, by their selector.
 * Standards: ERC-20, ERC-2612, ERC-721, ERC-777, ERC-1155, ERC-6909, ERC-5805, ERC-173,
 * ERC-1967, WETH9, Permit2, Comet, Morpho, Multicall, SelfPermit of Uniswap's routers
 */
export const known: ReadonlyMap<string, KnownCall> = new Map<string, KnownCall>([
  [
    'a9059cbb',
    {
      signature: 'transfer(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'send',
        token: to,
        to: addressAt(words, 0),
        amount: numberAt(words, 1),
      }),
    },
  ],
  [
    '23b872dd',
    {
      signature: 'transferFrom(address,address,uint256)',
      types: ['address', 'address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'move',
        token: to,
        from: addressAt(words, 0),
        to: addressAt(words, 1),
        amount: numberAt(words, 2),
      }),
    },
  ],
  [
    '095ea7b3',
    {
      signature: 'approve(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'allow',
        token: to,
        spender: addressAt(words, 0),
        amount: numberAt(words, 1),
      }),
    },
  ],
  [
    '39509351',
    {
      signature: 'increaseAllowance(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'allow',
        token: to,
        spender: addressAt(words, 0),
        amount: numberAt(words, 1),
        isMore: true,
      }),
    },
  ],
  [
    'a457c2d7',
    {
      signature: 'decreaseAllowance(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'lessen',
        token: to,
        spender: addressAt(words, 0),
        amount: numberAt(words, 1),
      }),
    },
  ],
  // older names of increaseAllowance and decreaseAllowance
  [
    'd73dd623',
    {
      signature: 'increaseApproval(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'allow',
        token: to,
        spender: addressAt(words, 0),
        amount: numberAt(words, 1),
        isMore: true,
      }),
    },
  ],
  [
    '66188463',
    {
      signature: 'decreaseApproval(address,uint256)',
      types: ['address', 'uint256'],
      effectOf: (words, { to }) => ({
        kind: 'lessen',
        token: to,
        spender: addressAt(words, 0),
        amount: numberAt(words, 1),
      }),
    },
  ],
  [
    'd505accf',
    {
      signature: 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      types: ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'],
      effectOf: (words, { to, from }) =>
        addressAt(words, 0) === from.toLowerCase()
          ? { kind: 'allow', token: to, spender: addressAt(words, 1), amount: numberAt(words, 2) }
          : undefined,
    },
  ],
  [
    'f3995c67',
    {
      signature: 'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
      types: permitTypes,
      effectOf: permitToRouter(1),
    },
  ],
  [
    'c2e3140a',
    {
      signature: 'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
      types: permitTypes,
      effectOf: permitToRouter(1),
    },
  ],
  // with Dai's permit, which allows an unlimited amount
  [
    '4659a494',
    {
      signature: 'selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)',
      types: permitTypes,
      effectOf: permitToRouter(undefined),
    },
  ],
  [
    'a4a78f0c',
    {
      signature: 'selfPermitAllowedIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
      types: permitTypes,
      effectOf: permitToRouter(undefined),
    },
  ],
  [
    '87517c45',
    {
      signature: 'approve(address,address,uint160,uint48)',
      types: ['address', 'address', 'uint160', 'uint48'],
      effectOf: (words, { to }) =>
        permit2.includes(to)
          ? {
              kind: 'allow',
              token: addressAt(words, 0),
              spender: addressAt(words, 1),
              amount: numberAt(words, 2),
              until: numberAt(words, 3),
            }
          : undefined,
    },
  ],
  [
    '42842e0e',
    {
      signature: 'safeTransferFrom(address,address,uint256)',
      types: ['address', 'address', 'uint256'],
      effectOf: (words, { to }) => piece(to, words, 1n),
    },
  ],
  [
    'b88d4fde',
    {
      signature: 'safeTransferFrom(address,address,uint256,bytes)',
      types: ['address', 'address', 'uint256', 'bytes'],
      effectOf: (words, { to }) => piece(to, words, 1n),
    },
  ],
  [
    'f242432a',
    {
      signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
      types: ['address', 'address', 'uint256', 'uint256', 'bytes'],
      effectOf: (words, { to }) => piece(to, words, numberAt(words, 3)),
    },
  ],
  [
    '2eb2c2d6',
    {
      signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      types: ['address', 'address', 'uint256[]', 'uint256[]', 'bytes'],
      effectOf: (words, { to }) => ({
        kind: 'pieces',
        token: to,
        from: addressAt(words, 0),
        to: addressAt(words, 1),
        count: countAt(words, 2),
      }),
    },
  ],
  [
    'a22cb465',
    {
      signature: 'setApprovalForAll(address,bool)',
      types: ['address', 'bool'],
      effectOf: (words, { to }) => ({
        kind: 'allowAll',
        token: to,
        operator: addressAt(words, 0),
        isAllowed: numberAt(words, 1) === 1n,
      }),
    },
  ],
  [
    'd0e30db0',
    {
      signature: 'deposit()',
      types: [],
      effectOf: (_, { to, isWrapped }) => (isWrapped ? { kind: 'wrap', token: to } : undefined),
    },
  ],
  [
    '2e1a7d4d',
    {
      signature: 'withdraw(uint256)',
      types: ['uint256'],
      effectOf: (words, { to, isWrapped }) =>
        isWrapped ? { kind: 'unwrap', token: to, amount: numberAt(words, 0) } : undefined,
    },
  ],
  [
    '8fcbaf0c',
    {
      signature: 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      types: ['address', 'address', 'uint256', 'uint256', 'bool', 'uint8', 'bytes32', 'bytes32'],
      effectOf: (words, { to, from }) =>
        addressAt(words, 0) === from.toLowerCase()
          ? {
              kind: 'allow',
              token: to,
              spender: addressAt(words, 1),
              amount: numberAt(words, 4) === 1n ? everything : 0n,
            }
          : undefined,
    },
  ],
  [
    '36c78516',
    {
      signature: 'transferFrom(address,address,uint160,address)',
      types: ['address', 'address', 'uint160', 'address'],
      effectOf: (words, { to }) =>
        permit2.includes(to)
          ? {
              kind: 'move',
              token: addressAt(words, 3),
              from: addressAt(words, 0),
              to: addressAt(words, 1),
              amount: numberAt(words, 2),
            }
          : undefined,
    },
  ],
  [
    '959b8c3f',
    {
      signature: 'authorizeOperator(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({
        kind: 'allowAll',
        token: to,
        operator: addressAt(words, 0),
        isAllowed: true,
      }),
    },
  ],
  [
    'fad8b32a',
    {
      signature: 'revokeOperator(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({
        kind: 'allowAll',
        token: to,
        operator: addressAt(words, 0),
        isAllowed: false,
      }),
    },
  ],
  [
    '558a7297',
    {
      signature: 'setOperator(address,bool)',
      types: ['address', 'bool'],
      effectOf: (words, { to }) => ({
        kind: 'allowAll',
        token: to,
        operator: addressAt(words, 0),
        isAllowed: numberAt(words, 1) === 1n,
      }),
    },
  ],
  [
    '110496e5',
    {
      signature: 'allow(address,bool)',
      types: ['address', 'bool'],
      effectOf: (words, { to }) => ({
        kind: 'control',
        at: to,
        agent: addressAt(words, 0),
        isAllowed: numberAt(words, 1) === 1n,
      }),
    },
  ],
  [
    'eecea000',
    {
      signature: 'setAuthorization(address,bool)',
      types: ['address', 'bool'],
      effectOf: (words, { to }) => ({
        kind: 'control',
        at: to,
        agent: addressAt(words, 0),
        isAllowed: numberAt(words, 1) === 1n,
      }),
    },
  ],
  [
    '5c19a95c',
    {
      signature: 'delegate(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({ kind: 'votes', token: to, delegate: addressAt(words, 0) }),
    },
  ],
  [
    'f2fde38b',
    {
      signature: 'transferOwnership(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({ kind: 'ownership', at: to, owner: addressAt(words, 0) }),
    },
  ],
  [
    '13af4035',
    {
      signature: 'setOwner(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({ kind: 'ownership', at: to, owner: addressAt(words, 0) }),
    },
  ],
  [
    '8f283970',
    {
      signature: 'changeAdmin(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({ kind: 'ownership', at: to, owner: addressAt(words, 0) }),
    },
  ],
  [
    '3659cfe6',
    {
      signature: 'upgradeTo(address)',
      types: ['address'],
      effectOf: (words, { to }) => ({ kind: 'upgrade', at: to, code: addressAt(words, 0) }),
    },
  ],
  [
    '4f1ef286',
    {
      signature: 'upgradeToAndCall(address,bytes)',
      types: ['address', 'bytes'],
      effectOf: (words, { to }) => ({ kind: 'upgrade', at: to, code: addressAt(words, 0) }),
    },
  ],
  [
    '1f0464d1',
    {
      signature: 'multicall(bytes32,bytes[])',
      types: ['bytes32', 'bytes[]'],
      effectOf: several(1),
    },
  ],
  ['ac9650d8', { signature: 'multicall(bytes[])', types: ['bytes[]'], effectOf: several(0) }],
  [
    '5ae401dc',
    {
      signature: 'multicall(uint256,bytes[])',
      types: ['uint256', 'bytes[]'],
      effectOf: several(1),
    },
  ],
])

const countAt = (words: readonly Word[], index: number): number => {
  const word = words[index]
  return word && 'count' in word ? word.count : 0
}

const piece = (token: Address, words: readonly Word[], amount: bigint): Effect => ({
  kind: 'piece',
  token,
  from: addressAt(words, 0),
  to: addressAt(words, 1),
  id: numberAt(words, 2),
  amount,
})
