import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './fr/approvals.ts'
import { screens } from './fr/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
