import { messageRows } from '../rows/messages.ts'
import { scenarios } from './scenarios.ts'

scenarios('messages', messageRows)
