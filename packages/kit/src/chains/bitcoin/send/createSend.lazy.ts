import type {
  FaultTexts,
  Fee,
  FeeSpeed,
  SendFacet,
  Simulation,
  Transfer,
  TransferCaution,
  TransferPreview,
  UntouchedFunds,
} from '../../../core/contracts/facets/send.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { balanceOf, readCoins, sumOf } from '../assets/readCoins.ts'
import type { Coin } from '../assets/readCoins.ts'
import { coinKey } from '../esplora/answers.ts'
import { esploraOf } from '../esplora/esplora.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { dustLimitOf, scriptOf } from '../wire/scripts.ts'
import { buildPsbt } from './buildPsbt.ts'
import { isHighFee, readRates, speeds } from './fees.ts'
import type { Rate } from './fees.ts'
import { messages } from './messages.ts'
import type { Fault } from './messages.ts'
import { recentTransfers } from './recentTransfers.ts'
import { canEstimate, maxInputs, maxPayment, selectCoins } from './selectCoins.ts'
import type { Selection } from './selectCoins.ts'
import { sentCoins } from './sentCoins.ts'
import { sharedAccountOf, signsPsbts } from './senderOf.ts'
import { sortCoins } from './sortCoins.ts'
import type { SortedCoins } from './sortCoins.ts'

const faults: FaultTexts = { messages, ofRecipient: new Set<Fault>() }

/** Creates the `send` facet of Bitcoin: payments of one address, by PSBTs. */
export function createSend(kit: Kit): SendFacet {
  return {
    faults,
    async readFee(transfer) {
      const state = await readState(kit, transfer)
      return planOf(state, transfer, state.rates[transfer.feeChoice ?? 'normal']).fee
    },
    async readFeeChoices(transfer) {
      if (!signsPsbts(kit, transfer.from)) return []
      const state = await readState(kit, transfer)
      return speeds.map((id) => ({ id, fee: planOf(state, transfer, state.rates[id]).fee }))
    },
    previewTransfer: (transfer) => previewTransfer(kit, transfer),
    isContract: async () => false,
    recentTransfers: ({ account, networkId, signal }) =>
      recentTransfers(esploraOf(kit, networkId, signal), account),
  }
}

/** What a payment depends on: the sender's coins, the rates, and the scripts of both sides. */
type State = {
  esplora: Esplora
  coins: readonly Coin[]
  sorted: SortedCoins
  /** One coin of each earlier transaction that has vanished from the network. */
  missing: readonly Coin[]
  /** The coins that the payment has to spend: those, and one of each refused transaction. */
  required: readonly Coin[]
  /** The coins that a payment may choose from. */
  candidates: readonly Coin[]
  rates: Record<FeeSpeed, Rate>
  from: Uint8Array
  to: Uint8Array
  isOrdinals: boolean
}

async function readState(kit: Kit, transfer: Transfer): Promise<State> {
  const { networkId, from, to, token, signal } = transfer
  const [fromScript, toScript] = [scriptOf(from, networkId), scriptOf(to.address, networkId)]
  if (!fromScript || !toScript) throw kitError('actionNotAllowed', { details: 'notAnAddress' })
  if (token.address !== undefined)
    throw kitError('actionNotAllowed', { details: 'This network has no tokens.' })
  const esplora = esploraOf(kit, networkId, signal)
  const [coins, rates] = await Promise.all([readCoins(esplora, from), readRates(esplora)])
  const { reserved, missing, refused } = sentCoins(kit, { address: from, networkId })
  const { purpose } = sharedAccountOf(kit, from)
  const sorted = sortCoins(coins, { purpose, reserved })
  return {
    esplora,
    coins,
    sorted,
    missing: oneOfEach(sorted.spendable, missing),
    required: oneOfEach(sorted.spendable, [...missing, ...refused]),
    candidates: [...sorted.spendable]
      .sort((a, b) => Number(b.amount - a.amount))
      .slice(0, maxInputs),
    rates,
    from: fromScript,
    to: toScript,
    isOrdinals: purpose === 'ordinals',
  }
}

