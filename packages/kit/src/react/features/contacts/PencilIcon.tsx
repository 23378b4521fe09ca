import { Outline } from '@latchkey/ui/icons.tsx'

/** A pencil, the icon for "edit". */
export const PencilIcon = () => (
  <Outline d="m4 16 .8-3.4 8.6-8.6a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2l-8.6 8.6zM12 5.4l2.6 2.6" />
)
