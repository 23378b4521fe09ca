import { useAccount, useBalances, useKit } from 'latchkey/react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { isAddress } from 'viem'
import type { Chain } from 'viem'
import { readAmount, showAmount } from '../amounts.ts'
import { bakers, tips } from '../bakery.ts'
import { etherOf, sendTip } from '../sendTip.ts'
import type { Receipt } from '../sendTip.ts'
import { useTask } from '../useTask.ts'
import { Card } from './Card.tsx'
import { ConnectFirst } from './ConnectFirst.tsx'
import { TaskStatus } from './TaskStatus.tsx'

/** Sends ether or a token, and says when it is in a block. */
export function TipCard({ chain }: { chain: Chain }) {
  const kit = useKit()
  const account = useAccount()
  return (
    <Card title="Leave a tip" lead="It goes straight to the people who get up at three. No card, no cut." calls="kit.sendTransaction()">
      {'account' in account ? <TipForm chain={chain} /> : <ConnectFirst kit={kit} why="A tip comes from your own wallet." />}
    </Card>
  )
}

function TipForm({ chain }: { chain: Chain }) {
  const kit = useKit()
  const balances = useBalances()
  const [to, setTo] = useState<string>(bakers)
  const [text, setText] = useState<string>(tips[1])
  const [tokenId, setTokenId] = useState('')
  const id = useId()

  const held = 'data' in balances && balances.data ? balances.data : []
  const tokens = held.length > 0 ? held : [etherOf(chain)]
  const token = tokens.find((one) => one.id === tokenId) ?? tokens[0] ?? etherOf(chain)
  const amount = readAmount(text, token.decimals)
  const problem = !amount ? 'Enter an amount' : isAddress(to) ? undefined : 'Enter an address'

  const { task, start, stop } = useTask<Receipt>(async (controls) => {
    if (!amount || !isAddress(to)) throw new RangeError('Enter an amount and an address.')
    const receipt = await sendTip(kit, { chain, token, to, amount }, controls)
    balances.refetch()
    return receipt
  }, 'Confirm it in your wallet.')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start()
  }

  return (
    <form onSubmit={submit}>
      <div className="presets" role="group" aria-label="Suggested tips">
        {tips.map((tip) => (
          <button key={tip} type="button" aria-pressed={text === tip} onClick={() => setText(tip)}>
            {tip}
          </button>
        ))}
      </div>
      <div className="fields">
        <div className="field">
          <label htmlFor={`${id}-amount`}>Amount</label>
          <input id={`${id}-amount`} inputMode="decimal" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        <div className="field narrow">
          <label htmlFor={`${id}-token`}>In</label>
          <select id={`${id}-token`} value={token.id} onChange={(event) => setTokenId(event.target.value)}>
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
      <button type="submit" className="primary" disabled={problem !== undefined || task.status === 'waiting'}>
        {problem ?? `Send ${text} ${token.symbol}`}
      </button>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was sent.">
        {(receipt) => <Mined receipt={receipt} />}
      </TaskStatus>
    </form>
  )
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
