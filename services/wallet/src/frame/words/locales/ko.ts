import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './ko/approvals.ts'
import { screens } from './ko/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
