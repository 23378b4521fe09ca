/** The size of a transaction: the number of bytes of its data, and its gas limit. */
export type Load = { bytes: number; gas: bigint }

/**
 * Calls a contract (eth_call) and resolves to its result: `0x` if there is no contract, undefined
 * if the call reverts. It rejects if no node answers; then it stays unknown whether the network has
 * an oracle.
 */
export type CallContract = (call: { to: `0x${string}`; data: `0x${string}` }) => Promise<unknown>

/**
 * The address of the OP stack's `GasPriceOracle`, the same on all its rollups.
 * https://specs.optimism.io/protocol/predeploys.html
 */
const opOracle = '0x420000000000000000000000000000000000000F'
/**
 * The oracles of other rollups that take a fee besides the gas: Scroll's `L1GasPriceOracle` and
 * Morph's `GasPriceOracle`. https://docs.scroll.io/en/developers/transaction-fees-on-scroll/
 */
const otherOracles = [
  '0x5300000000000000000000000000000000000002',
  '0x530000000000000000000000000000000000000F',
] as const
/**
 * The selectors of `getL1Fee(bytes)`, which all oracles have, and for the OP stack also of
 * `getL1FeeUpperBound(uint256)`, since Fjord, and `getOperatorFee(uint256)`, since Isthmus.
 */
const selectors = { fee: '0x49948e0e', bound: '0xf1c7a58b', operator: '0x275aedd2' } as const
/** The size of a transaction without its data, in bytes. */
const bareBytes = 130

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')

/**
 * Returns the fee that a rollup takes besides the gas, in wei: for storing the data on the layer
 * below, and for its operator. It is 0 if the network has no oracle. @throws the errors of `call`
 */
export async function readLayerFee(call: CallContract, { bytes, gas }: Load): Promise<bigint> {
  const size = bareBytes + bytes
  // the real bytes are unknown; bytes other than zero cost the most
  const raw = word(32) + word(size) + 'ff'.repeat(size).padEnd(Math.ceil(size / 32) * 64, '0')
  const callOracle = async (to: `0x${string}`, data: `0x${string}`) => {
    const answer = await call({ to, data })
    if (answer === undefined) return undefined
    return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : 0n
  }
  const opStack = async () => {
    const [bound, operator = 0n] = await Promise.all([
      callOracle(opOracle, `${selectors.bound}${word(size)}`),
      callOracle(opOracle, `${selectors.operator}${word(gas)}`),
    ])
    return (bound ?? (await callOracle(opOracle, `${selectors.fee}${raw}`)) ?? 0n) + operator
  }
  const fees = await Promise.all([
    opStack(),
    ...otherOracles.map(
      async (oracle) => (await callOracle(oracle, `${selectors.fee}${raw}`)) ?? 0n,
    ),
  ])
  return fees.reduce((sum, fee) => sum + fee, 0n)
}

/** Returns the number of bytes of call data in hex. */
export const bytesOf = (data: string | undefined): number =>
  Math.max(0, ((data?.length ?? 2) - 2) / 2)

/**
 * Returns the maximum fee besides the gas: the price on the layer below may rise before the
 * transaction is sent.
 */
export const maxLayerFee = (fee: bigint): bigint => (fee * 5n) / 4n
