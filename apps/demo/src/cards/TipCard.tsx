import { useBalances, useKit } from 'latchkey/react'
import { useId, useState } from 'react'
import { isAddress } from 'viem'
import type { Chain } from 'viem'
import { readAmount, showAmount } from '../amounts.ts'
import { bakers, tipsIn } from '../bakery.ts'
import { etherOf, sendTip } from '../sendTip.ts'
import type { Receipt, TipToken } from '../sendTip.ts'
import { useTask } from '../useTask.ts'
import { AccountForm } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { TaskStatus } from './TaskStatus.tsx'

/** Sends ether or a token, and reports when it is in a block. */
export function TipCard({ chain }: { chain: Chain }) {
  const kit = useKit()
  const balances = useBalances()
  const tokens = tokensOf(balances, chain)
  const [tokenId, setTokenId] = useState('')
  const token = tokens.find((one) => one.id === tokenId) ?? tokens[0] ?? etherOf(chain)
  const tips = tipsIn(token)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? tips[1]
  const [to, setTo] = useState<string>(bakers)
  const id = useId()

  const amount = readAmount(text, token.decimals)
  const problem = !amount ? 'Enter an amount' : isAddress(to) ? undefined : 'Enter an address'
  const { task, start, stop } = useTask<Receipt>(async (controls) => {
    if (!amount || !isAddress(to)) throw new RangeError('Enter an amount and an address.')
    const receipt = await sendTip(kit, { chain, token, to, amount }, controls)
    balances.refetch()
    return receipt
  }, 'Confirm it in your wallet.')

  const choose = (next: string) => {
    setTokenId(next)
    setTyped(undefined)
  }

  return (
    <Card title="Leave a tip" lead="It goes straight to the people who get up at three. No card, no cut." calls="kit.sendTransaction()">
      <AccountForm action={`Send ${text} ${token.symbol}`} problem={problem} isBusy={task.status === 'waiting'} onSubmit={start}>
        <div className="presets" role="group" aria-label="Suggested tips">
          {tips.map((tip) => (
            <button key={tip} type="button" aria-pressed={text === tip} onClick={() => setTyped(tip)}>
              {tip}
            </button>
          ))}
        </div>
        <div className="fields">
          <div className="field">
            <label htmlFor={`${id}-amount`}>Amount</label>
            <input id={`${id}-amount`} inputMode="decimal" autoComplete="off" value={text} onChange={(event) => setTyped(event.target.value)} />
          </div>
          <div className="field narrow">
            <label htmlFor={`${id}-token`}>In</label>
            <select id={`${id}-token`} value={token.id} onChange={(event) => choose(event.target.value)}>
              {tokens.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.symbol}
                </option>
              ))}
            </select>
          </div>
        </div>
        <div className="field">
          <label htmlFor={`${id}-to`}>To</label>
          <input id={`${id}-to`} spellCheck={false} autoComplete="off" className="mono" value={to} onChange={(event) => setTo(event.target.value.trim())} />
        </div>
      </AccountForm>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was sent.">
        {(receipt) => <Mined receipt={receipt} />}
      </TaskStatus>
    </Card>
  )
}

/** The tokens that the visitor can pay with; ether until they are known. */
function tokensOf(balances: ReturnType<typeof useBalances>, chain: Chain): readonly TipToken[] {
  const held = 'data' in balances ? balances.data : undefined
  return held && held.length > 0 ? held : [etherOf(chain)]
}

function Mined({ receipt: { hash, block, status, fee, symbol } }: { receipt: Receipt }) {
  return (
    <>
      <p>{status === 'success' ? `Thank you. It is in block ${block}.` : `The chain turned it down in block ${block}. Only the fee was paid.`}</p>
      <dl className="facts">
        <div>
          <dt>Transaction</dt>
          <dd className="mono">{hash}</dd>
        </div>
        <div>
          <dt>Fee</dt>
          <dd>
            {showAmount(fee, 8)} {symbol}
          </dd>
        </div>
      </dl>
    </>
  )
}
