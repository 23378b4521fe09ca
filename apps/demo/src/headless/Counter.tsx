import { useAccount } from 'latchkey/react'
import { AccountCard } from '../cards/AccountCard.tsx'
import { Card } from '../cards/Card.tsx'
import { GuestBookCard } from '../cards/GuestBookCard.tsx'
import { PayByPhone } from './PayByPhone.tsx'
import { WalletPicker } from './WalletPicker.tsx'

/** What the visitor sees: first the methods to connect, then the account. */
export function Counter() {
  const isConnected = 'account' in useAccount()
  return (
    <>
      <h1>A counter of our own</h1>
      <p className="lead">
        Not one screen of the kit is on this page. It asks the kit for wallets, connects them, and
        shows what it likes.
      </p>
      {isConnected ? (
        <div className="cards">
          <AccountCard />
          <GuestBookCard />
        </div>
      ) : (
        <div className="cards">
          <Card
            title="This browser"
            lead="Wallets that are installed here."
            calls="useWallets() kit.connect({ connectorId })"
          >
            <WalletPicker />
          </Card>
          <Card
            title="A phone"
            lead="Any wallet of the catalogue, or any that reads a code."
            calls="kit.wallets({ search }) kit.connect({ connectorId: 'walletConnect', onPairing })"
          >
            <PayByPhone />
          </Card>
        </div>
      )}
    </>
  )
}
