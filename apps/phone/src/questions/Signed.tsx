/** The content to sign, unchanged. A long text scrolls, also by keyboard. */
export function Signed({ text }: { text: string }) {
  return (
    // it scrolls, so the keyboard must be able to reach it
    <pre className="signed" tabIndex={0} role="region" aria-label="What is signed">
      {text}
    </pre>
  )
}
