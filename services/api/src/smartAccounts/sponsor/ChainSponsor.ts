import { readShape } from '@latchkey/protocol/border'
import {
  fieldsOf,
  numbersInHex,
  operationErrors,
  partialOperationShape,
  userOperationShape,
  type PartialOperation,
  type PaymasterMethod,
} from '@latchkey/protocol/smartAccounts/bundler'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { sponsorshipData, sponsorshipTypedData } from '@latchkey/protocol/smartAccounts/sponsorship'
import {
  packUserOperation,
  userOperationHash,
} from '@latchkey/protocol/smartAccounts/userOperation'
import type { Access } from '@latchkey/server/db/createAccess'
import { leadWhile } from '@latchkey/server/db/leadWhile'
import { wait } from '@latchkey/server/waiting'
import { encodeFunctionData } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import * as v from 'valibot'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import type { Metrics } from '../../metrics.ts'
import { checkAccountCode } from '../accountCode.ts'
import { findCost, findHandled, findOutcome, readNonce, readReceipt } from '../entryPoint.ts'
import type { LayerGas } from '../createLayerGas.ts'
import { estimateGas } from '../estimateGas.ts'
import { limitsOf } from '../bundler/readStored.ts'
import { readMarket } from '../bundler/signBundle.ts'
import {
  executedGas,
  maxOperationGas,
  paymasterValidationGas,
  stubSponsorship,
  tooMuchGas,
  totalGas,
} from '../operationGas.ts'
import { hexText, quantity, readHead, type Hex, type OperationChain } from '../operationChain.ts'
import { readParams } from '../readParams.ts'
import { RpcRefusal } from '../rpcRefusal.ts'
import type { OwnPaymaster, SponsorPolicy } from '../smartAccountOptions.ts'
import { checkNeed, checkPrice } from './checkNeed.ts'
import { checkCalls, policyOf } from './checkPolicy.ts'
import { createOpenShares, type OpenShares } from './createOpenShares.ts'
import {
  findByHash,
  forgetSponsorships,
  listOver,
  maxHashes,
  reserve,
  settle,
  type Reservation,
  type Sponsorship,
} from './sponsorStore.ts'

/** A request to the paymaster of a chain. `project` is empty without one. */
export type SponsorRequest = {
  method: PaymasterMethod
  params: readonly unknown[]
  project: string
  /** The key of the client that asks. Empty for calls inside the process. */
  client: string
  signal: AbortSignal
}

export type ChainSponsorOptions = {
  chain: OperationChain
  /** The address of the paymaster. */
  paymaster: Hex
  options: OwnPaymaster
  /** Whether only known projects reach the paymaster. */
  hasProjects: boolean
  access: Access
  layerGas: LayerGas
  metrics: Metrics
  now: () => number
  /** Resolves when the chain's contracts are known; false: the chain has no smart accounts. */
  isOffered: (signal: AbortSignal) => Promise<boolean>
  /** Is called at the first of several consecutive failures. */
  onFailure: (error: Error) => void
}

const seconds = { day: 86_400, late: 120 }
/**
 * Milliseconds between two searches for sponsorships that are over, between two attempts to become
 * the leader, and after a failure.
 */
const pauses = { poll: 15_000, lead: 5_000, failure: 10_000, max: 10_000 }
/** Sponsorships that one search settles. */
const atOnce = 50
/** Days for which budgets are stored. */
const storedDays = 7
/**
 * One client's open reservations may be this part of a site's budget of a day. It is not smaller,
 * because all visitors of an e-mail wallet come by its server.
 */
const parts = 4n
/** The gas limit of `postOp`, which our paymaster has none of. */
const postOpGas = 0n

/** An alarm of a paymaster. Its message contains no address. */
export class DepositError extends Error {
  override readonly name = 'DepositError'
}

/** Pays for the operations of one chain that a site's policy allows. */
export class ChainSponsor {
  readonly #options: ChainSponsorOptions
  readonly #signer: PrivateKeyAccount
  readonly #shares: OpenShares
  readonly #stop = new AbortController()
  #hasLowDeposit = false

