import { toHex } from '@latchkey/protocol/hex'
import { fill } from '../../ui/fill.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { MessageBox, Pieces } from '../message/MessageText.tsx'
import type { StepText } from './describeStep.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** A step in words, and its raw data where the words do not cover all of it. */
export function StepSection({ step: { title, parties, level, why, raw } }: { step: StepText }) {
  return (
    <section className="effect" data-level={level}>
      <h2 className="effect-title" dir="auto">
        {level !== 'plain' && <Icon name="warning" />}
        <span>{title}</span>
      </h2>
      {why.map((text, index) => (
        <p key={index} className="effect-why" dir="auto">
          <Pieces text={text} />
        </p>
      ))}
      {parties.length > 0 && (
        <Facts>
          {parties.map(({ name, address, isText }, index) => (
            <Fact key={index} name={name}>
              {isText ? address : <AddressText address={address} form="lines" />}
            </Fact>
          ))}
        </Facts>
      )}
      {raw && <RawStep raw={raw} />}
    </section>
  )
}

/** The data of a step, and its accounts with their permissions. */
function RawStep({ raw: { accounts, data } }: { raw: NonNullable<StepText['raw']> }) {
  const words = useMessages(messages)
  return (
    <>
      {accounts.length > 0 && (
        <>
          <p className="muted small">{words.rawAccounts}</p>
          <Facts>
            {accounts.map(({ address, isSigner, isWritable }, index) => (
              <Fact
                key={index}
                name={String(index + 1)}
                detail={[
                  ...(isSigner ? [words.signs] : []),
                  ...(isWritable ? [words.writes] : []),
                ].join(', ')}
              >
                {address === undefined ? (
                  words.lookedUp
                ) : (
                  <AddressText address={address} form="lines" />
                )}
              </Fact>
            ))}
          </Facts>
        </>
      )}
      <p className="muted small">{fill(words.rawOf, { count: data.length })}</p>
      {data.length > 0 && <MessageBox isBytes>{toHex(data)}</MessageBox>}
    </>
  )
}
