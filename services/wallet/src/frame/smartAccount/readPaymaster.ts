import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { cleanName } from '../approve/cleanName.ts'
import { maxGas } from './operationLimits.ts'

/** The data of a paymaster for one operation. */
export type PaymasterData = { paymaster: `0x${string}`; paymasterData: `0x${string}` }

/** The first answer of a paymaster, with which the gas is estimated. ERC-7677 */
export type PaymasterStub = PaymasterData & {
  /** The name that the paymaster gives itself. */
  name: string | undefined
  verificationGas: bigint | undefined
  postOpGas: bigint | undefined
  /** Whether the data is already that of `pm_getPaymasterData`. */
  isFinal: boolean
}

/** The most bytes of a paymaster's data: more than known paymasters have. */
const maxBytes = 4_096

const address = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{40}$/i),
  // with address zero, EntryPoint takes the fee from the account
  v.check((text) => BigInt(text) !== 0n),
  v.transform((text) => text as `0x${string}`), // the pattern guarantees this form
)
const bytes = v.pipe(
  v.string(),
  v.maxLength(2 + 2 * maxBytes),
  v.regex(/^0x(?:[\da-f]{2})*$/i),
  v.transform((text) => text as `0x${string}`), // the pattern guarantees this form
)
const gas = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,32}$/i),
  v.transform((text) => BigInt(text)),
  v.maxValue(maxGas.paymaster),
)
const data = { paymaster: address, paymasterData: bytes }
const final = v.object(data)
const stub = v.object({
  ...data,
  sponsor: v.optional(v.object({ name: v.optional(v.pipe(v.string(), v.maxLength(1_024))) })),
  paymasterVerificationGasLimit: v.optional(gas),
  paymasterPostOpGasLimit: v.optional(gas),
  isFinal: v.optional(v.boolean(), false),
})

/** Reads the answer of `pm_getPaymasterStubData`. @throws Fault `answerInvalid` */
export function readPaymasterStub(answer: unknown): PaymasterStub {
  const read = v.safeParse(stub, answer)
  if (!read.success) throw fault('answerInvalid')
  const { paymaster, paymasterData, sponsor, isFinal } = read.output
  return {
    paymaster,
    paymasterData,
    isFinal,
    name: sponsor?.name === undefined ? undefined : cleanName(sponsor.name, 32),
    verificationGas: read.output.paymasterVerificationGasLimit,
    postOpGas: read.output.paymasterPostOpGasLimit,
  }
}

/**
 * Reads the answer of `pm_getPaymasterData`. The paymaster has to be the one of the stub, whose
 * gas was estimated.
 * @throws Fault `answerInvalid`
 */
export function readPaymasterData(
  answer: unknown,
  { paymaster }: Pick<PaymasterData, 'paymaster'>,
): PaymasterData {
  const read = v.safeParse(final, answer)
  if (!read.success || read.output.paymaster.toLowerCase() !== paymaster.toLowerCase())
    throw fault('answerInvalid')
  return read.output
}
