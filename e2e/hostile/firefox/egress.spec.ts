import { egressRows } from '../rows/egress.ts'
import { scenarios } from './scenarios.ts'

scenarios('egress', egressRows)
