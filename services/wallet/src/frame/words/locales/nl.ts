import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './nl/approvals.ts'
import { screens } from './nl/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
