import { Button } from '@latchkey/ui/Button.tsx'
/** Shown in a tab after a newer tab has become the phone. */
export function Elsewhere() {
  return (
    <main className="whole">
      <h1>Open in another tab</h1>
      <p>There is one phone, and a newer tab is it now. You can close this one.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Use it here
      </Button>
    </main>
  )
}
