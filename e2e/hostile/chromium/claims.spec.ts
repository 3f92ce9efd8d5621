import { claimRows } from '../rows/claims.ts'
import { scenarios } from './scenarios.ts'

scenarios('claims', claimRows)
