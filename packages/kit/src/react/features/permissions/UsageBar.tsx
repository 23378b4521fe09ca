/** A bar that shows how much was taken. The text beside it says the same. */
export function UsageBar({ share }: { share: number }) {
  return (
    <span className="permission-bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
    </span>
  )
}