/**
 * One coin of each list of names. A payment that spends it rules out the transaction that has spent
 * it before: a block can include only one of the two.
 */
function oneOfEach(coins: readonly Coin[], lists: readonly ReadonlySet<string>[]): readonly Coin[] {
  const found: Coin[] = []
  for (const names of lists) {
    const isIn = (coin: Coin) => names.has(coinKey(coin))
    const coin = found.some(isIn) ? undefined : coins.find(isIn)
    if (coin) found.push(coin)
  }
  return found
}

/** A payment with its fee. `selection` is undefined where the coins do not suffice. */
type Plan = { fee: Fee; selection: Selection | undefined }

function planOf(state: State, { amount, networkId }: Transfer, rate: Rate): Plan {
  const { candidates, required, from, to, coins } = state
  if (!canEstimate(from)) return { fee: feeOf(0n, balanceOf(coins), rate), selection: undefined }
  const payment = { networkId, from, rate: rate.value, required }
  const max = maxPayment(candidates, { ...payment, to })
  const reserve = balanceOf(coins) - max.amount
  const paid = amount > dustLimitOf(to) ? amount : dustLimitOf(to)
  const selection = selectCoins(candidates, {
    ...payment,
    outputs: [{ script: to, amount: paid }],
  })
  return { fee: feeOf(selection?.fee ?? max.fee, reserve, rate), selection }
}

const feeOf = (total: bigint, reserve: bigint, { value, seconds }: Rate): Fee => ({
  total,
  maxTotal: total,
  reserve: reserve > total ? reserve : total,
  rate: { value: Number(value), unit: 'sat/vB' },
  ...(seconds !== undefined && { seconds }),
})

async function previewTransfer(kit: Kit, transfer: Transfer): Promise<TransferPreview> {
  const { from, amount, networkId, feeChoice = 'normal' } = transfer
  const state = await readState(kit, transfer)
  const rate = state.rates[feeChoice]
  const { fee, selection } = planOf(state, transfer, rate)
  const simulation = simulationOf(state, transfer, { fee, selection })
  const isReady = simulation.status === 'works' && selection !== undefined
  const { publicKey } = sharedAccountOf(kit, from)
  const sender = { script: state.from, ...(publicKey !== undefined && { publicKey }) }
  const cautions: readonly TransferCaution[] = [
    ...(isHighFee(fee.total, rate.value, amount) ? (['highFee'] as const) : []),
    ...(isReady && state.missing.length > 0 ? (['replacesMissing'] as const) : []),
  ]
  const untouched = untouchedIn(state.sorted)
  return {
    transaction: isReady
      ? await buildPsbt(kit, esploraOf(kit, networkId, transfer.signal), sender, selection)
      : { psbt: [] },
    fee,
    simulation,
    ...(cautions.length > 0 && { cautions }),
    ...(untouched.length > 0 && { untouched }),
  }
}

function untouchedIn({ protected: collectibles, waiting }: SortedCoins): readonly UntouchedFunds[] {
  return [
    { kind: 'protected' as const, amount: sumOf(collectibles) },
    { kind: 'waiting' as const, amount: sumOf(waiting) },
  ].filter(({ amount }) => amount > 0n)
}

function simulationOf(
  { coins, sorted, from, to, isOrdinals, candidates }: State,
  { amount }: Transfer,
  { fee, selection }: Plan,
): Simulation {
  const fails = (fault: Fault): Simulation => ({ status: 'fails', fault })
  if (isOrdinals) return fails('ordinals')
  if (!canEstimate(from)) return fails('sender')
  if (amount > 0n && amount < dustLimitOf(to)) return fails('dust')
  if (selection) return { status: 'works', leaves: amount, arrives: amount }
  // not a failure: the kit reports separately that the account has too little
  if (balanceOf(coins) < amount + fee.maxTotal) return { status: 'unknown' }
  if (candidates.length < sorted.spendable.length) return fails('manyCoins')
  return fails(sorted.waiting.length > 0 ? 'waiting' : 'protected')
}
