import { getAccount } from 'latchkey'
import type { GrantRequest, Kit } from 'latchkey'
import { useAccount, useKit, useSessions } from 'latchkey/react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatUnits, isAddress } from 'viem'
import type { Chain } from 'viem'
import { subscribe } from '../subscription/bakeryServer.ts'
import type { Menu, Subscription } from '../subscription/bakeryServer.ts'
import { noteOnDays, timeOf } from '../subscription/days.ts'
import { useMenu } from '../subscription/useMenu.ts'
import { useSubscription } from '../subscription/useSubscription.ts'
import { canSponsor, paymasterUrl } from '../tips/sponsoring.ts'
import { useTask } from '../useTask.ts'
import { AccountForm } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { TaskStatus } from './TaskStatus.tsx'

/** For how many days the visitor may subscribe. */
const lengths = [7, 30, 90] as const
/** The decimals of USDC, in which the bakery takes its payments. */
const decimals = 6

/** The bakery's networks, and its API, whose paymaster pays for a visitor without ether. */
type Paying = { networks: readonly Chain[]; api: string | undefined }

/** A loaf each day, which the bakery's own server charges by a permission of the visitor. */
export function SubscriptionCard({ url, ...paying }: { url: string } & Paying) {
  const isConnected = 'account' in useAccount()
  // until then the page asks no other server
  const menu = useMenu(isConnected ? url : undefined)
  const day = menu && noteOnDays(menu.day)
  return (
    <Card
      title="A loaf each day"
      lead="You say yes once. The bakery comes each day by itself, also while this page is closed."
      calls="kit.grantPermissions() kit.sessions"
    >
      {menu ? (
        <Subscribing menu={menu} paying={paying} />
      ) : isConnected ? (
        <p className="hint">The bakery does not answer yet.</p>
      ) : (
        <AccountForm action="" problem={undefined} isBusy={false} onSubmit={() => undefined}>
          <p className="hint">The price is shown once you are here with an account.</p>
        </AccountForm>
      )}
      {day && <p className="hint">{day}</p>}
    </Card>
  )
}

function Subscribing({ menu, paying }: { menu: Menu; paying: Paying }) {
  const kit = useKit()
  const connected = useAccount()
  const account = 'account' in connected ? connected.account : undefined
  const address = account?.networkId.startsWith('eip155:') ? account.address : undefined
  const { subscription, set } = useSubscription(menu, address)
  const canGrant = useCanGrant(account?.accountId)
  const [days, setDays] = useState<number>(lengths[0])
  const id = useId()
  const price = formatUnits(menu.price, decimals)
  const ends = useRef(new Map<number, number>())

  const { task, start, stop } = useTask<void>(async ({ signal, note }) => {
    // a second try asks for the very same, so that the wallet answers without a screen
    const now = Math.floor(Date.now() / 1_000)
    const earlier = ends.current.get(days) ?? 0
    const end = earlier > now ? earlier : now + days * menu.day
    ends.current.set(days, end)
    const capabilities = await capabilitiesFor(kit, menu, paying)
    const grant = await kit.grantPermissions({ ...requestOf(menu, end), ...capabilities, signal })
    note('Telling the bakery.')
    set(await subscribe(menu, grant, signal))
    ends.current.clear()
  }, 'Read it in your wallet, and say yes or no.')

  if (subscription && !subscription.hasEnded)
    return <Running menu={menu} subscription={subscription} />
  return (
    <>
      {subscription && <Ended subscription={subscription} />}
      <AccountForm
        action={`Subscribe for ${price} USDC a loaf`}
        problem={undefined}
        isBusy={task.status === 'waiting'}
        onSubmit={start}
      >
        <div className="field">
          <label htmlFor={id}>For how long</label>
          <select id={id} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {length} days
              </option>
            ))}
          </select>
        </div>
        {canGrant === false && (
          <p className="hint">
            Your wallet does not say that it grants permissions. An account by e-mail does.
          </p>
        )}
      </AccountForm>
      <TaskStatus task={task} onStop={stop} refusal="You have no subscription.">
        {() => <p>Subscribed.</p>}
      </TaskStatus>
    </>
  )
}

