/** The signed content, unchanged; long texts scroll, with the keyboard too. */
export function Signed({ text }: { text: string }) {
  return (
    // a scrolling part has to be reachable by keyboard
    <pre className="signed" tabIndex={0} role="region" aria-label="What is signed">
      {text}
    </pre>
  )
}
