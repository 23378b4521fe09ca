import { Outline } from '../ui/icons.tsx'

/** The outline icon of a button behind which one of several is chosen. */
export const ChooseIcon = () => <Outline d="m5 7.5 5 5 5-5" />
