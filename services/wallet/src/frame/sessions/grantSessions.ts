import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { isNumbered } from '@latchkey/protocol/namespace'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { messages } from '../approve/session/messages.ts'
import type { ApprovedSession, SessionToApprove } from '../approve/session/ApproveSessionView.tsx'
import type { Approved } from '../approve/transaction/estimate.ts'
import { fault } from '../bridge/Fault.ts'
import { isAllowed } from '../rpc/calls/planCalls.ts'
import { prepareVault } from '../rpc/prepareVault.ts'
import { requireEvmAccount } from '../rpc/requireAccount.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import type { PaymasterService } from '../smartAccount/operation.ts'
import { smartStatusOf } from '../smartAccount/statusOf.ts'
import { readConnected } from '../wallet/consent.ts'
import { findNetwork, type Network } from '../wallet/network.ts'
import { copyNewGrants, readAllGrants } from './allGrants.ts'
import { requireContracts } from './contracts.ts'
import { findReusable } from './findReusable.ts'
import { checkTargets, requestHashOf, type GrantRequest } from './GrantRequest.ts'
import { completeGrant, rememberGrant, type StoredGrant } from './grantStore.ts'
import { refusal } from './refusals.ts'
import { secondOf } from './secondOf.ts'
import { signGrant } from './signGrant.ts'
import { upgradeAccount, upgradeOf } from './upgradeAccount.ts'

/** The most grants of a site that have not ended, for one account. */
const maxPerSite = 32

/** A granted session with the network on which it counts. */
export type Granted = { grant: StoredGrant; network: Network }

/** A request on its network. `earlier`: the site has the same grant already. */
type Wanted = {
  request: GrantRequest
  network: Network
  account: Hex
  requestHash: string
  /** Seconds from the request to the end that the site wants. */
  wantedSeconds: number
  earlier: StoredGrant | undefined
  isUpgrade: boolean
  /** Pays for the upgrade. */
  paymaster: PaymasterService | undefined
}

type Parts = Pick<SigningCall, 'wallet' | 'network' | 'request'>

/** The newest call of `grantSessions`, which the next one waits for. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Grants sessions that the visitor approves one after the other: all of them, or none. A site that
 * wants what it has already gets it again, without a screen. Calls wait for each other, so that a
 * site that asks twice at once does not get twice as much.
 * @throws Fault 4001, 4100, 4200 for what is not granted, 4902 for a network that the wallet does
 *   not serve, -32005 for too many of a site
 */
export function grantSessions(
  parts: Parts,
  requests: readonly GrantRequest[],
): Promise<readonly Granted[]> {
  const { signal } = parts.request
  const granted = last.then(() => {
    signal.throwIfAborted()
    return grantInTurn(parts, requests)
  })
  last = granted.catch(() => {})
  return granted
}

async function grantInTurn(
  { wallet, network: current, request: call }: Parts,
  requests: readonly GrantRequest[],
): Promise<readonly Granted[]> {
  const wanted: Wanted[] = []
  for (const request of requests)
    wanted.push(await prepare({ wallet, network: current, request: call }, request))
  const fresh = wanted.filter(({ earlier }) => !earlier)
  await refuseTooMany(wallet, fresh, call.signal)
  const openVault = fresh.length > 0 ? prepareVault() : undefined
  const upgrades = new Map<string, { wanted: Wanted; approved: Approved }>()
  const approvals: { wanted: Wanted; terms: Omit<SessionTerms, 'nonce'> }[] = []
  for (const [index, one] of fresh.entries()) {
    const isUpgrade = one.isUpgrade && !upgrades.has(one.network.networkId)
    const { terms, upgrade } = await ask(
      { wallet, request: call },
      { ...one, isUpgrade },
      { number: index + 1, count: fresh.length },
    )
    if (isUpgrade && !upgrade) throw fault('somethingWrong')
    if (upgrade) upgrades.set(one.network.networkId, { wanted: one, approved: upgrade })
    approvals.push({ wanted: one, terms })
  }
  if (!openVault) return wanted.flatMap(grantedEarlier)
  for (const { wanted: one, approved } of upgrades.values())
    await upgradeAccount(
      { wallet, network: one.network, openVault },
      { address: one.account, approved, signal: call.signal },
    )
  const signed = new Map<Wanted, StoredGrant>()
  for (const { wanted: one, terms } of approvals) {
    const { account, request, network, requestHash } = one
    const context = await signGrant(
      { wallet, network, openVault },
      { account, delegate: request.delegate, terms, signal: call.signal },
    )
    const grant = completeGrant({
      origin: wallet.site.origin,
      ...(wallet.site.name !== undefined && { siteName: wallet.site.name }),
      networkId: network.networkId,
      requestHash,
      context,
      signatures: request.signatures,
      // by the clock that the end was checked with
      grantedAt: secondOf(wallet) * 1_000,
      wantedSeconds: one.wantedSeconds,
    })
    if (!grant) throw fault('somethingWrong')
    signed.set(one, grant)
  }
  for (const grant of signed.values()) await rememberGrant(wallet, grant)
  await copyNewGrants(wallet, [...signed.values()])
  return wanted.flatMap((one) => {
    const grant = signed.get(one)
    return grant ? [{ grant, network: one.network }] : grantedEarlier(one)
  })
}

