import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './zh/approvals.ts'
import { screens } from './zh/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
