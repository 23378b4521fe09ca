import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/useMessages.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { truncateAddress } from '../../../ui/truncateAddress.ts'
import { useCopy } from '../../../useCopy.ts'
import { messages as accountMessages } from '../messages.ts'
import { messages } from './messages.ts'

/** A name and what it is. */
export function Fact({ name, status, children }: { name: string; status?: string; children: ReactNode }) {
  return <div><dt>{name}</dt><dd data-status={status}>{children}</dd></div>
}

/** What a control does, and to which of several it does it. */
const named = (action: string, name: string) => [action, name].join(': ')

type Explorer = { name: string; url: string }

/** An address, shortened, with a way to copy it and to look it up. */
export function AddressFact({ name, address, explorer }: { name: string; address: string; explorer: Explorer | undefined }) {
  const t = useMessages(accountMessages)
  return (
    <CodeFact name={name} code={address} copy={t('copy')} done={t('copied')}>
      {explorer && (
        <a className="icon-button" aria-label={named(t('explorer', { explorer: explorer.name }), name)} href={`${explorer.url}/address/${address}`} target="_blank" rel="noreferrer">
          <Icon name="external" />
        </a>
      )}
    </CodeFact>
  )
}

/** A transaction's hash, shortened, with a way to copy it. */
export function HashFact({ name, hash }: { name: string; hash: string }) {
  const t = useMessages(messages)
  return <CodeFact name={name} code={hash} copy={t('copyHash')} done={t('copied')} />
}

function CodeFact({ name, code, copy: action, done, children }: { name: string; code: string; copy: string; done: string; children?: ReactNode }) {
  const failed = useMessages(accountMessages)('copyFailed')
  const copy = useCopy()
  return (
    <Fact name={name}>
      <span dir="ltr" title={code}>{truncateAddress(code)}</span>
      <IconButton aria-label={named(action, name)} onClick={() => void copy(code, { done, failed })}><Icon name="copy" /></IconButton>
      {children}
    </Fact>
  )
}
