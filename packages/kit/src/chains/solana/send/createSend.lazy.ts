import type {
  FaultTexts,
  Fee,
  TransferPreview,
  SendFacet,
  Simulation,
  Transfer,
} from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { extrasOf } from '../../../core/transactions/extrasOf.ts'
import { linkOf } from '../../../session/links.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { readLamports } from '../assets/getBalances.ts'
import { chainOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import type { TransactionVersion } from '../provider/wallet.ts'
import { versionFor } from '../sign.ts'
import { systemProgram } from '../provider/programs.ts'
import { buildTransaction, readBlockhash } from './buildTransaction.ts'
import { feeOf, limitOf, readRentMinimum, readPrice } from './fees.ts'
import type { SolanaFee } from './fees.ts'
import { budget } from './instructions.ts'
import { messages } from './messages.ts'
import type { Fault } from './messages.ts'
import { planTransfer } from './planTransfer.ts'
import type { TransferPlan } from './planTransfer.ts'
import { recentTransfers } from './recentTransfers.ts'
import { simulate } from './simulate.ts'
import type { Outcome } from './simulate.ts'

const faults: FaultTexts = {
  messages,
  ofRecipient: new Set<Fault>(['program', 'tokenAccount']),
}

/** Compute units of a transfer that could not be simulated. */
const typicalUnits = { native: 1_000, token: 60_000 }
/** The usual size of a new token account with its extensions, in bytes. */
const tokenAccountBytes = 182

/**
 * Creates the `send` facet of Solana. It reads the cost and the effects of a transfer of SOL, or of
 * a token of either token program.
 */
export function createSend(kit: Kit): SendFacet {
  return {
    faults,
    async readFee(transfer) {
      const chain = chainOf(kit, transfer.networkId, transfer.signal)
      return (await attemptTransfer(chain, transfer)).fee
    },
    previewTransfer: (transfer) =>
      previewTransfer(
        chainOf(kit, transfer.networkId, transfer.signal),
        transfer,
        versionOfWallet(kit, transfer),
      ),
    async isContract({ address, networkId, signal }) {
      const [account] = await chainOf(kit, networkId, signal).accounts([address])
      return account !== undefined && (account.isProgram || account.owner !== systemProgram)
    },
    recentTransfers: ({ account, networkId, tokens, signal }) =>
      recentTransfers(chainOf(kit, networkId, signal), account, tokens),
  }
}

/** A planned transfer, and the outcome of its simulation on a node. */
type Attempt = {
  plan: TransferPlan
  hash: string
  outcome: Outcome
  fee: SolanaFee
  native: bigint
}

async function attemptTransfer(chain: Chain, transfer: Transfer): Promise<Attempt> {
  const { from, token } = transfer
  const [plan, hash, rentMinimum, native] = await Promise.all([
    planTransfer(chain, transfer),
    readBlockhash(chain),
    readRentMinimum(chain, 0),
    readLamports(chain, from),
  ])
  const { instructions, source, target, before } = plan
  const [outcome, price] = await Promise.all([
    // after a fault there is nothing to simulate
    plan.fault === undefined
      ? simulate(chain, from, hash, { instructions, watched: [source, target] })
      : ({ status: 'fails', fault: plan.fault } as const),
    readPrice(
      chain,
      [from, source, target].filter((entry, index, all) => all.indexOf(entry) === index),
    ),
  ])
  const isOpening = token.address !== undefined && before === undefined
  const opened = !isOpening
    ? 0n
    : outcome.status === 'works'
      ? (outcome.after[1]?.lamports ?? 0n)
      : await readRentMinimum(chain, tokenAccountBytes)
  const units = limitOf(
    outcome.status === 'works'
      ? outcome.units
      : token.address === undefined
        ? typicalUnits.native
        : typicalUnits.token,
  )
  return { plan, hash, outcome, native, fee: feeOf({ units, price, rentMinimum, opened }) }
}

async function previewTransfer(
  chain: Chain,
  transfer: Transfer,
  version: TransactionVersion,
): Promise<TransferPreview> {
  const { plan, hash, outcome, fee, native } = await attemptTransfer(chain, transfer)
  const transaction = {
    serialized:
      plan.fault === undefined
        ? buildTransaction(
            transfer.from,
            hash,
            [...budget(fee.units, fee.price), ...plan.instructions],
            version,
          )
        : [],
  }
  return {
    transaction,
    fee,
    simulation: await simulationOf(chain, transfer, { plan, outcome, fee, native }),
    ...(plan.cautions && { cautions: plan.cautions }),
  }
}

/** The transaction version that the sender's wallet supports. */
function versionOfWallet(kit: Kit, { from, networkId }: Transfer): TransactionVersion {
  const account = accountOf({ sessions: kit.getState().sessions, namespace: 'solana' })
  const link = account?.address === from ? linkOf(kit, 'solana', account.connectorId) : undefined
  return link ? versionFor(link.provider, networkId) : 0
}

async function simulationOf(
  chain: Chain,
  { from, to, token, amount }: Transfer,
  { plan, outcome, fee, native }: Pick<Attempt, 'plan' | 'outcome' | 'fee' | 'native'>,
): Promise<Simulation> {
  if (plan.fault !== undefined) return { status: 'fails', fault: plan.fault }
  if (outcome.status === 'works') {
    const [source, target] = outcome.after
    if (from === to.address) return { status: 'works', leaves: 0n, arrives: 0n }
    const arrives = plan.amountIn(target) - plan.amountIn(plan.before)
    // the change of the sender's SOL also contains the fee, so `amount` is used as what leaves
    return arrives < 0n || (!source && token.address !== undefined)
      ? { status: 'works' }
      : { status: 'works', leaves: amount, arrives }
  }
  // not a failure: the kit reports separately that the account has too little SOL
  if (native < spentOf(token, amount) + costOf(fee)) return { status: 'unknown' }
  if (token.address !== undefined) return outcome
  const rentMinimum = await readRentMinimum(chain, 0)
  if (plan.before === undefined && amount < rentMinimum)
    return { status: 'fails', fault: 'newAccount' }
  const remainder = native - amount - costOf(fee)
  return remainder > 0n && remainder < rentMinimum
    ? { status: 'fails', fault: 'remainder' }
    : outcome
}

const spentOf = (token: Transfer['token'], amount: bigint) =>
  token.address === undefined ? amount : 0n
const costOf = (fee: Fee) => fee.maxTotal + extrasOf(fee)
