/* oxlint-disable max-lines -- a list of parts */
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { AmountAvailable, AmountBox, AmountLine } from '@latchkey/ui/amount/AmountBox.tsx'
import { AmountInput, AmountOutput } from '@latchkey/ui/amount/AmountFigure.tsx'
import { TokenButton } from '@latchkey/ui/amount/TokenButton.tsx'
import { Avatar } from '@latchkey/ui/Avatar.tsx'
import { Button, IconButton } from '@latchkey/ui/Button.tsx'
import { Caution, Cautions } from '@latchkey/ui/caution/Cautions.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { QrCode, QrSkeleton } from '@latchkey/ui/code/QrCode.tsx'
import { ChoiceRow } from '@latchkey/ui/choice/ChoiceRow.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { AreaField, Field } from '@latchkey/ui/field/Field.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { Otp } from '@latchkey/ui/otp/Otp.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { Ring } from '@latchkey/ui/Ring.tsx'
import { Row, RowButton, RowLink, SkeletonRow, Tag } from '@latchkey/ui/Row.tsx'
import { Screen } from '@latchkey/ui/Screen.tsx'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { SwitchRow } from '@latchkey/ui/switch/SwitchRow.tsx'
import { tabIdOf, Tabs } from '@latchkey/ui/tabs/Tabs.tsx'
import { WalletIcon } from '@latchkey/ui/WalletIcon.tsx'
import { useId, useState } from 'react'
import type { ComponentType } from 'react'
import { GridStates, ListStates } from './scrolling.tsx'

/** A component of `packages/ui`, and the component that shows it in its states. */
type Part = { name: string; module: string; states: ComponentType<{ mode: Mode }> }
type Mode = 'light' | 'dark'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ignore = () => {}

