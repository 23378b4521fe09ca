import type { LiteSVM, TransactionMetadata } from 'litesvm'
import { toBase58 } from '@latchkey/protocol/base58'
import { toBase64 } from '../wire/base.ts'
import type { Transaction } from '../wire/readTransaction.ts'
import type { Chain } from './chain.ts'
import { readVmError } from './transactionErrors.ts'
import type { Account, InnerInstruction, Outcome, TransactionError } from './types.ts'

type VmTransaction = Parameters<LiteSVM['sendTransaction']>[0]

/** The VM's result of an execution or a simulation. */
export type Run = {
  err: TransactionError | null
  /** The accounts after a successful simulation. Empty in any other case. */
  after: ReadonlyMap<string, Account>
} & Pick<Outcome, 'logs' | 'units' | 'inner' | 'returned'>

/** Executes a transaction in the VM, or only simulates it. */
export function runInVm(
  { vm, module: { FailedTransactionMetadata } }: Chain,
  transaction: Transaction,
  mode: 'send' | 'simulate',
  sigVerify = true,
): Run {
  if (
    sigVerify &&
    transaction.signatures.some((signature) => signature.every((byte) => byte === 0))
  )
    return refusal('SignatureFailure')
  if (new Set(transaction.message.keys).size < transaction.message.keys.length)
    return refusal('AccountLoadedTwice')
  const input = toVm(transaction)
  vm.withSigverify(sigVerify)
  try {
    const result = mode === 'send' ? vm.sendTransaction(input) : vm.simulateTransaction(input)
    if (result instanceof FailedTransactionMetadata)
      return { err: readVmError(result.err()), after: new Map(), ...readMeta(result.meta()) }
    if (!('postAccounts' in result)) return { err: null, after: new Map(), ...readMeta(result) }
    const after = result
      .postAccounts()
      .map(
        ({ address, lamports, programAddress, executable, data }) =>
          [
            address,
            { lamports, owner: programAddress, executable, data: Uint8Array.from(data) },
          ] as const,
      )
    return { err: null, after: new Map(after), ...readMeta(result.meta()) }
  } finally {
    vm.withSigverify(true)
  }
}

function toVm({ message, messageBytes, signatures }: Transaction): VmTransaction {
  const signers = message.keys
    .slice(0, signatures.length)
    .map((address, index) => [address, signatures[index]])
  // the cast: the VM only has its own types for the same values
  return { messageBytes, signatures: Object.fromEntries(signers) } as unknown as VmTransaction
}

/** The result of a transaction that is refused without the VM. */
export function refusal(err: TransactionError): Run {
  return { err, after: new Map(), logs: [], units: 0, inner: [], returned: null }
}

function readMeta(
  meta: TransactionMetadata,
): Pick<Outcome, 'logs' | 'units' | 'inner' | 'returned'> {
  const inner = meta
    .innerInstructions()
    .flatMap((calls, index) =>
      calls.length === 0 ? [] : [{ index, instructions: calls.map(readCall) }],
    )
  const data = meta.returnData().data()
  const returned: Outcome['returned'] =
    data.length === 0
      ? null
      : { programId: toBase58(meta.returnData().programId()), data: [toBase64(data), 'base64'] }
  return { logs: meta.logs(), units: Number(meta.computeUnitsConsumed()), inner, returned }
}

function readCall(
  call: ReturnType<TransactionMetadata['innerInstructions']>[number][number],
): InnerInstruction {
  const instruction = call.instruction()
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: [...instruction.accounts()],
    data: toBase58(instruction.data()),
    stackHeight: call.stackHeight(),
  }
}
