import type { OperationType } from '@latchkey/protocol/history'
import { zeroAddress } from '../../../chainIndex/holdingChanges.ts'
import type { OperationWords } from '../../../history/operationType.ts'

/**
 * The operation type of well-known methods by selector, as the caller sees it. A test checks the
 * selectors against the signatures.
 */
export const methods: Readonly<Record<string, { signature: string; type: OperationType }>> = {
  '0xd0e30db0': { signature: 'deposit()', type: 'deposit' },
  '0xb6b55f25': { signature: 'deposit(uint256)', type: 'deposit' },
  '0x6e553f65': { signature: 'deposit(uint256,address)', type: 'deposit' },
  '0x617ba037': { signature: 'supply(address,uint256,address,uint16)', type: 'deposit' },
  '0x2e1a7d4d': { signature: 'withdraw(uint256)', type: 'withdraw' },
  '0x69328dec': { signature: 'withdraw(address,uint256,address)', type: 'withdraw' },
  '0xb460af94': { signature: 'withdraw(uint256,address,address)', type: 'withdraw' },
  '0xba087652': { signature: 'redeem(uint256,address,address)', type: 'withdraw' },
  '0xa415bcad': { signature: 'borrow(address,uint256,uint256,uint16,address)', type: 'borrow' },
  '0x573ade81': { signature: 'repay(address,uint256,uint256,address)', type: 'repay' },
  '0xa694fc3a': { signature: 'stake(uint256)', type: 'stake' },
  '0x2e17de78': { signature: 'unstake(uint256)', type: 'unstake' },
  '0x4e71d92d': { signature: 'claim()', type: 'claim' },
  '0x3d18b912': { signature: 'getReward()', type: 'claim' },
}

/**
 * The operation type of methods that transfer or approve something, for calls in which nothing was
 * transferred, such as failed calls.
 */
export const attempts: Readonly<Record<string, { signature: string; type: OperationType }>> = {
  '0x095ea7b3': { signature: 'approve(address,uint256)', type: 'approve' },
  '0xa22cb465': { signature: 'setApprovalForAll(address,bool)', type: 'approve' },
  '0xa9059cbb': { signature: 'transfer(address,uint256)', type: 'send' },
  '0x23b872dd': { signature: 'transferFrom(address,address,uint256)', type: 'send' },
  '0x42842e0e': { signature: 'safeTransferFrom(address,address,uint256)', type: 'send' },
  '0xf242432a': {
    signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
    type: 'send',
  },
  '0x7ff36ab5': {
    signature: 'swapExactETHForTokens(uint256,address[],address,uint256)',
    type: 'trade',
  },
  '0x18cbafe5': {
    signature: 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    type: 'trade',
  },
  '0x38ed1739': {
    signature: 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    type: 'trade',
  },
}

/** The rules by which transactions of EVM chains get their operation type. */
export const evmWords: OperationWords = {
  methods,
  attempts,
  burnAddresses: [zeroAddress, '0x000000000000000000000000000000000000dead'],
}
