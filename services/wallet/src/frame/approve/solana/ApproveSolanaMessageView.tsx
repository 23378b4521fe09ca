import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import type { Network } from '../../wallet/network.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Approval } from '../Approval.tsx'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { MessageText } from '../message/MessageText.tsx'
import { readMessage } from '../message/readMessage.ts'
import { messages as approvalMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { titleOf } from './readSolanaMessage.ts'
import type { SolanaMessage } from './readSolanaMessage.ts'
import { useMessages } from '../../words/useMessages.ts'

/** A Solana message that is no sign-in. */
export type SolanaMessageToApprove = { message: SolanaMessage; address: string; network: Network }

/** Shows a message as text or as unreadable bytes, with its other signers. */
export default function ApproveSolanaMessageView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<SolanaMessageToApprove, void>) {
  const approvals = useMessages(approvalMessages)
  const {
    message: { bytes, cosigners, application, isRisky, isSignIn, kind },
    address,
    network,
  } = params
  const message = readMessage(bytes)
  const isHidden = message.kind === 'text' && message.pieces.some((piece) => 'codePoint' in piece)
  return (
    <Approval
      site={wallet.site}
      title={approvals[titleOf({ kind })]}
      waiting={waiting}
      address={address}
      network={network}
      action={approvals.sign}
      isRisky={isRisky}
      facts={<MessageFacts application={application} cosigners={cosigners} />}
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      <KindAlert kind={kind} />
      {isSignIn && (
        <Alert level="danger" title={approvals.malformedTitle}>
          {approvals.malformedText}
        </Alert>
      )}
      {isHidden && (
        <Alert level="warning" title={approvals.hiddenTitle}>
          {approvals.hiddenText}
        </Alert>
      )}
      <MessageText message={message} />
    </Approval>
  )
}

function KindAlert({ kind }: Pick<SolanaMessage, 'kind'>) {
  const words = useMessages(messages)
  switch (kind) {
    case 'bytes':
      return (
        <Alert level="danger" title={words.bytesTitle}>
          {words.bytesText}
        </Alert>
      )
    case 'hash':
      return (
        <Alert level="danger" title={words.hashTitle}>
          {words.hashText}
        </Alert>
      )
    case 'cosigned':
      return (
        <Alert level="danger" title={words.cosignedTitle}>
          {words.cosignedText}
        </Alert>
      )
    default:
      return null
  }
}

function MessageFacts({
  application,
  cosigners,
}: {
  application: string | undefined
  cosigners: readonly string[]
}) {
  const words = useMessages(messages)
  return (
    <>
      {application !== undefined && (
        <Fact name={words.application}>
          <AddressText address={application} form="lines" />
        </Fact>
      )}
      {cosigners.map((signer) => (
        <Fact key={signer} name={words.cosigner}>
          <AddressText address={signer} form="lines" />
        </Fact>
      ))}
    </>
  )
}
