import { Outline } from '@latchkey/ui/icons.tsx'

/** Two arrows, down and up: exchanges both sides. */
export const FlipIcon = () => (
  <Outline d="M6.5 4v11.5M3.5 12.5l3 3 3-3M13.5 16V4.5M10.5 7.5l3-3 3 3" />
)