const grantedEarlier = ({ earlier, network }: Wanted): Granted[] =>
  earlier ? [{ grant: earlier, network }] : []

/** Finds network, account and an earlier grant of a request, and checks that it can be granted. */
async function prepare(
  { wallet, network: current, request: { signal } }: Parts,
  request: GrantRequest,
): Promise<Wanted> {
  const account = await requireEvmAccount(
    wallet,
    request.from ?? (await readConnected(wallet))?.addresses.eip155,
  )
  const network =
    request.chainId === undefined ? current : findNetwork(wallet.settings, request.chainId)
  if (!network || !isNumbered(network.namespace)) throw fault('switchChain')
  checkTargets(request, account)
  const requestHash = await requestHashOf(request, { networkId: network.networkId, account })
  const [{ status, hasOperations }] = await Promise.all([
    smartStatusOf(wallet, network, account, signal),
    requireContracts(wallet, network, { ...request.terms, nonce: 0n }, signal),
  ])
  if (status === 'missing') throw refusal('noContracts')
  if (status === 'off' || status === 'foreign') throw refusal(status)
  const earlier = await findReusable(wallet, network, { account, request, requestHash, signal })
  const { paymaster } = request
  const canPay = hasOperations && isAllowed(wallet, paymaster)
  const isUpgrade = status === 'ready' && !earlier
  if (isUpgrade && paymaster && !paymaster.isOptional && !canPay)
    throw fault('capabilityUnsupported')
  return {
    request,
    network,
    account,
    requestHash,
    wantedSeconds: request.terms.expiry - secondOf(wallet),
    earlier,
    isUpgrade,
    paymaster: canPay ? paymaster : undefined,
  }
}

/** @throws Fault -32005 if a site would have too many grants */
async function refuseTooMany(
  wallet: SigningCall['wallet'],
  fresh: readonly Wanted[],
  signal: AbortSignal,
) {
  const [first] = fresh
  if (!first) return
  const now = secondOf(wallet)
  const { grants } = await readAllGrants(wallet, first.account, signal)
  const open = grants.filter(
    ({ origin, isMarked, terms }) =>
      origin === wallet.site.origin && !isMarked && terms.expiry > now,
  )
  if (open.length + fresh.length > maxPerSite) throw fault('limitExceeded')
}

const ask = (
  { wallet, request }: Pick<SigningCall, 'wallet' | 'request'>,
  { request: wanted, network, account, isUpgrade, paymaster }: Wanted,
  place: SessionToApprove['place'],
): Promise<ApprovedSession> =>
  wallet.stage.ask<SessionToApprove, ApprovedSession>({
    load: () => import('../approve/session/ApproveSessionView.tsx'),
    params: {
      request: wanted,
      network,
      address: account,
      ...(isUpgrade && { upgrade: upgradeOf(account, network, paymaster) }),
      place,
    },
    title: () => wallet.language.words(messages).title,
    signal: request.signal,
  })
