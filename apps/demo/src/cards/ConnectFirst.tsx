import type { Kit } from 'latchkey'

/** Stands where something needs an account. */
export function ConnectFirst({ kit, why }: { kit: Kit; why: string }) {
  return (
    <div className="connect-first">
      <p>{why}</p>
      <button type="button" onClick={() => void kit.open()}>
        Connect a wallet
      </button>
    </div>
  )
}
