import { useBalances, useKit } from 'latchkey/react'
import { useState } from 'react'
import { readAmount, showAmount } from '../amounts.ts'
import { suggestedTips } from '../tips/suggestedTips.ts'
import type { Receipt, TipToken, Tips } from '../tips/tips.ts'
import { useIsSponsored } from '../tips/useIsSponsored.ts'
import { useTask } from '../useTask.ts'
import { AccountForm } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { TaskStatus } from './TaskStatus.tsx'
import { TipFields } from './TipFields.tsx'

/** Sends an amount of the chain's native currency or of a token, and says when it is in a block. */
export function TipCard({ tips }: { tips: Tips }) {
  const kit = useKit()
  const balances = useBalances()
  const tokens = tokensOf(balances, tips)
  const [tokenId, setTokenId] = useState('')
  const token =
    tokens.find((token) => token.id === tokenId) ??
    tokens.find(({ address, quantity }) => !address && isSome(quantity)) ??
    tokens.find(({ quantity }) => isSome(quantity)) ??
    tokens.find(({ address }) => !address) ??
    tips.coin // the default is the native token, because the most valuable token can change any day
  const isSponsored = useIsSponsored(tips)
  const suggested = suggestedTips({ ...tips.coin, ...token })
  const [typed, setTyped] = useState<string>()
  const text = typed ?? suggested[1]
  const [to, setTo] = useState(tips.bakers)

  const amount = readAmount(text, token.decimals)
  const problem = !amount ? 'Enter an amount' : tips.isAddress(to) ? undefined : 'Enter an address'
  const { task, start, stop } = useTask<Receipt>(async (controls) => {
    if (!amount || !tips.isAddress(to)) throw new RangeError('Enter an amount and an address.')
    const receipt = await tips.send(kit, { token, to, amount }, controls)
    balances.refetch()
    return receipt
  }, 'Confirm it in your wallet.')

  const choose = (next: string) => {
    setTokenId(next)
    setTyped(undefined)
  }

  return (
    <Card
      title="Leave a tip"
      lead="It goes straight to the people who get up at three. No card, no cut."
      calls={isSponsored ? 'kit.request(wallet_sendCalls)' : 'kit.sendTransaction()'}
    >
      <AccountForm
        action={`Send ${text} ${token.symbol}`}
        problem={problem}
        isBusy={task.status === 'waiting'}
        onSubmit={start}
      >
        <TipFields
          suggested={suggested}
          text={text}
          onText={setTyped}
          tokens={tokens}
          token={token}
          onToken={choose}
          to={to}
          onTo={setTo}
        />
        {isSponsored && <p className="hint">The bakery pays the network fee.</p>}
      </AccountForm>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was sent.">
        {(receipt) => <Mined receipt={receipt} />}
      </TaskStatus>
    </Card>
  )
}

/**
 * Returns the tokens with which the visitor can pay. Until they are known, it is the native
 * currency.
 */
function tokensOf(
  balances: ReturnType<typeof useBalances>,
  { coin, hasTokens }: Tips,
): readonly TipToken[] {
  const held =
    'data' in balances ? (balances.data ?? []).filter(({ address }) => hasTokens || !address) : []
  return held.length > 0 ? held : [coin]
}

/** Whether a quantity is more than zero. */
const isSome = (quantity: string | undefined) => Number(quantity ?? 0) > 0

function feeText(fee: string | undefined, symbol: string): string {
  if (fee === undefined) return 'Not known'
  return Number(fee) === 0 ? 'Paid by the bakery' : `${showAmount(fee, 9)} ${symbol}`
}

function Mined({ receipt: { hash, place, isDone, fee, symbol } }: { receipt: Receipt }) {
  return (
    <>
      <p>
        {isDone
          ? `Thank you. It is in ${place}.`
          : `The chain turned it down in ${place}. Only the fee was paid.`}
      </p>
      <dl className="facts">
        <div>
          <dt>Transaction</dt>
          <dd className="mono">{hash}</dd>
        </div>
        <div>
          <dt>Fee</dt>
          <dd>{feeText(fee, symbol)}</dd>
        </div>
      </dl>
    </>
  )
}