  constructor(options: ChainSponsorOptions) {
    this.#options = options
    this.#signer = privateKeyToAccount(options.options.signer)
    this.#shares = createOpenShares(() => Math.floor(options.now() / 1_000))
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Whether the deposit has to be refilled, as the leader has last seen it. */
  get hasLowDeposit(): boolean {
    return this.#hasLowDeposit
  }

  /** Answers a request. @throws RpcRefusal; NodesError; DatabaseError */
  async answer({ method, params, project, client, signal }: SponsorRequest): Promise<unknown> {
    const { chain, options, paymaster, metrics, hasProjects } = this.#options
    const isStub = method === 'pm_getPaymasterStubData'
    const [operation] = readParams(
      v.tuple([
        partialOperationShape,
        v.pipe(
          hexText,
          v.check((text) => evmKey(text) === evmKey(entryPoint), 'Unknown EntryPoint'),
        ),
        v.pipe(
          quantity,
          v.check((chainId) => chainId === BigInt(chain.chainId), 'Another chain'),
        ),
        v.optional(v.unknown()),
      ]),
      [...params, ...Array.from({ length: Math.max(0, 4 - params.length) }, () => undefined)],
    )
    const policy = policyOf(options.policies, project, chain.networkId)
    if (!policy)
      throw new RpcRefusal(operationErrors.paymasterRejected, 'Nothing is paid for this site')
    checkCalls(policy, operation)
    if (isStub) {
      await checkAccountCode(chain, operation, { isSigned: false }, signal)
      return {
        ...(policy.name !== undefined && { sponsor: { name: policy.name } }),
        paymaster,
        paymasterData: stubSponsorship,
        ...numbersInHex({
          paymasterVerificationGasLimit: paymasterValidationGas(operation.callData),
          paymasterPostOpGasLimit: postOpGas,
        }),
        isFinal: false,
      }
    }
    // projects that a caller may invent share one budget
    const payer = hasProjects || Object.hasOwn(options.policies, project) ? project : '*'
    const signed = await this.#sign(operation, { policy, project: payer, client }, signal)
    metrics.sponsorships({ chain: chain.networkId, end: 'signed' }).add()
    return signed
  }

  /** Reserves what an operation may cost, and signs it. */
  async #sign(
    operation: PartialOperation,
    { policy, project, client }: { policy: SponsorPolicy; project: string; client: string },
    signal: AbortSignal,
  ) {
    const { chain, paymaster, layerGas, now, options } = this.#options
    const sponsor = {
      paymaster,
      paymasterVerificationGasLimit:
        operation.paymasterVerificationGasLimit ?? paymasterValidationGas(operation.callData),
      paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? postOpGas,
      paymasterData: stubSponsorship,
    }
    // the signature is not part of what is paid for, and gas and fees have to be known
    const complete = readParams(v.tuple([userOperationShape]), [
      numbersInHex({ ...operation, signature: '0x', eip7702Auth: undefined }),
    ])[0]
    const fields = { ...fieldsOf(complete), sponsor }
    const limits = limitsOf(fields)
    const gas = totalGas(limits)
    if (executedGas(limits) > maxOperationGas)
      throw new RpcRefusal(operationErrors.invalidParams, tooMuchGas)
    const account = await checkAccountCode(chain, operation, { isSigned: false }, signal)
    const { sender, nonce } = fields
    if (nonce < (await readNonce(chain, sender, nonce >> 64n, signal)))
      throw new RpcRefusal(operationErrors.rejected, 'AA25 invalid account nonce')
    // calls that revert would cost gas without any use
    const needed = await estimateGas(
      { chain, layerGas },
      { ...operation, ...sponsor },
      account,
      signal,
    )
    checkNeed(limits, needed)
    checkPrice(fields, await readMarket(chain, signal))
    const { number: fromBlock, timestamp } = await readHead(chain, signal)
    const time = Math.floor(now() / 1_000)
    // the chain's clock may be ahead
    const validUntil = Math.max(time, timestamp) + options.validity
    const times = { validAfter: 0, validUntil }
    const packed = packUserOperation(fields)
    const signature = await this.#signer.signTypedData(
      sponsorshipTypedData(packed, times, chain.chainId),
    )
    const paymasterData = sponsorshipData(times, signature)
    const paid = packUserOperation({ ...fields, sponsor: { ...sponsor, paymasterData } })
    await this.#reserve(
      {
        networkId: chain.networkId,
        project,
        account: evmKey(sender),
        nonce,
        day: Math.floor(time / seconds.day),
        cost: gas * fields.maxFeePerGas,
        fromBlock,
        validUntil,
        hash: userOperationHash(paid, chain.chainId),
        perDay: policy.perDay,
        accountPerDay: policy.accountPerDay,
      },
      client,
    )
    return { paymaster, paymasterData }
  }

  /** Reserves what an operation may cost, as far as the limits allow. @throws RpcRefusal */
  async #reserve(reservation: Reservation, client: string): Promise<void> {
    const { access } = this.#options
    const takeBack = this.#shares.take(
      { ...reservation, client, until: reservation.validUntil + seconds.late },
      reservation.perDay / parts,
    )
    if (!takeBack) throw new RpcRefusal(operationErrors.throttled, sentences.tooManyOpen)
    try {
      const reserved = await access.run((queries) => reserve(queries, reservation))
      if (reserved !== 'reserved')
        throw new RpcRefusal(operationErrors.throttled, sentences[reserved])
    } catch (error) {
      takeBack()
      throw error
    }
  }

  /**
   * Settles the sponsorship of an operation that is in a block, so that the rest of its reservation
   * is free again.
   */
  async noteIncluded({ hash, actualGasCost }: { hash: Hex; actualGasCost: bigint }): Promise<void> {
    const { access, chain } = this.#options
    await access.run(async (queries) => {
      const found = await findByHash(queries, chain.networkId, hash)
      if (!found) return
      await settle(queries, found, actualGasCost)
      this.#shares.end(found)
    })
  }

  /** Settles what is over, whenever this process is the leader, until `stop` is called. */
  async run(): Promise<void> {
    const { access, chain, onFailure, isOffered } = this.#options
    const { signal } = this.#stop
    const database = await access.whenOpen
    if (!database || !(await isOffered(signal))) return
    await leadWhile(database, {
      name: `sponsor ${chain.networkId}`,
      signal,
      pauses,
      work: (over, onRound) => this.#settleUntil(over, onRound),
      onFailure: (error, isFirst) => isFirst && error instanceof Error && onFailure(error),
    })
  }

  async #settleUntil(over: AbortSignal, onRound: () => void): Promise<void> {
    while (!over.aborted) {
      await this.#checkDeposit(over)
      while ((await this.settleOver(over)) === atOnce); // strangers may leave many unused
      onRound()
      await wait(pauses.poll, over)
    }
  }

  /**
   * Settles sponsorships whose signatures do not count any more.
   * @returns how many
   */
  async settleOver(signal: AbortSignal): Promise<number> {
    const { access, chain, now, metrics } = this.#options
    const time = Math.floor(now() / 1_000)
    const over = await access.run((queries) =>
      listOver(queries, chain.networkId, time - seconds.late, atOnce),
    )
    for (const sponsorship of over) {
      const cost = await this.#costOf(sponsorship, signal)
      await access.run((queries) => settle(queries, sponsorship, cost))
      this.#shares.end(sponsorship)
      metrics.sponsorships({ chain: chain.networkId, end: cost > 0n ? 'included' : 'unused' }).add()
    }
    const day = Math.floor(time / seconds.day)
    await access.run((queries) => forgetSponsorships(queries, chain.networkId, day - storedDays))
    return over.length
  }

  /** What an operation has cost, whoever has sent it; zero if none was included. */
  async #costOf(
    { hashes, fromBlock, account: sender, nonce }: Sponsorship,
    signal: AbortSignal,
  ): Promise<bigint> {
    const { chain, paymaster } = this.#options
    if (hashes.length === 0) return 0n
    for (const [hash, transaction] of await findHandled(chain, hashes, fromBlock, signal)) {
      const receipt = await readReceipt(chain, transaction, signal)
      const outcome = receipt && findOutcome(receipt, hash)
      if (outcome) return outcome.actualGasCost
    }
    if (hashes.length < maxHashes) return 0n
    // earlier signatures were forgotten, and one of them may have been used
    return (await findCost(chain, { sender, paymaster, nonce }, fromBlock, signal)) ?? 0n
  }

  /** Reads the deposit, and raises or ends the alarm. @throws NodesError */
  async #checkDeposit(signal: AbortSignal): Promise<void> {
    const { chain, options, metrics, onFailure } = this.#options
    const isLow = (await this.#deposit(signal)) < options.lowDeposit
    if (isLow && !this.#hasLowDeposit)
      onFailure(new DepositError(`The paymaster of ${chain.networkId} is low: refill its deposit`))
    this.#hasLowDeposit = isLow
    metrics.depositsLow({ chain: chain.networkId }).set(isLow ? 1 : 0)
  }

  /** What the paymaster has deposited at EntryPoint, in wei. @throws NodesError */
  async #deposit(signal: AbortSignal): Promise<bigint> {
    const { chain, paymaster } = this.#options
    const data = encodeFunctionData({
      abi: entryPoint07Abi,
      functionName: 'balanceOf',
      args: [paymaster],
    })
    return readShape(
      quantity,
      await chain.nodes.request('eth_call', [{ to: entryPoint, data }, 'latest'], signal),
    )
  }
}

const sentences = {
  perDay: 'This site pays for no more today',
  accountPerDay: 'This site pays for no more of this account today',
  tooManyOpen: 'Too many operations of this client are signed and not used, try again later',
} as const
