import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { useState } from 'react'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { isOpen } from '../../../sessions/grantState.ts'
import { fill } from '../../../ui/fill.ts'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { useMessages } from '../../../words/useMessages.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages as settingsMessages } from '../messages.ts'
import { EndPermissions } from './EndPermissions.tsx'
import { endableNetworks, loadPermissions, type Permission } from './loadPermissions.ts'
import { messages } from './messages.ts'
import { PermissionDetails } from './PermissionDetails.tsx'
import { PermissionRow } from './PermissionRow.tsx'
import { useDescription } from './useDescription.ts'
import './permissions.css'

/** What the visitor looks at: a permission, or the question whether to end some. */
type Step =
  | { kind: 'one'; permission: Permission }
  | { kind: 'end'; network: Network; ended: readonly Permission[]; isAll: boolean }

/** The permissions that the visitor has given to sites, which can be ended. ERC-7715 */
export function Permissions({ wallet }: { wallet: Wallet }) {
  const [round, setRound] = useState(0)
  const [step, setStep] = useState<Step>()
  const loaded = useLoaded((signal) => loadPermissions(wallet, signal), round)
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <ListSkeleton />
  const { address, permissions } = loaded.value
  const again = () => {
    setStep(undefined)
    setRound((last) => last + 1)
  }
  if (step?.kind === 'one')
    return (
      <PermissionDetails
        permission={step.permission}
        onEnd={(network) =>
          setStep({ kind: 'end', network, ended: [step.permission], isAll: false })
        }
        onBack={() => setStep(undefined)}
      />
    )
  if (step?.kind === 'end')
    return (
      <EndPermissions
        wallet={wallet}
        address={address}
        {...step}
        onDone={again}
        onStay={() => setStep(undefined)}
      />
    )
  return (
    <PermissionList
      {...loaded.value}
      onOpen={(permission) => setStep({ kind: 'one', permission })}
      onEndAll={(network) =>
        setStep({
          kind: 'end',
          network,
          isAll: true,
          ended: permissions.filter(
            (one) => one.network?.networkId === network.networkId && isOpen(one.state),
          ),
        })
      }
      onRetry={again}
    />
  )
}

type ListProps = Awaited<ReturnType<typeof loadPermissions>> & {
  onOpen: (permission: Permission) => void
  onEndAll: (network: Network) => void
  onRetry: () => void
}

/** The permissions that count first, then those that are over, each the newest first. */
function PermissionList({ permissions, isComplete, silent, onOpen, onEndAll, onRetry }: ListProps) {
  const words = useMessages(messages)
  const settings = useMessages(settingsMessages)
  const transactions = useMessages(transactionMessages)
  const describe = useDescription()
  const open = permissions.filter(({ state }) => isOpen(state))
  const over = permissions.filter(({ state }) => !isOpen(state))
  const rows = (list: readonly Permission[]) => (
    <ul className="stack">
      {list.map((permission) => (
        <li key={`${permission.grant.networkId} ${permission.grant.hash}`}>
          <PermissionRow
            permission={permission}
            options={describe(permission)}
            onOpen={() => onOpen(permission)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <p className="muted small">{words.about}</p>
      {!isComplete && (
        <Alert level="warning" title={words.partTitle}>
          {words.partText}
        </Alert>
      )}
      {silent.length > 0 && (
        <Alert level="warning" title={transactions.nodeTitle}>
          {silent.map(({ networkId, name }) => (
            <p key={networkId}>{fill(words.silentText, { network: name })}</p>
          ))}
        </Alert>
      )}
      {(!isComplete || silent.length > 0) && <Button onClick={onRetry}>{settings.retry}</Button>}
      {open.length === 0 && <p className="muted small">{words.empty}</p>}
      {rows(open)}
      {endableNetworks(permissions).map(({ network }) => (
        <Button key={network.networkId} onClick={() => onEndAll(network)}>
          {fill(words.endAll, { network: network.name })}
        </Button>
      ))}
      {over.length > 0 && (
        <Details label={fill(words.over, { count: over.length })}>{rows(over)}</Details>
      )}
    </>
  )
}