/** Every component, in the order of the page. */
export const parts: readonly Part[] = [
  {
    name: 'Button',
    module: 'Button.tsx',
    states: () => (
      <>
        <Button variant="primary">Review swap</Button>
        <Button>Copy address</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Delete the wallet</Button>
        <Button variant="primary" isDisabled>
          Enter an amount
        </Button>
      </>
    ),
  },
  {
    name: 'IconButton',
    module: 'Button.tsx',
    states: () => (
      <IconButton aria-label="Back">
        <Icon name="back" />
      </IconButton>
    ),
  },
  {
    name: 'Row',
    module: 'Row.tsx',
    states: () => (
      <>
        <RowButton
          icon={<Picture name="Example Wallet" />}
          title="Example Wallet"
          end={<Tag>Installed</Tag>}
        />
        <RowLink
          href="#part-Row"
          icon={
            <Mark isQuiet>
              <Icon name="external" />
            </Mark>
          }
          title="A link"
          detail="To another page"
        />
        <Row
          icon={<Picture name="ETH" subject={{ coin: 'ETH' }} shape="round" />}
          title="Ether"
          detail="1.25 ETH"
          end="$4,310.20"
          endDetail="+1.2 %"
        />
        <Row
          isRaised
          wraps
          icon={
            <Mark isQuiet>
              <Icon name="info" />
            </Mark>
          }
          title="A row whose long text wraps, because all of it has to be read"
          detail="On a surface of its own"
        />
        <SkeletonRow />
      </>
    ),
  },
  {
    name: 'Field',
    module: 'field/Field.tsx',
    states: () => (
      <>
        <Field label="E-mail" placeholder="you@example.org" note="A code goes there" />
        <Field label="Password" fault="At least ten characters" defaultValue="short" />
        <AreaField label="Message" rows={3} placeholder="A text of several lines" />
      </>
    ),
  },
  { name: 'Tick', module: 'caution/Tick.tsx', states: TickStates },
  { name: 'ChoiceRow', module: 'choice/ChoiceRow.tsx', states: ChoiceStates },
  { name: 'Otp', module: 'otp/Otp.tsx', states: OtpStates },
  {
    name: 'Alert',
    module: 'alert/Alert.tsx',
    states: () => (
      <>
        <Alert title="Nothing is sent yet">A note.</Alert>
        <Alert
          level="success"
          title="You can go back to the site"
          end={
            <IconButton aria-label="Put away">
              <Icon name="close" />
            </IconButton>
          }
        />
        <Alert level="warning" title="This address is new to you">
          Compare all of it.
        </Alert>
        <Alert level="danger" title="This would fail">
          The network refuses it.
        </Alert>
      </>
    ),
  },
  { name: 'Cautions', module: 'caution/Cautions.tsx', states: CautionStates },
  {
    name: 'Facts',
    module: 'facts/Facts.tsx',
    states: () => (
      <Facts>
        <Fact name="To">
          <AddressText address={address} form="lines" />
        </Fact>
        <Fact name="Network fee" detail="At most $0.12">
          $0.08
        </Fact>
        <Fact name="Total" isTotal>
          $50.08
        </Fact>
      </Facts>
    ),
  },
  { name: 'Amount', module: 'amount/AmountBox.tsx', states: AmountStates },
  {
    name: 'Avatar and picture',
    module: 'Picture.tsx',
    states: () => (
      <>
        <Avatar address={address} />
        <Picture name="Some Token" />
        <Picture name="SOL" subject={{ coin: 'SOL' }} shape="round" />
      </>
    ),
  },
  {
    name: 'AddressText',
    module: 'AddressText.tsx',
    states: () => (
      <>
        <AddressText address={address} />
        <AddressText address={address} form="lines" />
        <AddressText address={address} form="short" />
      </>
    ),
  },
  {
    name: 'QrCode',
    module: 'code/QrCode.tsx',
    states: () => (
      <>
        <QrCode text={address} label="The address as a QR code" />
        <QrSkeleton />
      </>
    ),
  },
  {
    name: 'Progress',
    module: 'Progress.tsx',
    states: () => (
      <>
        {(['waiting', 'done', 'failed'] as const).map((status) => (
          <Progress
            key={status}
            status={status}
            picture={<Picture name="Example Wallet" size={64} />}
            title={`Example Wallet: ${status}`}
            text="The next step stands here."
          />
        ))}
      </>
    ),
  },
  {
    name: 'Ring',
    module: 'Ring.tsx',
    states: () => (
      <>
        {(['idle', 'waiting', 'done', 'failed'] as const).map((status) => (
          <Ring key={status} status={status}>
            <Picture name="Example Wallet" size={64} />
          </Ring>
        ))}
      </>
    ),
  },
  {
    name: 'Icons',
    module: 'WalletIcon.tsx',
    states: () => (
      <p>
        <CopyIcon />
        {(['wallet', 'scan', 'warning', 'mail', 'device', 'key', 'passkey', 'vault'] as const).map(
          (name) => (
            <WalletIcon key={name} name={name} />
          ),
        )}
      </p>
    ),
  },
  { name: 'Screen', module: 'Screen.tsx', states: ScreenStates },
  { name: 'VirtualList', module: 'scrolling/list/VirtualList.tsx', states: ListStates },
  { name: 'VirtualGrid', module: 'scrolling/grid/VirtualGrid.tsx', states: GridStates },
  {
    name: 'Notice',
    module: 'Notice.tsx',
    states: () => (
      <Notice icon="warning" title="No answer" action={<Button>Try again</Button>}>
        The service was not reached.
      </Notice>
    ),
  },
  { name: 'SearchField', module: 'search/SearchField.tsx', states: SearchStates },
  { name: 'SwitchRow', module: 'switch/SwitchRow.tsx', states: SwitchStates },
  { name: 'Tabs', module: 'tabs/Tabs.tsx', states: TabStates },
  {
    name: 'Details',
    module: 'details/Details.tsx',
    states: () => <Details label="What the network answered" text="execution reverted" />,
  },
]

function TickStates() {
  const [isTicked, setIsTicked] = useState(true)
  return (
    <Tick isTicked={isTicked} onChange={setIsTicked}>
      I have stored the phrase.
    </Tick>
  )
}

