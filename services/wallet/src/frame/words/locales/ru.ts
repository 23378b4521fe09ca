import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './ru/approvals.ts'
import { screens } from './ru/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
