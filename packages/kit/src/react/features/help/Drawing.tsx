const paths = {
  home: [
    'M7 19.5 24 8l17 11.5V37a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V19.5Z',
    'M24 33.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z',
    'M24 25v5M22 26.5h4',
  ],
  key: [
    'M16.5 33a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19Z',
    'M26 23.5h16v6M36 23.5v5',
    'M16.5 26a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  ],
  door: [
    'M14 8h20a3 3 0 0 1 3 3v29H11V11a3 3 0 0 1 3-3Z',
    'M6 40h36',
    'M22 24h9m-4-4 4 4-4 4',
    'M17 8v32',
  ],
  ledger: [
    'M24 15a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z',
    'M10.5 41a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z',
    'M37.5 41a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z',
    'm21.5 14.5-8.7 18M26.5 14.5l8.7 18M15 36.5h18',
  ],
  fee: [
    'M24 40a16 16 0 1 0 0-32 16 16 0 0 0 0 32Z',
    'M29 19.5c-1-1.7-2.8-2.5-5-2.5-2.8 0-5 1.3-5 3.5 0 4.7 10 2.3 10 7 0 2.2-2.2 3.5-5 3.5-2.2 0-4-.8-5-2.5',
    'M24 14v3M24 31v3',
  ],
  side: [
    'M12 8h14a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3Z',
    'M33 17h3a3 3 0 0 1 3 3v17a3 3 0 0 1-3 3H19a3 3 0 0 1-3-3v-6',
    'M14 21c.7-2.3 2.6-3.5 5-3.5s4.3 1.2 5 3.5M19 15.5v.01',
  ],
} as const

export type DrawingName = keyof typeof paths

/** A small drawing in the style of the icons. It is decoration and has no accessible name. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      width="48"
      height="48"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
