import { appLink, rememberWallet } from 'latchkey'
import type { Wallet } from 'latchkey'
import { useKit } from 'latchkey/react'
import { encodeQR } from 'qr'

/** A QR code for phones, and a link that opens the wallet on this device. */
export function PairingCode({
  uri,
  wallet,
  onStop,
}: {
  uri: string
  wallet: Wallet | undefined
  onStop: () => void
}) {
  const kit = useKit()
  const link = wallet && appLink(wallet, uri)
  return (
    <div className="code">
      <img
        alt={`Code for ${wallet?.name ?? 'any wallet'}`}
        width={240}
        height={240}
        src={`data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg'))}`}
      />
      {link && (
        <a
          className="open"
          href={link.href}
          target={link.isTab ? '_blank' : undefined}
          rel={link.isTab ? 'noopener' : undefined}
          onClick={() => rememberWallet(kit, wallet)}
        >
          Open {wallet.name}
        </a>
      )}
      <button type="button" className="quiet" onClick={onStop}>
        Another wallet
      </button>
    </div>
  )
}
