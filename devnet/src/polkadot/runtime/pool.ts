import type { Blockchain, Chopsticks, Hex, Invalidity } from './chopsticks.ts'
import { poolErrors, refusalOf, RefusedCall } from './callErrors.ts'

/** The maximum number of waiting transactions, and of digits of one. */
const limits = { transactions: 1_000, digits: 4_000_000 }

/** A transaction that is in no block. */
type Waiting = { extrinsic: Hex; signer: string }

/** The transactions that are in no block. */
export type Pool = ReturnType<typeof createPool>

/**
 * Creates the pool of a chain, in place of that of chopsticks: it keeps transactions whose turn has
 * not come yet, and refuses with the errors of nodes.
 */
export function createPool(chain: Blockchain, { APPLY_EXTRINSIC_ERROR }: Chopsticks) {
  let waiting: Waiting[] = []
  /** Transactions that the last block could not contain yet. */
  const postponed = new Set<Hex>()
  chain.txPool.event.on(
    APPLY_EXTRINSIC_ERROR,
    ([extrinsic, { isInvalid, asInvalid }]: [Hex, Invalidity]) => {
      if (isInvalid && (asInvalid.isFuture || asInvalid.isExhaustsResources))
        postponed.add(extrinsic)
    },
  )

  const isKnown = (hex: Hex) => waiting.some(({ extrinsic }) => extrinsic === hex)

  return {
    extrinsics: (): readonly Hex[] => waiting.map(({ extrinsic }) => extrinsic),
    countOf: (signer: string): number => waiting.filter((one) => one.signer === signer).length,

    /** Adds a transaction. @throws RefusedCall if it is not valid */
    async add(extrinsic: unknown): Promise<Hex> {
      const hex = hexOf(extrinsic)
      if (isKnown(hex)) throw new RefusedCall(poolErrors.known)
      if (waiting.length >= limits.transactions) throw new RefusedCall(poolErrors.full)
      const validity = await chain.validateExtrinsic(hex).catch(() => {
        throw new RefusedCall(poolErrors.verification)
      })
      if (!validity.isOk) throw refusalOf(validity.asErr)
      const registry = await chain.head.registry
      if (isKnown(hex)) throw new RefusedCall(poolErrors.known) // sent twice at the same time
      waiting.push({
        extrinsic: hex,
        signer: registry.createType('GenericExtrinsic', hex).signer.toString(),
      })
      return hex
    },

    /**
     * Removes the transactions that a block has handled, whether it contains them or not.
     * @returns whether another block may contain some of those that stay
     */
    settle(tried: readonly Hex[], included: readonly Hex[]): boolean {
      const gone = new Set(tried.filter((extrinsic) => !postponed.has(extrinsic)))
      postponed.clear()
      waiting = waiting.filter(({ extrinsic }) => !gone.has(extrinsic))
      chain.txPool.clear() // chopsticks puts those there at which the runtime has failed
      return waiting.length > 0 && included.some((extrinsic) => gone.has(extrinsic))
    },
  }
}

function hexOf(value: unknown): Hex {
  const isHex =
    typeof value === 'string' &&
    value.length <= limits.digits &&
    value.length > 2 &&
    value.length % 2 === 0 &&
    /^0x[0-9a-f]+$/i.test(value)
  if (!isHex) throw new RefusedCall(poolErrors.format)
  return `0x${value.slice(2).toLowerCase()}`
}
