import { encodeFunctionData, maxUint256, parseEther, parseUnits, type Address } from 'viem'
import { collectionAbi, routerAbi, tokenAbi } from './abis.ts'
import { signerOf, type Person } from './people.ts'
import { collectionOf, tokenOf, type World } from './world.ts'

/**
 * An action of a person on the chain, which happens at a time in seconds since 1970. Amounts are
 * decimal texts in whole tokens.
 */
export type Action = (world: World, at: number) => Promise<unknown>

/** Sends Ether from one person to another. */
export function pay(from: Person, to: Person, ether: string): Action {
  return ({ chain }, at) =>
    chain.send(from, { to: signerOf(to).address, value: parseEther(ether), gas: 21_000n, at })
}

/** Sends a token from one person to another. */
export function transfer(from: Person, to: Person, symbol: string, amount: string): Action {
  return onToken(from, symbol, ({ decimals }) =>
    encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [signerOf(to).address, parseUnits(amount, decimals)],
    }),
  )
}

/** Sends more than the sender's balance. The transaction is mined, and fails. */
export function failingTransfer(from: Person, to: Person, symbol: string): Action {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transfer',
    args: [signerOf(to).address, 10n ** 40n],
  })
  return (world, at) =>
    world.chain.send(from, {
      to: tokenOf(world, symbol).address,
      data,
      gas: 90_000n,
      at,
      fails: true,
    })
}

/** Lets the exchange spend a token: the given amount, or any amount. */
export function approve(from: Person, symbol: string, amount?: string): Action {
  return async (world, at) => {
    const { address, decimals } = tokenOf(world, symbol)
    const args = [
      world.dex.router,
      amount === undefined ? maxUint256 : parseUnits(amount, decimals),
    ] as const
    await world.chain.send(from, {
      to: address,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }),
      at,
    })
  }
}

/** Wraps Ether into WETH. */
export function wrap(from: Person, ether: string): Action {
  return onToken(
    from,
    'WETH',
    () => encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
    parseEther(ether),
  )
}

/** Unwraps WETH into Ether. */
export function unwrap(from: Person, ether: string): Action {
  return onToken(from, 'WETH', () =>
    encodeFunctionData({ abi: tokenAbi, functionName: 'withdraw', args: [parseEther(ether)] }),
  )
}

/**
 * Swaps on the exchange, with 1 % slippage. Either side may be `ETH` or a token. The exchange must
 * already have an allowance of a token that is sold.
 */
export function swap(from: Person, give: string, amount: string, take: string): Action {
  return async (world, at) => {
    const { chain, dex } = world
    const amountIn = parseUnits(amount, give === 'ETH' ? 18 : tokenOf(world, give).decimals)
    const path = pathBetween(world, give, take)
    const quoted = await chain.client.readContract({
      address: dex.router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [amountIn, path],
    })
    const minAmount = ((quoted.at(-1) ?? 0n) * 99n) / 100n
    const data = swapCall(
      give,
      take,
      amountIn,
      minAmount,
      path,
      signerOf(from).address,
      BigInt(at + 86_400),
    )
    await chain.send(from, {
      to: dex.router,
      data,
      value: give === 'ETH' ? amountIn : 0n,
      gas: 400_000n,
      at,
    })
  }
}

/** Swaps with a minimum above what the pool pays. The transaction is mined, and fails. */
export function failingSwap(from: Person, ether: string, take: string): Action {
  return async (world, at) => {
    const path = pathBetween(world, 'ETH', take)
    const data = swapCall(
      'ETH',
      take,
      parseEther(ether),
      10n ** 40n,
      path,
      signerOf(from).address,
      BigInt(at + 86_400),
    )
    await world.chain.send(from, {
      to: world.dex.router,
      data,
      value: parseEther(ether),
      gas: 250_000n,
      at,
      fails: true,
    })
  }
}

/** Mints a lighthouse (ERC-721). */
export function mintLight(to: Person): Action {
  return onCollection(
    to,
    'ERC721',
    encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [signerOf(to).address] }),
  )
}

/** Sends a lighthouse from one person to another. */
export function giveLight(from: Person, to: Person, id: bigint): Action {
  const args = [signerOf(from).address, signerOf(to).address, id] as const
  return onCollection(
    from,
    'ERC721',
    encodeFunctionData({ abi: collectionAbi, functionName: 'safeTransferFrom', args }),
  )
}

/** Mints copies of a leaf (ERC-1155, ids 1 to 6). */
export function mintLeaves(to: Person, id: bigint, amount: bigint): Action {
  return onCollection(
    to,
    'ERC1155',
    encodeFunctionData({
      abi: collectionAbi,
      functionName: 'mint',
      args: [signerOf(to).address, id, amount],
    }),
  )
}

/** Sends copies of a leaf from one person to another. */
export function giveLeaves(from: Person, to: Person, id: bigint, amount: bigint): Action {
  const args = [signerOf(from).address, signerOf(to).address, id, amount, '0x'] as const
  return onCollection(
    from,
    'ERC1155',
    encodeFunctionData({ abi: collectionAbi, functionName: 'safeTransferFrom', args }),
  )
}

/** The spammer sends the spam token to many accounts. */
export function dropSpam(people: readonly Person[]): Action {
  const data = encodeFunctionData({
    abi: collectionAbi,
    functionName: 'drop',
    args: [people.map((person) => signerOf(person).address)],
  })
  return (world, at) =>
    world.chain.send('spammer', { to: collectionOf(world, 'spam'), data, gas: 1_500_000n, at })
}

function onToken(
  from: Person,
  symbol: string,
  data: (token: ReturnType<typeof tokenOf>) => `0x${string}`,
  value = 0n,
): Action {
  return (world, at) => {
    const token = tokenOf(world, symbol)
    return world.chain.send(from, { to: token.address, data: data(token), value, at })
  }
}

function onCollection(from: Person, kind: 'ERC721' | 'ERC1155', data: `0x${string}`): Action {
  return (world, at) =>
    world.chain.send(from, { to: collectionOf(world, kind), data, gas: 400_000n, at })
}

const dollars = new Set(['USDC', 'DAI', 'USDT', 'GUSD'])

/**
 * The tokens on the route of a swap. The pool of a dollar token is with USDC, the pool of any other
 * token is with WETH. A token that follows itself is removed.
 */
function pathBetween(world: World, give: string, take: string): Address[] {
  const { weth, usd } = world.dex
  const hub = (symbol: string) => (dollars.has(symbol) ? usd : weth)
  const address = (symbol: string) => (symbol === 'ETH' ? weth : tokenOf(world, symbol).address)
  return [...new Set([address(give), hub(give), hub(take), address(take)])]
}

function swapCall(
  give: string,
  take: string,
  amountIn: bigint,
  minAmount: bigint,
  path: Address[],
  to: Address,
  deadline: bigint,
) {
  const abi = routerAbi
  if (give === 'ETH')
    return encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [minAmount, path, to, deadline],
    })
  const functionName = take === 'ETH' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi, functionName, args: [amountIn, minAmount, path, to, deadline] })
}
