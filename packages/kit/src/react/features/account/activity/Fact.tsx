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

/** An address, shortened, with a way to copy it and to look it up. */
export function AddressFact({ name, address, explorer }: { name: string; address: string; explorer: { name: string; url: string } | undefined }) {
  const account = useMessages(accountMessages)
  const copy = useCopy()
  return (
    <Fact name={name}>
      <span dir="ltr" title={address}>{truncateAddress(address)}</span>
      <IconButton aria-label={named(account('copy'), name)} onClick={() => void copy(address, { done: account('copied'), failed: account('copyFailed') })}><Icon name="copy" /></IconButton>
      {explorer && (
        <a className="icon-button" aria-label={named(account('explorer', { explorer: explorer.name }), name)} href={`${explorer.url}/address/${address}`} target="_blank" rel="noreferrer">
          <Icon name="external" />
        </a>
      )}
    </Fact>
  )
}

/** A transaction's hash, shortened, with a way to copy it. */
export function HashFact({ name, hash }: { name: string; hash: string }) {
  const t = useMessages(messages)
  const account = useMessages(accountMessages)
  const copy = useCopy()
  return (
    <Fact name={name}>
      <span dir="ltr" title={hash}>{truncateAddress(hash)}</span>
      <IconButton aria-label={named(t('copyHash'), name)} onClick={() => void copy(hash, { done: t('copied'), failed: account('copyFailed') })}><Icon name="copy" /></IconButton>
    </Fact>
  )
}
