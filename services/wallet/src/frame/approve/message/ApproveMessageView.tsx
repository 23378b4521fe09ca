import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import type { Site } from '../../wallet/Wallet.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Approval } from '../Approval.tsx'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { messages } from '../messages.ts'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { isUnknown } from '../verdicts.ts'
import { kindOfMessage, titleOf } from './kindOfMessage.ts'
import { MessageText, Pieces } from './MessageText.tsx'
import { readMessage } from './readMessage.ts'
import type { ReadMessage } from './readMessage.ts'
import { faultNow, readSignIn } from './readSignIn.ts'
import type { SignIn, SignInFault } from './readSignIn.ts'
import { useMessages } from '../../words/useMessages.ts'

/** A message that the site asks the visitor to sign. */
export type MessageToApprove = { bytes: Uint8Array; address: string; network: Network }

/**
 * Shows a message, or a sign-in with its fields. A message of unknown effect needs a tick, as does
 * a sign-in that names resources or has a fault other than its network or time.
 */
export default function ApproveMessageView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<MessageToApprove, void>) {
  const words = useMessages(messages)
  const { bytes, address, network } = params
  const message = readMessage(bytes)
  const signIn = message.kind === 'text' ? readSignIn(message.text) : undefined
  const wrong =
    signIn && faultNow(signIn, { origin: wallet.site.origin, address, network }, wallet.server)
  const kind = kindOfMessage(bytes, message, signIn)
  const isOpaque = kind === 'hash' || kind === 'bytes'
  const isProper = signIn !== undefined && signIn !== 'malformed'
  const isFolded = isProper && !wrong && !signIn.hasResources
  return (
    <Approval
      site={wallet.site}
      title={words[titleOf(bytes)]}
      waiting={waiting}
      address={address}
      network={network}
      action={isProper && !wrong ? words.signIn : words.sign}
      isRisky={
        isUnknown(kind) ||
        (isProper && signIn.hasResources) ||
        (wrong !== undefined && wrong !== 'chain' && wrong !== 'time')
      }
      facts={isProper && <SignInFacts signIn={signIn} />}
      more={
        isFolded && (
          <Details label={words.wholeMessage}>
            <MessageText message={message} />
          </Details>
        )
      }
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      {isOpaque && (
        <Alert level="danger" title={words.hashTitle}>
          {words.hashText}
        </Alert>
      )}
      {wrong && <SignInAlert fault={wrong} signIn={signIn} site={wallet.site} network={network} />}
      {isProper && signIn.hasResources && (
        <Alert level="warning" title={words.resourcesTitle}>
          {words.resourcesText}
        </Alert>
      )}
      <HiddenAlert message={message} />
      {!isFolded && <MessageText message={message} />}
    </Approval>
  )
}

/** Warns of characters that are not visible. */
function HiddenAlert({ message }: { message: ReadMessage }) {
  const words = useMessages(messages)
  if (message.kind !== 'text' || !message.pieces.some((piece) => 'codePoint' in piece)) return null
  return (
    <Alert level="warning" title={words.hiddenTitle}>
      {words.hiddenText}
    </Alert>
  )
}

function SignInFacts({ signIn }: { signIn: SignIn }) {
  const words = useMessages(messages)
  return (
    <>
      <Fact name={words.signInSite}>
        <Pieces text={signIn.domain} />
      </Fact>
      {signIn.statement !== undefined && (
        <Fact name={words.statement}>
          <Pieces text={signIn.statement} />
        </Fact>
      )}
    </>
  )
}

function SignInAlert({
  fault,
  signIn,
  site,
  network,
}: {
  fault: SignInFault
  signIn: SignIn | 'malformed' | undefined
  site: Site
  network: Network
}) {
  const words = useMessages(messages)
  if (fault === 'malformed' || signIn === undefined || signIn === 'malformed')
    return (
      <Alert level="danger" title={words.malformedTitle}>
        {words.malformedText}
      </Alert>
    )
  if (fault === 'address')
    return (
      <Alert level="danger" title={words.addressTitle}>
        {fill(words.addressText, { address: signIn.address })}
      </Alert>
    )
  if (fault === 'time')
    return (
      <Alert level="warning" title={words.timeTitle}>
        {words.timeText}
      </Alert>
    )
  if (fault === 'chain')
    return (
      <Alert level="warning" title={words.signInChainTitle}>
        {fill(words.signInChainText, { chain: signIn.chainId ?? '', network: network.name })}
      </Alert>
    )
  const named = signIn.scheme === undefined ? signIn.domain : `${signIn.scheme}://${signIn.domain}`
  const { host } = new URL(site.origin)
  return (
    <Alert level="danger" title={words.domainTitle}>
      {fill(words.domainText, { host, domain: fault === 'uri' ? (signIn.uri ?? '') : named })}
    </Alert>
  )
}
