const hues = [12, 38, 152, 188, 224, 262, 318]

/**
 * Flat shapes in two colours and white, computed from an address: the same address always gets the
 * same picture. It is decoration.
 */
export function Avatar({ address, size = 64 }: { address: string; size?: number }) {
  const bytes =
    address
      .slice(2)
      .match(/../g)
      ?.map((pair) => Number.parseInt(pair, 36) || 0) ?? []
  const at = (index: number) => bytes[index % (bytes.length || 1)] ?? 0
  const hue = hues[at(3) % hues.length] ?? 0
  const light = `hsl(${hue} 75% 72%)`
  const dark = `hsl(${(hue + 40 + (at(5) % 60)) % 360} 55% 42%)`
  return (
    <svg
      className="avatar"
      width={size}
      height={size}
      viewBox="0 0 64 64"
      style={{ clipPath: 'circle()' }}
      aria-hidden="true"
    >
      <rect width="64" height="64" fill={light} />
      <circle cx={at(7) % 64} cy={at(9) % 64} r={18 + (at(11) % 14)} fill={dark} />
      <rect
        x="-10"
        y={34 + (at(13) % 16)}
        width="90"
        height="60"
        fill="#fff"
        opacity="0.35"
        transform={`rotate(${(at(15) % 90) - 45} 32 32)`}
      />
    </svg>
  )
}
