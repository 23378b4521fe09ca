import { sentenceOf, type DescribeSession } from '../../../approve/session/describeSession.ts'
import { isOpen } from '../../../sessions/grantState.ts'
import { IconRowButton } from '../../../ui/IconRow.tsx'
import { useMessages } from '../../../words/useMessages.ts'
import type { Permission } from './loadPermissions.ts'
import { messages } from './messages.ts'
import { hostOf, leftText, stateText } from './permissionTexts.ts'

type Props = { permission: Permission; options: DescribeSession; onOpen: () => void }

/** A permission in the list: the site, what it may do, what is left, and until when. */
export function PermissionRow({ permission, options, onOpen }: Props) {
  const words = useMessages(messages)
  const { grant, network, state } = permission
  const left = leftText(permission, words, options)
  return (
    <IconRowButton
      icon={isOpen(state) ? (state.status === 'unknown' ? 'warning' : 'check') : 'history'}
      title={hostOf(grant.origin)}
      detail={
        <>
          <span className="permission-line">{sentenceOf(grant.terms, options)}</span>
          {left !== undefined && <span className="permission-line">{left}</span>}
          <span className="permission-line">
            {stateText(permission, words, options)} · {network?.name ?? grant.networkId}
          </span>
        </>
      }
      onClick={onOpen}
    />
  )
}
