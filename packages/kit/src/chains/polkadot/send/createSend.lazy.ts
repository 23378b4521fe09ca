import { isSameAddress } from '@latchkey/protocol/address'
import type { FaultTexts, SendFacet, Transfer } from '../../../core/contracts/facets/send.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { linkOf } from '../../../session/links.ts'
import { chainOf } from '../node/chainOf.ts'
import { runtimeOf } from '../node/runtimeOf.ts'
import { readAccount } from '../node/storage.ts'
import { signerOf } from '../signer.ts'
import { hexOf } from '../wire/bytes.ts'
import { writeTransfer } from '../wire/calls.ts'
import { existentialDepositOf } from '../wire/runtime.ts'
import type { Runtime } from '../wire/runtime.ts'
import { messages } from './messages.ts'
import { planTransfer } from './planTransfer.ts'
import type { TransferPlan } from './planTransfer.ts'
import { readFee } from './readFees.ts'

const faults: FaultTexts = { messages, ofRecipient: new Set() }

/** Creates the `send` facet of Polkadot: payments of the native token. */
export function createSend(kit: Kit): SendFacet {
  return {
    faults,
    readFee: async (transfer) => (await readPlan(kit, transfer)).plan.fee,
    async previewTransfer(transfer) {
      const { runtime, plan } = await readPlan(kit, transfer)
      const { isAll, fee, simulation, untouched } = plan
      const { to, amount } = transfer
      const call = writeTransfer(runtime, { to: to.address, amount, isLast: isAll })
      return {
        transaction: { method: hexOf(call) },
        fee,
        simulation,
        ...(untouched > 0n && { untouched: [{ kind: 'locked', amount: untouched }] }),
      }
    },
    // an account with code has an address of another form
    isContract: async () => false,
    // nodes have no list of an account's transfers
    recentTransfers: async () => [],
  }
}

async function readPlan(
  kit: Kit,
  { networkId, from, to, token, amount, signal }: Transfer,
): Promise<{ runtime: Runtime; plan: TransferPlan }> {
  if (token.address !== undefined)
    throw kitError('actionNotAllowed', { details: 'The kit sends no tokens of this network.' })
  const chain = chainOf(kit, networkId, signal)
  const [runtime, sender, recipient] = await Promise.all([
    runtimeOf(chain),
    readAccount(chain, from),
    isSameAddress(from, to.address) ? undefined : readAccount(chain, to.address),
  ])
  const payer = { address: from, nonce: sender.nonce, keyType: keyTypeOf(kit, from) }
  const feeOf = (part: bigint, isLast = false) =>
    readFee(chain, runtime, payer, writeTransfer(runtime, { to: to.address, amount: part, isLast }))
  // no amount that the sender can pay has more bytes than the whole balance
  const whole = feeOf(sender.free, true)
  const [part, least, all] = await Promise.all([feeOf(amount), feeOf(1n), whole])
  const fees = { part, least, all }
  const state = { sender, recipient, deposit: existentialDepositOf(runtime), fees }
  return { runtime, plan: planTransfer(state, amount) }
}

/** The kind of the sender's key, if the connected wallet has reported it. */
function keyTypeOf(kit: Kit, address: string) {
  const account = accountOf({ sessions: kit.getState().sessions, namespace: 'polkadot' })
  const link = account && linkOf(kit, 'polkadot', account.connectorId)
  return link && signerOf(link).keyTypeOf(address)
}
