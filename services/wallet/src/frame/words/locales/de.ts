import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './de/approvals.ts'
import { screens } from './de/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
