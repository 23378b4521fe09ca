/**
 * Functions of well-known contracts by their selector: exchanges, lending, staking, bridges,
 * names, votes, markets, owners. A name never makes a call safe, because any contract may do
 * anything under it.
 */
const functions: Readonly<Record<string, string>> = {
  '7ff36ab5': 'swapExactETHForTokens(uint256,address[],address,uint256)',
  fb3bdb41: 'swapETHForExactTokens(uint256,address[],address,uint256)',
  '18cbafe5': 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  '4a25d94a': 'swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
  '38ed1739': 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  '8803dbee': 'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
  b6f9de95: 'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
  '791ac947':
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  '5c11d795':
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  e8e33700: 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
  f305d719: 'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
  baa2abde: 'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
  '02751cec': 'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
  '414bf389': 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
  '04e45aaf': 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
  c04b8d59: 'exactInput((bytes,address,uint256,uint256,uint256))',
  b858183f: 'exactInput((bytes,address,uint256,uint256))',
  db3e2198: 'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
  '5023b4df': 'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))',
  '3593564c': 'execute(bytes,bytes[],uint256)',
  '24856bc3': 'execute(bytes,bytes[])',
  '617ba037': 'supply(address,uint256,address,uint16)',
  a415bcad: 'borrow(address,uint256,uint256,uint16,address)',
  '573ade81': 'repay(address,uint256,uint256,address)',
  '69328dec': 'withdraw(address,uint256,address)',
  '6e553f65': 'deposit(uint256,address)',
  '94bf804d': 'mint(uint256,address)',
  ba087652: 'redeem(uint256,address,address)',
  b460af94: 'withdraw(uint256,address,address)',
  a694fc3a: 'stake(uint256)',
  '2e17de78': 'unstake(uint256)',
  '4e71d92d': 'claim()',
  ef5cfb8c: 'claimRewards(address)',
  '3d18b912': 'getReward()',
  e9fad8ee: 'exit()',
  a1903eab: 'submit(address)',
  '1249c58b': 'mint()',
  a0712d68: 'mint(uint256)',
  '40c10f19': 'mint(address,uint256)',
  '40d097c3': 'safeMint(address)',
  '42966c68': 'burn(uint256)',
  '56781388': 'castVote(uint256,uint8)',
  '7b3c71d3': 'castVoteWithReason(uint256,uint8,string)',
  '7d5e81e2': 'propose(address[],uint256[],bytes[],string)',
  '74694a2b': 'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
  acf1a841: 'renew(string,uint256)',
  f14fcbc8: 'commit(bytes32)',
  '10f13a8c': 'setText(bytes32,string,string)',
  d5fa2b00: 'setAddr(bytes32,address)',
  c47f0027: 'setName(string)',
  fb0f3ee1:
    'fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
  e9e05c42: 'depositTransaction(address,uint256,uint64,bool,bytes)',
  b1a1a882: 'depositETH(uint32,bytes)',
  e11013dd: 'bridgeETHTo(address,uint32,bytes)',
  cae9ca51: 'approveAndCall(address,uint256,bytes)',
  '3177029f': 'approveAndCall(address,uint256)',
  '4000aea0': 'transferAndCall(address,uint256,bytes)',
  '610b5925': 'enableModule(address)',
  '715018a6': 'renounceOwnership()',
  '79ba5097': 'acceptOwnership()',
  '2f2ff15d': 'grantRole(bytes32,address)',
  '6a761202':
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  '765e827f':
    'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
}

/**
 * The name of a well-known function; undefined for others.
 * @param selector 8 hex digits, lower case
 */
export const functionNameOf = (selector: string): string | undefined =>
  Object.hasOwn(functions, selector) ? functions[selector]?.split('(')[0] : undefined

/** Every selector with its signature. */
export const knownFunctions: readonly (readonly [selector: string, signature: string])[] =
  Object.entries(functions)
