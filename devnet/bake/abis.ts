import { parseAbi } from 'viem'

/** Functions of ERC-20, and those that DevToken and WETH9 add. */
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])

/** The functions of Uniswap v2's router that the bake uses. */
export const routerAbi = parseAbi([
  'function addLiquidity(address a, address b, uint256 amountA, uint256 amountB, uint256 leastA, uint256 leastB, address to, uint256 deadline)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to, uint256 deadline) returns (uint256[])',
])

/** The functions of the three NFT collections. */
export const collectionAbi = parseAbi([
  'function mint(address to) returns (uint256)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function drop(address[] everybody)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])
