import { startRecover } from './startRecover.ts'

startRecover(window)
