import { integrityRows } from '../rows/integrity.ts'
import { scenarios } from './scenarios.ts'

scenarios('integrity', integrityRows)
