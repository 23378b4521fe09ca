import type { ReactNode } from 'react'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useCopy } from '../../../../hooks/useCopy.ts'
import { messages as accountMessages } from '../../messages.ts'
import { messages } from '../texts/messages.ts'
import { Party } from './Party.tsx'

/** One line of the facts: a name and its value. */
export function Fact({
  name,
  status,
  children,
}: {
  name: ReactNode
  status?: string
  children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-status={status}>{children}</dd>
    </div>
  )
}

/** The accessible name of a control: its action, and the name of the fact to which it belongs. */
const named = (action: string, name: string) => [action, name].join(': ')

type Explorer = { name: string; url: string }
type AddressProps = {
  name: string
  address: string
  explorer: Explorer | undefined
  /** The amount that was sent to or received from the address, shown above the name. */
  above?: ReactNode
  /** Whether a name is requested from the API. @default true */
  isNameRequested?: boolean
}

/** A shortened address with its name, a button to copy the address, and a link to the explorer. */
export function AddressFact({
  name,
  address,
  explorer,
  above,
  isNameRequested = true,
}: AddressProps) {
  const t = useMessages(accountMessages)
  return (
    <CodeFact
      name={name}
      above={above}
      code={address}
      copy={t('copy')}
      done={t('copied')}
      shown={<Party address={address} isNameRequested={isNameRequested} />}
    >
      {explorer && (
        <a
          className="icon-button"
          aria-label={named(t('explorer', { explorer: explorer.name }), name)}
          href={`${explorer.url}/address/${address}`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="external" />
        </a>
      )}
    </CodeFact>
  )
}

/** A transaction's hash, shortened, with a button to copy it. */
export function HashFact({ name, hash }: { name: string; hash: string }) {
  const t = useMessages(messages)
  return (
    <CodeFact
      name={name}
      code={hash}
      copy={t('copyHash')}
      done={t('copied')}
      shown={
        <span dir="ltr" title={hash}>
          {truncateAddress(hash)}
        </span>
      }
    />
  )
}

type CodeProps = {
  name: string
  above?: ReactNode
  code: string
  copy: string
  done: string
  shown: ReactNode
  children?: ReactNode
}

function CodeFact({ name, above, code, copy: action, done, shown, children }: CodeProps) {
  const failed = useMessages(accountMessages)('copyFailed')
  const copy = useCopy()
  return (
    <Fact
      name={
        above ? (
          <>
            {above}
            <span className="transaction-side">{name}</span>
          </>
        ) : (
          name
        )
      }
    >
      {shown}
      <IconButton
        aria-label={named(action, name)}
        onClick={() => void copy(code, { done, failed })}
      >
        <CopyIcon />
      </IconButton>
      {children}
    </Fact>
  )
}