function ChoiceStates({ mode }: { mode: Mode }) {
  const [chosen, setChosen] = useState('Ethereum')
  const [isOnline, setIsOnline] = useState(true)
  return (
    <>
      {['Ethereum', 'Base'].map((name) => (
        <ChoiceRow
          key={name}
          type="radio"
          name={`network-${mode}`}
          isChosen={name === chosen}
          onChange={() => setChosen(name)}
          icon={<Picture name={name} />}
          title={name}
          detail="A network"
        />
      ))}
      <ChoiceRow
        type="checkbox"
        name={`online-${mode}`}
        isChosen={isOnline}
        onChange={setIsOnline}
        title="Online"
      />
    </>
  )
}

function OtpStates() {
  const [code, setCode] = useState('123')
  return (
    <>
      <Otp
        label="Code"
        value={code}
        onChange={setCode}
        length={6}
        isBusy={false}
        isWrong={false}
        note=""
      />
      <Otp
        label="Code, checked"
        value="123456"
        onChange={ignore}
        length={6}
        isBusy
        isWrong={false}
        note="Checking …"
      />
    </>
  )
}

function CautionStates() {
  const [isTicked, setIsTicked] = useState(false)
  return (
    <Cautions>
      <Caution>The fee is not known yet.</Caution>
      <Caution level="risk">The price moved by 4 %.</Caution>
      <Caution level="fault">There is not enough ETH for the fee.</Caution>
      <Tick isPlain isTicked={isTicked} onChange={setIsTicked}>
        Send it all the same
      </Tick>
    </Cautions>
  )
}

function AmountStates() {
  const [text, setText] = useState('0.5')
  const note = useId()
  return (
    <>
      <AmountBox caption="You pay">
        <AmountLine>
          <AmountInput
            text={text}
            label="Amount"
            note={note}
            isInvalid={false}
            onChange={setText}
          />
          <TokenButton
            token={{ id: 'eip155:1:native', symbol: 'ETH' }}
            label="Choose the token: ETH"
            onChoose={ignore}
          />
        </AmountLine>
        <AmountLine isSmall>
          <span className="amount-note" id={note}>
            $1,724.08
          </span>
          <AmountAvailable text="1.25 ETH" max="Max" onMax={() => setText('1.25')} />
        </AmountLine>
      </AmountBox>
      <AmountBox caption="You get">
        <AmountLine>
          <AmountOutput text={undefined} label="Amount" isEmpty />
          <TokenButton token={undefined} label="Choose a token" onChoose={ignore} />
        </AmountLine>
      </AmountBox>
    </>
  )
}

function SearchStates() {
  const [value, setValue] = useState('')
  return <SearchField label="Search wallets" value={value} onChange={setValue} />
}

function SwitchStates() {
  const [isOn, setIsOn] = useState(true)
  return <SwitchRow label="Show test networks" isOn={isOn} onChange={setIsOn} />
}

function TabStates() {
  const panel = useId()
  const [selected, setSelected] = useState<'tokens' | 'nfts'>('tokens')
  return (
    <>
      <Tabs
        label="The account"
        tabs={[
          { id: 'tokens', text: 'Tokens' },
          { id: 'nfts', text: 'NFTs' },
        ]}
        selected={selected}
        onSelect={setSelected}
        panelId={panel}
      />
      <div role="tabpanel" id={panel} aria-labelledby={tabIdOf(panel, selected)}>
        {selected}
      </div>
    </>
  )
}

function ScreenStates() {
  return (
    <Screen
      title="Review transfer"
      titleId={useId()}
      start={
        <IconButton aria-label="Back to the amount">
          <Icon name="back" />
        </IconButton>
      }
      footer={<Button variant="primary">Send</Button>}
    >
      <Row icon={<Picture name="ETH" subject={{ coin: 'ETH' }} shape="round" />} title="Ether" />
    </Screen>
  )
}