/** The permission for a loaf each day until `end`, in seconds since 1970. */
const requestOf = (menu: Menu, end: number): GrantRequest => ({
  chainId: menu.chainId,
  to: menu.spender,
  permission: {
    type: 'erc20-token-periodic',
    data: {
      tokenAddress: menu.token,
      // more than today's price, so that a subscription survives a dearer loaf
      periodAmount: (menu.price * 5n) / 4n,
      periodDuration: menu.day,
      justification: `A loaf costs ${formatUnits(menu.price, decimals)} USDC now. The rest is for dearer flour.`,
    },
  },
  payees: [menu.till],
  expiry: end,
})

/** The bakery pays if the visitor's account has to be upgraded first, where the wallet lets it. */
async function capabilitiesFor(
  kit: Kit,
  { chainId }: Menu,
  { networks, api }: Paying,
): Promise<Pick<GrantRequest, 'capabilities'>> {
  const chain = networks.find(({ id }) => id === chainId)
  const connected = getAccount(kit)
  const address = 'account' in connected ? connected.account.address : ''
  if (api === undefined || !chain || !isAddress(address)) return {}
  if (!(await canSponsor(kit, chain, address))) return {}
  return { capabilities: { paymasterService: { url: paymasterUrl(api, chain), optional: true } } }
}

/** Whether the wallet of the account grants permissions. Undefined until it has answered. */
function useCanGrant(accountId: string | undefined): boolean | undefined {
  const kit = useKit()
  const [answer, setAnswer] = useState<{ accountId: string; can: boolean }>()
  useEffect(() => {
    let isCurrent = true
    if (accountId !== undefined)
      void kit.sessions.isSupported().then(
        (can) => isCurrent && setAnswer({ accountId, can }),
        () => isCurrent && setAnswer({ accountId, can: false }),
      )
    return () => void (isCurrent = false)
  }, [kit, accountId])
  return answer?.accountId === accountId ? answer?.can : undefined
}

/** A subscription that goes on, and the button that ends it. */
function Running({ menu, subscription }: { menu: Menu; subscription: Subscription }) {
  const kit = useKit()
  const sessions = useSessions()
  const granted = 'data' in sessions ? (sessions.data ?? []) : []
  const session = granted.find(
    ({ to, state }) =>
      to.toLowerCase() === menu.spender.toLowerCase() && state !== 'revoked' && state !== 'expired',
  )
  const { task, start, stop } = useTask<void>(async ({ signal }) => {
    if (!session) throw new Error('The permission was not found. End it in your wallet.')
    await kit.sessions.revoke(session, { signal })
  }, 'Confirm it in your wallet.')
  const { loaves, next, end, problem } = subscription
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Loaves so far</dt>
          <dd>{loaves}</dd>
        </div>
        <div>
          <dt>Next loaf</dt>
          <dd>{next < end ? timeOf(next) : 'That was the last one'}</dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>{timeOf(end)}</dd>
        </div>
      </dl>
      {problem && <p role="alert">{problem.text} The bakery tries again.</p>}
      {next < end && (
        <button
          type="button"
          className="secondary"
          disabled={task.status === 'waiting'}
          onClick={() => void start()}
        >
          End the subscription
        </button>
      )}
      <TaskStatus task={task} onStop={stop} refusal="The subscription goes on.">
        {() => <p>Ended. The bakery notices it tomorrow, when the network refuses the payment.</p>}
      </TaskStatus>
    </>
  )
}

function Ended({ subscription: { loaves, problem } }: { subscription: Subscription }) {
  return (
    <p>
      Your subscription has ended after {loaves} {loaves === 1 ? 'loaf' : 'loaves'}. {problem?.text}
    </p>
  )
}
