import { checksummed } from '@latchkey/protocol/signIn/isChecksummed'
import type { Calls } from '@latchkey/protocol/sessions/terms'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import type { Tokens } from '../transaction/loadTokens.ts'
import { messages as transactionMessages } from '../transaction/messages.ts'
import { messages } from './messages.ts'
import { viewFunctions } from './powerfulFunctions.ts'

/**
 * The functions and contracts that a session may call, with the warnings about them. `tokens`: what
 * the contracts say about themselves; undefined before they have answered.
 */
export function CallsText({
  what,
  signatures,
  tokens,
}: {
  what: Calls
  signatures: readonly string[]
  tokens: Tokens | undefined
}) {
  const words = useMessages(messages)
  const amounts = useMessages(transactionMessages)
  const functions = viewFunctions(what, signatures)
  const symbols = what.targets.flatMap((target) => tokens?.get(target)?.symbol ?? [])
  return (
    <>
      <Facts>
        {functions.map(({ name }) => (
          <Fact key={name} name={words.function}>
            <span className="session-function" dir="ltr" translate="no">
              {name}
            </span>
          </Fact>
        ))}
        {what.targets.map((target) => (
          <Fact key={target} name={amounts.contract}>
            <AddressText address={checksummed(target)} form="lines" />
          </Fact>
        ))}
        {what.fixed.map(({ index, value }) => (
          <Fact
            key={index}
            name={fill(words.argument, { number: index + 1 })}
            detail={words.argumentWhy}
          >
            <AddressText address={shortWord(value)} form="lines" />
          </Fact>
        ))}
      </Facts>
      {functions
        .filter(({ isPowerful }) => isPowerful)
        .map(({ name }) => (
          <Alert
            key={name}
            level="danger"
            role="note"
            title={fill(words.powerTitle, { name: name.split('(')[0] ?? name })}
          >
            {words.powerText}
            {symbols.length > 0 && ` ${fill(words.powerTokens, { names: symbols.join(', ') })}`}
          </Alert>
        ))}
      <Alert level="warning" role="note" title={words.callsTitle}>
        {words.callsText}
      </Alert>
    </>
  )
}

/** A word without the zeros in front, but for those of an address. */
function shortWord(word: string): string {
  const digits = word.slice(2).replace(/^0+/, '')
  return `0x${digits.length > 32 && digits.length <= 40 ? digits.padStart(40, '0') : digits || '0'}`
}
