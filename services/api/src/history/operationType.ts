import type { OperationType } from '@latchkey/protocol/history'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'

/**
 * The effect of well-known methods for their caller, by selector. Checked against their signatures
 * in the test.
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

/** The purpose of methods that move something when they succeed. */
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

/** Addresses to which people send tokens to destroy them. */
const graves: readonly Hex[] = [zeroAddress, '0x000000000000000000000000000000000000dead']

/** The words for what transactions of a namespace do, by the selector of the called method. */
export type OperationWords = {
  /** The effect of methods for their caller, whatever they move. */
  methods: Readonly<Record<string, { type: OperationType }>>
  /** The purpose of methods that move something when they succeed. */
  attempts: Readonly<Record<string, { type: OperationType }>>
}

/** The words of EVM chains. */
export const evmWords: OperationWords = { methods, attempts }

/**
 * The purpose of a transaction for an account. The first rule that fits:
 * 1. The account created a contract: deploy.
 * 2. It sent itself zero without data, the usual way to cancel: cancel.
 * 3. It called a method of {@link methods}: the method's word.
 * 4. Assets went out and other assets came in: trade; mint when only NFTs came in, from 0x0.
 * 5. Assets only came in: mint when they came from 0x0 at the account's own call; else receive.
 * 6. Assets only went out, to 0x0 or a burn address: burn; else send.
 * 7. It approved: approve. 8. It called a method of {@link attempts}: the method's word. 9. It
 *    called another: execute.
 * 10. It sent something to another account: send. 11. receive.
 * Assets that went out and came in are summed for each asset.
 */
export function operationType(
  account: Hex,
  transaction: AccountTransaction,
  words: OperationWords = evmWords,
): OperationType {
  const {
    sender,
    recipient,
    created,
    value,
    hasData,
    selector,
    succeeded,
    transfers,
    hasApproved,
  } = transaction
  const isOwn = sender === account
  if (isOwn && recipient === null && (created !== null || !succeeded)) return 'deploy'
  if (isOwn && recipient === account && value === 0n && !hasData) return 'cancel'
  const known = isOwn && selector ? words.methods[selector] : undefined
  if (known) return known.type
  const { came, went } = sides(account, transfers)
  if (came.length > 0 && went.length > 0)
    return came.every((one) => isNft(one) && one.sender === zeroAddress) ? 'mint' : 'trade'
  if (came.length > 0)
    return isOwn && came.every((one) => one.sender === zeroAddress) ? 'mint' : 'receive'
  if (went.length > 0) return went.every((one) => graves.includes(one.recipient)) ? 'burn' : 'send'
  if (hasApproved) return 'approve'
  const tried = isOwn && selector ? words.attempts[selector] : undefined
  if (tried) return tried.type
  if (isOwn && hasData) return 'execute'
  return isOwn || transfers.some((one) => one.sender === account) ? 'send' : 'receive'
}

const isNft = ({ kind }: Transfer) => kind >= 3

/** Transfers of the assets of which the account gained, and of those of which it lost. */
function sides(
  account: Hex,
  transfers: readonly Transfer[],
): { came: Transfer[]; went: Transfer[] } {
  const sums = new Map<string, bigint>()
  const assetOf = ({ token, tokenId }: Transfer) => `${token} ${tokenId}`
  for (const one of transfers) {
    const change =
      (one.recipient === account ? one.amount : 0n) - (one.sender === account ? one.amount : 0n)
    sums.set(assetOf(one), (sums.get(assetOf(one)) ?? 0n) + change)
  }
  const sum = (one: Transfer) => sums.get(assetOf(one)) ?? 0n
  return {
    came: transfers.filter((one) => one.recipient === account && sum(one) > 0n),
    went: transfers.filter((one) => one.sender === account && sum(one) < 0n),
  }
}
